/** The trade lock in two windows and over a restart, by keyboard, on the paper broker. */

import type { Page } from '@playwright/test'
import { scratchFolder, startEntry, type Started } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import {
  arm,
  blotter,
  chooseCustomer,
  collectFaults,
  command,
  duplicateTab,
  enterSheet,
  enterUntil,
  seeBook,
  signIn,
  tradingKeys,
  typeLine,
} from '../story.ts'

const bar = (page: Page) => page.getByRole('search', { name: 'Command' })

const start = (folder: string): Promise<Started> =>
  startEntry(
    'electron/start.js',
    ['--browser', '--no-open', '--port', '0', '--seed', '7', '--data-dir', folder],
    /ready at (http:\/\/127\.0\.0\.1:\d+\/#\S+)/,
  )

/** Types a line whose sentence is refused. */
async function expectRefused(page: Page, line: string): Promise<void> {
  await typeLine(page, line)
  // An Enter before the line is understood does nothing.
  await expect(bar(page)).toContainText('C1042 · BUY 0.1 BTCUSDC_PERP')
  const refusal = page.getByText(/Trading is locked by \S+: nothing new is sent/).first()
  await enterUntil(page, (timeout) => expect(refusal).toBeVisible({ timeout }))
  await expect(bar(page)).not.toContainText('Enter sends')
  await page.keyboard.press('Escape')
}

/** F12, the word, Enter. */
async function release(page: Page): Promise<void> {
  await page.keyboard.press('F12')
  await expect(page.getByRole('textbox', { name: 'Type UNLOCK to release' })).toBeFocused()
  await page.keyboard.type('UNLOCK')
  await enterSheet(page)
}

test('F12 locks both windows, cancels go out, a reload and a restart stay locked, UNLOCK releases', async ({
  browser,
  atEnd,
}) => {
  const data = scratchFolder()
  atEnd(() => data.remove())
  const first = await start(data.path)
  atEnd(() => first.stop())
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  atEnd(() => context.close())
  const page = await context.newPage()
  const { faults, look } = collectFaults(page)
  await page.goto(first.match[1] ?? '')
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await expect(async () => {
    await command(page, '# b 0.5 btc bid-5%')
  }).toPass()

  const second = await duplicateTab(page)
  await second.bringToFront()
  await seeBook(second)
  await chooseCustomer(second, 'C1042')
  await second.keyboard.press('F5')
  await arm(second)

  await test.step('one key in the first window locks both and disarms the other', async () => {
    await page.bringToFront()
    await page.keyboard.press('F12')
    for (const window of [page, second])
      await expect(tradingKeys(window)).toHaveText(/^LOCKED since \d\d:\d\d:\d\d UTC by \S+$/)
    await look('locked window')
    await second.bringToFront()
    await second.keyboard.press('F5')
    await second.keyboard.press('F10')
    await expect(second.getByText(/^Trading is locked by/).first()).toBeVisible()
    await expect(tradingKeys(second)).not.toContainText('ARMED')
  })

  await test.step('no order leaves either window, and a cancel does', async () => {
    await expectRefused(second, '# b 0.1 btc bid-5%')
    await page.bringToFront()
    await expectRefused(page, '# b 0.1 btc bid-5%')
    const orders = await blotter(page, 'F7', 'Orders')
    // With the finished orders, so that the canceled one stays in the table.
    await page.keyboard.press('d')
    const resting = orders.getByRole('row', { name: /BTCUSDC_PERP/ }).first()
    await expect(resting).toContainText('open')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect(resting).toContainText('canceled')
  })

  await test.step('a reload finds it in force', async () => {
    await second.reload()
    await expect(tradingKeys(second)).toHaveText(/^LOCKED since/)
    await second.close()
    await page.close()
    await first.stop()
  })

  await test.step('the next start is locked before anybody signs in, and stays so', async () => {
    const again = await start(data.path)
    atEnd(() => again.stop())
    const later = await context.newPage()
    await later.goto(again.match[1] ?? '')
    await expect(later.getByRole('region', { name: 'Halts in force' })).toContainText('LOCKED by')
    await signIn(later)
    await expect(tradingKeys(later)).toHaveText(/^LOCKED since/)
    await chooseCustomer(later, 'C1042')
    await expectRefused(later, '# b 0.1 btc bid-5%')
    await release(later)
    await expect(tradingKeys(later)).not.toContainText('LOCKED')
    await command(later, '# b 0.5 btc bid-5%')
  })
  expect(faults).toEqual([])
})
