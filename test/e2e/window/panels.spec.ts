import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { chooseCustomer, collectFaults, command, sendReview, signIn } from '../story.ts'

/** Types a line that opens a panel, and waits until its table has the focus. */
async function open(page: Page, line: string, grid: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Command line' }).press('Control+a')
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: grid, exact: true })).toBeFocused()
}

test('orders of every type, an amend, fees, collateral, margin and a webhook work by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  for (const line of [
    '# b 0.4 btc m x5',
    '# b 0.5 btc bid-5%',
    '# s 0.1 btc stop 55000',
    '# s 0.1 btc stop 55000 @54900',
    '# s 0.1 btc tp 70000',
    '# s 0.1 btc tp 70000 @69900 gtc',
    '# s pos btc oco 70000/55000',
  ])
    await command(page, line)
  await page.keyboard.press('F7')
  const orders = page.getByRole('grid', { name: 'Orders', exact: true })
  await expect(orders.getByRole('row', { name: /untriggered/ })).toHaveCount(5)
  await page.keyboard.press('End')
  await page.keyboard.press('a')
  await page.getByLabel('Limit price').fill('50000')
  await page.keyboard.press('Control+Enter')
  await look('amend')
  await sendReview(page, /C1042 · AMEND BUY BTCUSDC_PERP limit .* → 50,000/)
  await expect(orders.getByRole('row', { name: /50,000\.0/ })).toHaveCount(1)

  await open(page, 'fee C1042', 'Fees')
  await expect(page.getByRole('grid', { name: 'Fees' }).getByRole('row', { name: /BTC/ })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Maker')).toBeFocused()
  await page.keyboard.type('-1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await page.keyboard.press('Control+Enter')
  await sendReview(page, /C1042 · SET FEES of BTCUSDC_PERP to maker -1 bps/)
  await expect(page.getByText(/^✓ Verified/)).toBeVisible()
  await look('fees')

  await open(page, 'coll C2007', 'Transfers')
  await page.getByRole('form', { name: 'Deposit' }).getByLabel('Amount').fill('1000.12345678')
  await page.keyboard.press('Control+Enter')
  await sendReview(page, 'C2007 · DEPOSIT 1,000.12345678 USDC')
  await expect(page.getByText('Settled. The balance includes it.')).toBeVisible()
  await look('collateral')

  await open(page, 'lev C1042', 'Margins')
  await expect(page.getByRole('table', { name: 'Leverage preview' })).toContainText('5× · now')
  await look('margin')

  await open(page, 'webhooks', 'Webhooks')
  await page.getByLabel('Address').fill('https://example.com/hook')
  await page.keyboard.press('Control+Enter')
  await sendReview(page, 'REGISTER a webhook')
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  await look('webhooks')

  await open(page, 'ledger C1042', 'Ledger rows')
  await expect(page.getByText('✓ Ledger and balance agree')).toBeVisible()
  await look('ledger')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
