import { expect, test } from '../desk.ts'
import { blotter, chooseCustomer, command, seriousFaults, signIn } from '../story.ts'

test('a trade, older trades to their end, and the ledger by status are read; by keyboard [4.trade 4.customerTrades 4.transactionsQuery.status]', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  await chooseCustomer(page, 'C2007')
  await command(page, '# b 0.1 btc m')
  const trades = await blotter(page, 'F8', 'Trades')
  await expect(trades.getByRole('row', { name: /C2007.*BTCUSDC_PERP/ }).first()).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('status')).toHaveText('✓ As the venue reports it now.')
  await expect(sheet.getByRole('row', { name: /^Customer C2007/ })).toBeVisible()
  await expect(sheet.getByRole('row', { name: 'Liquidity taker' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(trades).toBeFocused()

  await page.keyboard.press('End')
  await page.keyboard.press('PageDown')
  await expect(page.getByText('The venue has no older trades.')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('ledger C2007')
  await page.keyboard.press('Enter')
  const rows = page.getByRole('grid', { name: 'Ledger rows' })
  await expect(rows).toBeFocused()
  await page.getByRole('combobox', { name: 'Status' }).focus()
  await page.keyboard.type('com')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'All read' })).toBeVisible()
  await expect(rows.getByRole('row', { name: /C2007.*completed/ }).first()).toBeVisible()
  expect(complaints).toEqual([])
})
