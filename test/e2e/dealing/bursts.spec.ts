import type { Page } from '@playwright/test'
import { openCountingProxy } from '../../fakes/venue/countingProxy.ts'
import { startPaper } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import { actUntil, chooseCustomer, duplicateTab, letStand, seeBook } from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'

/** Ten in every run; `OPENPIT_BURSTS=1000` for all of docs/reliability.md#one-act-one-request. */
const BURSTS = Number(process.env['OPENPIT_BURSTS'] ?? '10')

/** Fills the ticket for a market order of `amount` and puts the focus on its button. */
async function readyTicket(page: Page, amount: string) {
  // Keys go to the window in front, and only that one draws: an Enter counts once its sentence is drawn.
  await page.bringToFront()
  const ticket = page.getByRole('form', { name: 'Order ticket' })
  await page.keyboard.press('F9')
  for (const name of ['BUY', 'Market'])
    await actUntil(
      page,
      () => ticket.getByRole('radio', { name }).click(),
      ticket.getByRole('radio', { name, checked: true }),
    )
  await ticket.getByRole('textbox', { name: 'Amount' }).fill(amount)
  const send = ticket.getByRole('button', { name: new RegExp(`C\\d+ · BUY ${amount.replace('.', '\\.')} `) })
  await send.focus()
  return send
}

async function readyLine(page: Page, amount: string) {
  await page.bringToFront()
  const bar = page.getByRole('search', { name: 'Command' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`# b ${amount} btc m`)
  await actUntil(page, () => page.keyboard.press('Enter'), bar.filter({ hasText: 'Enter sends' }))
}

/** Presses Enter and holds it: the keyboard repeats. */
async function holdEnter(page: Page): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
}

test(`each of ${BURSTS} bursts of clicks and held keys in two windows sends one request`, async ({
  openTerminal,
  atEnd,
}) => {
  test.setTimeout(900_000 + BURSTS * 8_000)
  const paper = await startPaper()
  atEnd(() => paper.stop())
  const door = await openCountingProxy(paper.restUrl)
  atEnd(() => door.close())
  const file = otherVenue({ restUrl: door.restUrl, streamUrl: paper.streamUrl })
  atEnd(() => file.remove())
  const { page } = await openTerminal('--venue', file.path)
  await typeCredentials(page, paper.username, paper.password)
  await seeBook(page)
  await chooseCustomer(page, 'C1042')
  const second = await duplicateTab(page)
  await seeBook(second)
  await chooseCustomer(second, 'C2007')

  let expected = 0
  // Sixty-four that differ, so that no limit takes two for the same order; none ends with a zero, which the button would leave out.
  const amountOf = (n: number) => `0.${1 + (Math.floor(n / 8) % 8)}${1 + (n % 8)}`
  const counted = () => expect.poll(() => door.orders.length).toBe(expected)
  for (let n = 0; n < BURSTS; n++) {
    const amount = amountOf(n)
    switch (n % 4) {
      case 0: {
        const send = await readyTicket(page, amount)
        // A click within 150 ms of a change of the order is a slip of the hand.
        await letStand(page)
        await send.click({ clickCount: 10 })
        expected += 1
        break
      }
      case 1:
        await readyTicket(page, amount)
        await letStand(page)
        await holdEnter(page)
        expected += 1
        break
      case 2:
        await readyLine(page, amount)
        // Within 150 ms of the read-back an Enter is a slip of the finger: press until it counts, held each time.
        await expect(async () => {
          await holdEnter(page)
          await expect(page.getByRole('search', { name: 'Command' })).not.toContainText('Enter sends', {
            timeout: 300,
          })
        }).toPass()
        expected += 1
        break
      default: {
        // The same ticket in both windows, each for its customer: two intents, one request each.
        const sends = [await readyTicket(page, amount), await readyTicket(second, amount)]
        await Promise.all([letStand(page), letStand(second)])
        await Promise.all(sends.map((send) => send.click({ clickCount: 10 })))
        expected += 2
      }
    }
    await counted()
    await expect(
      page.getByRole('form', { name: 'Order ticket' }).getByRole('textbox', { name: 'Amount' }),
    ).toHaveValue('')
  }
  expect(door.orders).toHaveLength(expected)
  expect(new Set(door.orders.map((order) => order.referenceId)).size).toBe(expected)
})
