import { readFileSync } from 'node:fs'
import { expect, test } from '../desk.ts'
import { chooseCustomer, command, signIn, tabTo, typeLine } from '../story.ts'

test('a dealer makes the statement of a customer with a trade, sees its proof, and saves it; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await command(page, '# b 0.01 btc m')
  await typeLine(page, 'statement C1042')
  await page.keyboard.press('Enter')
  const movements = page.getByRole('grid', { name: 'Movements of the statement' })
  await expect(movements).toBeFocused()
  const make = page.getByRole('button', { name: 'Make the statement' })
  const period = page.getByRole('combobox', { name: 'Period, UTC' })
  await tabTo(page, period, 'Shift+Tab')
  // The list chooses by its first letters.
  await page.keyboard.type('today')
  await expect(period).toHaveValue('today')
  await tabTo(page, make)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Proof' })).toHaveText(/^✓ /)
  await expect(movements).toContainText(/Trades.*BTCUSDC_PERP/)
  await tabTo(page, page.getByRole('form', { name: 'Statement' }).getByRole('button', { name: 'CSV' }))
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/S-C1042-\d{8}-\d{8}-[0-9A-F]{12}-P[0-9A-F]{8}.*\.csv$/)
  expect(readFileSync(await download.path(), 'utf8')).toContain('BTCUSDC_PERP')
  expect(complaints).toEqual([])
})
