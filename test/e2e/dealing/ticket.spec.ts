import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { chooseCustomer, enterUntil, letStand, seeBook, signIn } from '../story.ts'

const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' })
const field = (page: Page, name: string): Locator =>
  ticketOf(page).getByRole('textbox', { name, exact: true })
const change = (page: Page, row: RegExp): Locator =>
  ticketOf(page).getByRole('table', { name: 'What the order changes' }).getByRole('row', { name: row })

/** F9, then the type and the side by arrows. */
async function openTicket(page: Page, presses: readonly string[]): Promise<void> {
  await page.keyboard.press('F9')
  await expect(field(page, 'Amount')).toBeFocused()
  for (const press of presses) await page.keyboard.press(press)
  await page.keyboard.press('F9')
  await expect(field(page, 'Amount')).toBeFocused()
}

/** To the market type, then to BUY. */
const MARKET_BUY = ['Shift+Tab', 'ArrowLeft', 'Shift+Tab', 'Space']

test('a dealer sees before → after of an order, sends it, and finds the account as it was shown', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await openTicket(page, MARKET_BUY)
  await page.keyboard.type('0.5')
  await expect(change(page, /^Position/)).toContainText('0.000→+0.500')
  await expect(change(page, /^Fill/)).toContainText('all at once')
  await expect(change(page, /^Average/)).toContainText('% slippage')
  await expect(change(page, /^Fee/)).toContainText(/taker .*-\d/)
  await expect(change(page, /^Margin used/)).toContainText(/0\.0 %→\d+\.\d %/)
  await page.keyboard.press('Control+Enter')
  const send = ticketOf(page).getByRole('button', { name: /BUY 0\.5 BTCUSDC_PERP MARKET/ })
  await expect(send).toBeFocused()
  await letStand(page)
  // A sentence that a busy machine draws anew has to stand again. That one order left is what the position shows below.
  await enterUntil(page, (timeout) => expect(field(page, 'Amount')).toHaveValue('', { timeout }))
  await page.keyboard.press('F9')
  await page.keyboard.type('0.1')
  await expect(change(page, /^Position/)).toContainText('+0.500→+0.600')
  expect(complaints).toEqual([])
})

test('a dealer sizes by the free margin, keeps it as a template, and puts it on by a key', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await openTicket(page, MARKET_BUY)
  await test.step('an amount that is no whole lot becomes one by =', async () => {
    await page.keyboard.type('0.50004')
    await page.keyboard.press('=')
    await expect(field(page, 'Amount')).toHaveValue('0.5')
    await expect(ticketOf(page).getByRole('status')).toContainText('Amount 0.50004 → 0.5 (lot')
  })
  await test.step('10 % of the free margin', async () => {
    // Amount, cash, size by; then one to the right, and into its box.
    for (const press of ['Tab', 'Tab', 'ArrowRight', 'Tab']) await page.keyboard.press(press)
    await expect(field(page, '% of free')).toBeFocused()
    await page.keyboard.type('10')
    // Until price and margin were read, no amount is offered and = does nothing.
    await expect(async () => {
      await page.keyboard.press('=')
      await expect(ticketOf(page).getByRole('status')).toContainText('10 % of', { timeout: 500 })
    }).toPass()
    await expect(field(page, 'Amount')).not.toHaveValue('0.5')
  })
  await test.step('a template', async () => {
    await page.keyboard.press('Alt+0')
    await expect(field(page, 'Name')).toBeFocused()
    await page.keyboard.type('Tenth')
    await page.keyboard.press('Enter')
    await expect(ticketOf(page).getByRole('button', { name: /Tenth/ })).toBeVisible()
    await page.reload()
    await seeBook(page)
    await chooseCustomer(page, 'C1042')
    await page.keyboard.press('F9')
    await expect(ticketOf(page).getByRole('button', { name: /Tenth/ })).toBeVisible()
    await page.keyboard.press('Alt+1')
    await expect(field(page, '% of free')).toHaveValue('10')
    await expect(ticketOf(page).getByRole('radio', { name: 'Market' })).toBeChecked()
  })
  expect(complaints).toEqual([])
})
