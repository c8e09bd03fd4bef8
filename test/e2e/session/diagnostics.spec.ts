import { expect, test } from '../desk.ts'
import { collectFaults, signIn } from '../story.ts'

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
  await expect(drawn).toContainText(/ago/, { timeout: 20_000 })
  const [, worst = '', median = '', longest = '', count = ''] = await drawn
    .getByRole('gridcell')
    .allInnerTexts()
  for (const time of [worst, median, longest]) expect(time).toMatch(/^[\d.]+ (ms|s)$/)
  expect(Number(count.replaceAll(',', ''))).toBeGreaterThan(0)
  await expect(grid.getByRole('row', { name: /^Key to wire/ })).toContainText(
    'not measured: no order in the last 15 minutes',
  )
  await look('diagnostics')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
