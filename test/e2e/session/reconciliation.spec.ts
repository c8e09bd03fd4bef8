import { expect, test } from '../desk.ts'
import { blotter, chooseCustomer, command, seriousFaults, signIn } from '../story.ts'

test('the reconciliation of each customer and the life of an order are shown by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await command(page, '# b 0.4 btc @40000')

  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Command line' }).press('Control+a')
  await page.keyboard.type('recon')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Reconciliation', exact: true })
  await expect(grid).toBeFocused()
  await expect(page.getByRole('status', { name: 'Reconciliation' })).toContainText('6 agree in part')
  await page.keyboard.press('Home')
  await page.keyboard.press('r')
  const row = grid.getByRole('row', { name: /C1042/ })
  await expect(row).toContainText('≈ in part')
  await expect(row).toContainText('open')
  // The venue reports a balance only with a movement, so the cash is not proven yet.
  await expect(page.getByText(/^What was read agrees: 1 order, /)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  // A fill moves the balance: the next comparison proves the cash too.
  await command(page, '# b 0.01 btc m')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Command line' }).press('Control+a')
  await page.keyboard.type('recon')
  await page.keyboard.press('Enter')
  await expect(grid).toBeFocused()
  await expect(async () => {
    await page.keyboard.press('r')
    await expect(row).toContainText('✓ agrees', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('status', { name: 'Reconciliation' })).toContainText(
    '1 agree · 5 agree in part',
  )

  const orders = await blotter(page, 'F7', 'Orders')
  await expect(orders.getByRole('row', { name: /C1042/ })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const life = page.getByRole('list', { name: 'Life of the order' })
  await expect(life.getByRole('listitem').first()).toContainText(
    /dealerintent: buy 0\.4 BTCUSDC_PERP limit.*limits version \d+.*→ intent/s,
  )
  await expect(life).toContainText(/desksending order.*→ sent/s)
  // The request and its hash are for an engineer: a dealer opens them.
  await expect(life.getByText(/POST .*orders/).first()).toBeHidden()
  await expect(life).toContainText(/venue, (answer|by itself).*open, filled 0.*→ working \(open\)/s)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(life).toContainText(/dealercancel requested.*canceled, filled 0.*→ closed \(canceled\)/s)
  expect(complaints).toEqual([])
})
