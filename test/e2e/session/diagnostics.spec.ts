import { expect, test } from '../desk.ts'
import { chooseCustomer, collectFaults, command, signIn, typeLine } from '../story.ts'

test('a dealer sees what a live ladder takes from wire to pixel, and what was not measured', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('diag')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Diagnostics' })
  await expect(grid).toBeFocused()
  // The panel fills the window, so that all of its rows are drawn. The ladder was drawn before, and the window reports every 5 s.
  await page.keyboard.press('Control+F10')
  const drawn = grid.getByRole('row', { name: /^Wire to pixel/ })
  await expect(drawn).toContainText(/ago/)
  const [, worst = '', median = '', longest = '', count = ''] = await drawn
    .getByRole('gridcell')
    .allInnerTexts()
  for (const time of [worst, median, longest]) expect(time).toMatch(/^[\d.]+ (ms|s)$/)
  expect(Number(count.replaceAll(',', ''))).toBeGreaterThan(0)
  for (const step of ['Change read', 'Frame sent', 'Frame received', 'Frame drawn'])
    await expect(grid.getByRole('row', { name: new RegExp(`^${step}`) })).toContainText(/ago/)
  await expect(grid.getByRole('row', { name: /^Core to wire/ })).toContainText(
    'not measured: no order in the last 15 minutes',
  )
  await look('diagnostics')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('a dealer sees what an order took from the key to the core, apart from the core’s own way to the wire', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await command(page, '# b 0.1 btc bid-1%')
  await typeLine(page, 'diag')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Diagnostics' })
  await expect(grid).toBeFocused()
  await page.keyboard.press('Control+F10')
  // The window reports its own part every 5 s.
  for (const title of ['Key to command', 'Command received', 'Core to wire']) {
    const row = grid.getByRole('row', { name: new RegExp(`^${title}`) })
    await expect(row).toContainText(/ago/)
    const [, worst = '', , , count = ''] = await row.getByRole('gridcell').allInnerTexts()
    expect(worst).toMatch(/^[\d.]+ (µs|ms|s)$/)
    expect(count).toBe('1')
  }
  expect(complaints).toEqual([])
})
