import { expect, test } from '../desk.ts'
import { blotter, chooseCustomer, command, sendReview, signIn } from '../story.ts'
import type { Locator, Page } from '@playwright/test'

/** More than the window has places for Tab. */
const MOST_TABS = 300

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${String(target)}`)
}

test('a limit set on screen blocks an order; a warning asks for its own number; by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  await chooseCustomer(page, 'C1042')

  await test.step('sets a warning and a block for one customer', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('limits C1042')
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: 'Limits of customer C1042' })
    await tabTo(page, table.getByRole('textbox', { name: 'Notional, warns above' }))
    await page.keyboard.type('10k')
    await page.keyboard.press('Tab')
    await page.keyboard.type('50k')
    await page.keyboard.press('Control+Enter')
    await sendReview(page, 'customer C1042 · SAVE 2 changes of the limits as version 1')
    await expect(page.getByRole('region', { name: 'History of the limits' })).toContainText(
      'customer C1042: Notional, block: none → 50,000 USDC',
    )
  })

  await test.step('an order over the block is refused in one sentence', async () => {
    await command(page, '# b 1 btc bid-5%')
    await expect(page.getByRole('region', { name: 'New notices' })).toContainText(
      /Notional 5\d,\d{3}(\.\d+)? USDC, over the limit of 50,000 USDC for customer C1042\./,
    )
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('an order over the warning goes out with the number, not with another', async () => {
    await command(page, '# b 0.5 btc bid-5%')
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText(/C1042 · BUY 0\.5 BTCUSDC_PERP/)
    await expect(sheet).toContainText('over the warning of 10,000 USDC for customer C1042')
    await expect(sheet.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('alert')).toContainText('1 is not the number; nothing was sent.')
    await expect(sheet.getByRole('textbox')).toBeFocused()
    const number = /Type (\d+) to send/.exec(await sheet.innerText())?.[1] ?? ''
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
    const orders = await blotter(page, 'F7', 'Orders')
    await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ })).toHaveCount(1)
    await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ })).toContainText(/open/i)
  })

  expect(complaints).toEqual([])
})
