import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { arm, chooseCustomer, ladder, seeBook, signIn, tradingKeys } from '../story.ts'

const chip = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Ctrl 0$/ })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const ladder2 = (page: Page) => panel(page, 'Ladder 2').getByRole('grid')

async function pickInstrument(page: Page, name: string): Promise<void> {
  await page.keyboard.press('F3')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

/** What one window of the desk has for itself. */
interface Own {
  readonly workspace: string
  /** Opens the workspace; null: the window starts with it. */
  readonly key: string | null
  readonly customer: string
  /** The link of ladder 2, and the instrument that the dealer gives it. */
  readonly link: string
  readonly instrument: string
}

async function arrange(page: Page, { workspace, key, customer, link, instrument }: Own): Promise<void> {
  if (key !== null) await page.keyboard.press(key)
  await expect(chip(page)).toContainText(workspace)
  await chooseCustomer(page, customer)
  await ladder2(page).focus()
  await page.keyboard.press(`Control+Shift+${link}`)
  await expect(panel(page, 'Ladder 2').getByRole('button', { name: `Instrument link ${link}` })).toBeVisible()
  await pickInstrument(page, instrument)
  await expect(ladder2(page)).toHaveAccessibleName(`Ladder ${instrument}USDC_PERP`)
}

/** The window as `arrange` left it, but with no customer and disarmed; link 1 as every window has it. */
async function seeAgain(page: Page, { workspace, link, instrument }: Own, linked: string): Promise<void> {
  await expect(ladder(page, `${linked}USDC_PERP`)).toHaveCount(1)
  await expect(chip(page)).toContainText(workspace)
  await expect(panel(page, 'Ladder 2').getByRole('button', { name: `Instrument link ${link}` })).toBeVisible()
  await expect(ladder2(page)).toHaveAccessibleName(`Ladder ${instrument}USDC_PERP`)
  await expect(page.getByRole('banner').getByRole('button', { name: /F2$/ })).toContainText(
    'Choose a customer',
  )
  await expect(tradingKeys(page)).not.toContainText('ARMED')
}

test('three windows keep a workspace, customer and link each; a shared link disarms and moves all of them', async ({
  openTerminal,
}) => {
  const { page: first, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(first)
  const further = async (): Promise<Page> => {
    const [page] = await Promise.all([first.waitForEvent('popup'), first.keyboard.press('Shift+F11')])
    await seeBook(page)
    return page
  }
  const [second, third] = [await further(), await further()]
  const desk: readonly (readonly [Page, Own])[] = [
    [first, { workspace: 'Dealing', key: null, customer: 'C1042', link: '7', instrument: 'AVAX' }],
    [second, { workspace: 'Watch wall', key: 'Control+2', customer: 'C2007', link: '8', instrument: 'LINK' }],
    [third, { workspace: 'Dealing', key: null, customer: 'C3311', link: '6', instrument: 'DOGE' }],
  ]
  for (const [page, own] of desk) await arrange(page, own)
  for (const [page, { customer }] of desk) {
    await ladder(page).focus()
    await arm(page, customer)
  }

  // A link that no armed ladder joined moves its own ladder and disarms nobody.
  await ladder2(third).focus()
  await pickInstrument(third, 'XRP')
  await expect(ladder2(third)).toHaveAccessibleName('Ladder XRPUSDC_PERP')
  await pickInstrument(third, 'DOGE')
  for (const [page, { customer }] of desk) await expect(tradingKeys(page)).toContainText(`ARMED ${customer}`)

  await ladder(first).focus()
  await pickInstrument(first, 'ADA')
  for (const [page] of desk) {
    await expect(ladder(page, 'ADAUSDC_PERP')).toHaveCount(1)
    await expect(tradingKeys(page)).not.toContainText('ARMED')
  }
  for (const page of [second, third])
    await expect(tradingKeys(page)).toContainText('Keys off: the instrument of link 1 is ADAUSDC_PERP now')

  // A browser gives a tab that it opens again its session storage back; so does one whose page was left.
  await second.goto('about:blank')
  await ladder(first, 'ADAUSDC_PERP').focus()
  await pickInstrument(first, 'BTC')
  await expect(ladder(third)).toHaveCount(1)
  await second.goBack()
  const [, wall] = desk[1] ?? []
  if (wall) await seeAgain(second, wall, 'BTC')
  await expect(first.getByRole('banner').getByRole('button', { name: /C1042.* F2$/ })).toBeVisible()

  for (const [page] of desk) await page.reload()
  for (const [page, own] of desk) await seeAgain(page, own, 'BTC')
  expect(complaints).toEqual([])
})
