import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { arm, chooseCustomer, collectFaults, enterSheet, letStand, propose, seeBook } from '../story.ts'

const tour = (page: Page) => page.getByRole('region', { name: 'Practice tour' })
const seeStep = (page: Page, title: string) =>
  expect(tour(page).getByRole('heading', { name: title })).toBeVisible()

test('the practice tour from the sign-in to the last step, by its own keys, over a reload', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await seeBook(page)
  const { faults, look } = collectFaults(page)
  await seeStep(page, 'Choose a customer')
  // Without a customer nothing is armed, and the tour stays at its step.
  await page.keyboard.press('F10')
  await expect(tour(page).getByRole('status')).toContainText('This window has no customer')
  await chooseCustomer(page, 'C1042')
  await seeStep(page, 'Go to the ladder')
  await page.keyboard.press('F5')
  await seeStep(page, 'Arm the ladder')
  await arm(page)
  await seeStep(page, 'Place a limit order that rests')
  for (let times = 0; times < 4; times++) await page.keyboard.press('PageDown')
  await propose(
    page,
    'b',
    page
      .getByRole('status')
      .filter({ hasText: /C1042 · BUY .* LIMIT/ })
      .first(),
  )
  await expect(tour(page).getByRole('status')).toContainText('The order waits')
  await look('the tour', '[data-panel=tour]')
  await letStand(page)
  await page.keyboard.press('Enter')
  await seeStep(page, 'Cancel it')
  await page.keyboard.press('Delete')
  await seeStep(page, 'Lock trading')
  await page.keyboard.press('F12')
  await seeStep(page, 'Release the lock')

  await page.reload()
  await seeStep(page, 'Release the lock')
  await page.keyboard.press('F12')
  await expect(page.getByRole('textbox', { name: 'Type UNLOCK to release' })).toBeFocused()
  await page.keyboard.type('UNLOCK')
  await enterSheet(page)
  await seeStep(page, 'Buy from the ticket, with take profit and stop')
  // A reload leaves a window without a customer, and disarmed.
  await chooseCustomer(page, 'C1042')
  await seeBook(page)
  await page.keyboard.press('F9')
  const field = (name: string) => page.getByRole('form', { name: 'Order ticket' }).getByLabel(name)
  await expect(field('Amount')).toBeFocused()
  await page.getByRole('radio', { name: 'Buy' }).press('Space')
  await page.getByRole('radio', { name: 'Market', exact: true }).press('Space')
  await field('Amount').fill('0.1')
  await field('+ Profit').fill('2%')
  await field('+ Stop').fill('2%')
  await page.keyboard.press('Control+Enter')
  await letStand(page)
  await page.keyboard.press('Enter')
  await seeStep(page, 'Throw the kill switch')
  await page.keyboard.press('Control+Shift+F12')
  await page.keyboard.type('KILL')
  await enterSheet(page)
  await seeStep(page, 'Lift the halt')
  await page.keyboard.press('Shift+F12')
  await page.keyboard.type('DESK')
  await enterSheet(page)
  await seeStep(page, 'Close the position')
  await page.keyboard.press('F6')
  await page.keyboard.press('Home')
  await page.keyboard.press('f')
  await expect(page.getByRole('alert').filter({ hasText: 'Enter sends' })).toBeVisible()
  await letStand(page)
  await page.keyboard.press('Enter')
  await expect(tour(page).getByRole('status')).toContainText('You did every step')
  await expect(tour(page).getByText('✓ done')).toHaveCount(11)
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
