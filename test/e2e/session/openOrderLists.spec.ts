import { listMixOf, openVariantTransport } from '../../fakes/venue/variantTransport.ts'
import { UNHEARD } from '../../fakes/venue/thirdVariant.ts'
import type { Page } from '@playwright/test'
import { answerJson, openListTransport } from '../../fakes/venue/listTransport.ts'
import { startPaper } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import { chooseCustomer, seeBook, seriousFaults } from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'

const RESTING = 20

/** Rests orders far from the market for C1042, as another terminal would. */
async function restElsewhere(
  item: { readonly restUrl: string; readonly username: string; readonly password: string },
  count = RESTING,
): Promise<void> {
  const login = await fetch(`${item.restUrl}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: item.username, password: item.password }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  for (let n = 0; n < count; n++) {
    const answer = await fetch(`${item.restUrl}/v1/customers/C1042/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        reference_id: `elsewhere-${n}`,
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'limit',
        amount: 0.001,
        limit_price: '1000',
      }),
    })
    expect(answer.status).toBeLessThan(300)
  }
}

test('claims over a list with 7 of 20 orders say at least 7 until the list is whole and empty', async ({
  openTerminal,
  atEnd,
}) => {
  const paper = await startPaper('--seed', '7')
  atEnd(() => paper.stop())
  await restElsewhere(paper)
  const venue = await openListTransport(paper.restUrl)
  atEnd(() => venue.close())
  let goesOn = true
  venue.answerList = ({ rows }, answer) => {
    // The cursor leads nowhere: every parameter shows the first page again, also where no row is left.
    const next = goesOn || rows.length > 7 ? '"page-2"' : 'null'
    answerJson(answer, `{"items":[${rows.slice(0, 7).join()}],"next":${next}}`)
  }
  const file = otherVenue({ restUrl: venue.url, streamUrl: paper.streamUrl })
  atEnd(() => file.remove())
  const { page, complaints } = await openTerminal('--venue', file.path)
  await typeCredentials(page, paper.username, paper.password)
  await seeBook(page)
  await chooseCustomer(page, 'C1042')
  const status = page.getByRole('contentinfo', { name: 'Status' })

  await test.step('counts at least what is known, and takes nothing new for the customer', async () => {
    await expect(status).toContainText('at least 7 orders stay live at the venue if this terminal closes')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('recon')
    await page.keyboard.press('Enter')
    const row = page.getByRole('grid', { name: 'Reconciliation' }).getByRole('row', { name: /C1042/ })
    await expect(row).toContainText('at least 7')
    await expect(row).not.toContainText('agrees')
    await expect(row).toContainText(/At least 7 orders of C1042 are open: the list of C1042 is not complete/)
    expect(await seriousFaults(page)).toEqual([])
  })

  await test.step('halts by keyboard, and does not call it done while the list goes on', async () => {
    await page.keyboard.press('Control+Shift+F12')
    const sheet = page.getByRole('dialog', { name: 'Kill switch' })
    await expect(sheet).toContainText(/cancel at least 7 live orders/)
    await page.keyboard.type('KILL')
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
    const banner = page.getByRole('region', { name: 'Halts in force' })
    await expect(banner).toContainText(
      /of at least \d+ orders confirmed done .*the lists of C1042.* are not complete/,
    )
    // What the first orders hid shows up as they go: the halt reads on and cancels until the list is whole and empty.
    goesOn = false
    await expect(banner).toContainText(`${RESTING} of ${RESTING} orders confirmed done`)
    await expect(banner).not.toContainText('at least')
    await page.keyboard.press('Shift+F12')
    const halts = page.getByRole('dialog', { name: 'Halts in force' })
    await expect(halts).toContainText(`${RESTING} of ${RESTING} orders confirmed done`)
    await expect(halts.getByRole('textbox', { name: /^Type DESK/ })).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(status).toContainText('0 orders stay live at the venue if this terminal closes')
  })

  expect(complaints).toEqual([])
})

const FEW = 6

/** Keeps every text that these parts of the window ever show. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seen })
    const look = () => {
      for (const part of document.querySelectorAll(
        'footer, [aria-label="Halts in force"], [aria-label="Reconciliation"] [role="row"]',
      ))
        seen.add(part.textContent ?? '')
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
const seenBy = (page: Page) => page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])

for (const seed of [1, 2, 3, 4, 6, 8])
  test(`the window claims no more than was shown (mix ${seed}: ${listMixOf(seed).join(', ')})`, async ({
    openTerminal,
  }) => {
    const paper = await startPaper('--seed', '7')
    await restElsewhere(paper, FEW)
    const venue = await openVariantTransport(paper.restUrl, seed)
    const file = otherVenue({ restUrl: venue.url, streamUrl: paper.streamUrl }, [UNHEARD])
    const { page } = await openTerminal('--venue', file.path)
    await typeCredentials(page, paper.username, paper.password)
    await seeBook(page)
    await chooseCustomer(page, 'C1042')
    const status = page.getByRole('contentinfo', { name: 'Status' })
    // All of them, or at least those that were shown.
    const counted = new RegExp(`(at least \\d|(?<!\\d)${FEW}) orders? stays? live at the venue`)
    await expect(status).toContainText(counted)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('recon')
    await page.keyboard.press('Enter')
    const row = page.getByRole('grid', { name: 'Reconciliation' }).getByRole('row', { name: /C1042/ })
    await expect(row).toBeVisible()
    await watch(page)
    const isWhole = !(await status.innerText()).includes('at least')
    if (!isWhole) await expect(row).toContainText('is not complete')

    await page.keyboard.press('Control+Shift+F12')
    await expect(page.getByRole('dialog', { name: 'Kill switch' })).toBeVisible()
    await page.keyboard.type('KILL')
    await page.keyboard.press('Enter')
    // What the first rows hid shows up as they go: only then is all said to be done.
    const banner = page.getByRole('region', { name: 'Halts in force' })
    await expect(banner).toContainText(`${FEW} of ${FEW} orders confirmed done`)
    await expect(banner).not.toContainText('at least')
    const texts = await seenBy(page)
    expect(texts.length).toBeGreaterThan(2)
    for (const text of texts) {
      expect(text).not.toContain('No order was live')
      const all = /(\d+) of \1 orders confirmed done/.exec(text)
      if (all) expect(all[1]).toBe(String(FEW))
    }
    file.remove()
    await venue.close()
    await paper.stop()
  })
