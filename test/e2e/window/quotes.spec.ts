import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { collectFaults, ladder, seeBook, signIn } from '../story.ts'

/** Types a word that opens a panel, and waits until its rows have the focus. */
async function open(page: Page, word: string, grid: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: grid, exact: true })).toBeFocused()
}

test('a dealer makes a list of quotes, sorts it and shows a row in a ladder, all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  await open(page, 'quotes', 'Quote board')
  const grid = page.getByRole('grid', { name: 'Quote board' })
  const names = () => grid.getByRole('row').locator('[role=gridcell]:first-child .strong').allInnerTexts()
  await expect(grid.getByRole('row', { name: /SOL/ })).toContainText('live')
  await look('quote board')

  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: /^New list/ })).toBeFocused()
  await look('set-up of the quote board')
  await page.keyboard.type('Majors')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /^Add/ })).toBeFocused()
  await page.keyboard.type('sol eth btc')
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['SOL', 'ETH', 'BTC'])
  await page.keyboard.press('Escape')
  await expect(grid).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await expect.poll(names).toEqual(['ETH', 'BTC'])
  await page.keyboard.press('u')
  await expect.poll(names).toEqual(['SOL', 'ETH', 'BTC'])

  await page.keyboard.press('s')
  await page.keyboard.press('s')
  await expect.poll(names).toEqual(['BTC', 'ETH', 'SOL'])
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+l')
  await expect(ladder(page, 'SOLUSDC_PERP')).toBeFocused()

  await page.reload()
  await seeBook(page)
  await open(page, 'quotes', 'Quote board')
  await expect(page.getByRole('radio', { name: 'Majors' })).toBeChecked()
  await expect.poll(names).toEqual(['BTC', 'ETH', 'SOL'])
  await look('own list')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('time and sales shows runs, leaves out small ones and stands still, all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  await open(page, 'tape', 'Time and sales')
  const panel = page.getByRole('region', { name: 'Time and sales', exact: true })
  const sales = panel.getByRole('grid')
  await expect(sales.getByRole('row').nth(8)).toBeVisible()
  await page.keyboard.press('Space')
  await expect(panel.getByText('Paused.')).toBeVisible()
  const first = await sales.getByRole('row').nth(1).innerText()
  await expect(panel.getByText(/[1-9]\d* prints? waits?\./)).toBeVisible()
  expect(await sales.getByRole('row').nth(1).innerText()).toBe(first)
  await look('time and sales, paused')
  await page.keyboard.press('Space')
  await expect.poll(() => sales.getByRole('row').nth(1).innerText()).not.toBe(first)

  await page.keyboard.press('m')
  await page.keyboard.type('1000')
  await page.keyboard.press('Enter')
  await expect(
    panel.getByText(/^None of the [\d,]+ prints held makes a row of 1,000 BTC or more/),
  ).toBeVisible()
  await page.keyboard.press('m')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await page.keyboard.press('b')
  await page.keyboard.type('0.001')
  await page.keyboard.press('Enter')
  await expect(sales.getByRole('row', { name: /◆/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByText('Paused while a row is selected.')).toBeVisible()
  await look('time and sales, big prints')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
