import { expect, test } from '../desk.ts'
import { blotter, chooseCustomer, command, letStand, signIn } from '../story.ts'

test('a dealer sends a scale from a line, sees its orders rest, and cancels all of them by one key', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  const readBack = await command(page, 'scale # b 0.06 btc bid-6000t..bid-6400t 3 rising')
  expect(readBack).toMatch(/SCALE BUY 0\.06 BTCUSDC_PERP in 3 orders of 0\.01 to 0\.03 from .* GTC/)
  const orders = await blotter(page, 'F7', 'Orders')
  await expect(orders.getByRole('row', { name: /BTCUSDC_PERP/ })).toHaveCount(3)
  await page.keyboard.press('F9')
  // To the type and from OCO, where the arrows go round, to the scale.
  const ticket = page.getByRole('form', { name: 'Order ticket' })
  await page.keyboard.press('Shift+Tab')
  while ((await ticket.getByRole('radio', { name: 'Scale' }).getAttribute('aria-checked')) !== 'true')
    await page.keyboard.press('ArrowRight')
  const last = ticket.getByRole('group', { name: 'Last scale' })
  await expect(last).toContainText('Last scale: 3 accepted.')
  await last.getByRole('button', { name: /Cancel 3 live/ }).focus()
  await letStand(page)
  await page.keyboard.press('Delete')
  await expect(last.getByRole('button', { name: /Cancel/ })).toHaveCount(0)
  await expect(last.getByText(/canceled/)).toHaveCount(3)
  expect(complaints).toEqual([])
})
