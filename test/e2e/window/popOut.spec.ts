import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { arm, chooseCustomer, ladder, seeBook, signIn, tradingKeys } from '../story.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const boxOf = async (page: Page, name: string) => {
  const box = await panel(page, name).boundingBox()
  if (box === null) throw new Error(`${name} is not on screen`)
  return box
}
const notices = (page: Page) => page.locator('section.toasts')

/** Pops the focused panel out by key. */
async function popOut(page: Page): Promise<Page> {
  const [own] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Control+Shift+F8')])
  return own
}

test('an armed ladder pops out by key, disarmed and with its own link, and comes back to its place by key', async ({
  openTerminal,
}) => {
  const { page: home, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(home)
  await chooseCustomer(home, 'C1042')
  const before = await boxOf(home, 'Ladder 2')
  await panel(home, 'Ladder 2').getByRole('grid').focus()
  await home.keyboard.press('Control+Shift+5')
  await home.keyboard.press('F3')
  await home.keyboard.type('SOL')
  await home.keyboard.press('Enter')
  await expect(ladder(home, 'SOLUSDC_PERP').getByRole('gridcell')).not.toHaveCount(0)
  await ladder(home, 'SOLUSDC_PERP').focus()
  await arm(home)
  const keys = tradingKeys(home)

  const own = await popOut(home)
  await expect(panel(home, 'Ladder 2')).toHaveCount(0)
  await expect(keys).not.toContainText('ARMED')
  await expect(notices(home)).toContainText('Ladder 2 is in a window of its own now, disarmed.')
  await expect(ladder(own, 'SOLUSDC_PERP')).toHaveCount(1)
  await expect(own.locator('[data-instance]')).toHaveCount(1)
  await expect(panel(own, 'Ladder 2').getByRole('button', { name: 'Instrument link 5' })).toBeVisible()
  await expect(tradingKeys(own)).not.toContainText('ARMED')
  // No undo brings it back while it is elsewhere, and a reload of either window changes nothing.
  await home.keyboard.press('Control+Shift+Z')
  await expect(panel(home, 'Ladder 2')).toHaveCount(0)
  for (const page of [home, own]) await page.reload()
  await seeBook(home)
  await expect(ladder(own, 'SOLUSDC_PERP')).toHaveCount(1)
  await expect(panel(home, 'Ladder 2')).toHaveCount(0)

  // What changes in its own window comes back with it.
  await own.keyboard.press('F5')
  await own.keyboard.press('Control+Shift+6')
  await expect(panel(own, 'Ladder 2').getByRole('button', { name: 'Instrument link 6' })).toBeVisible()
  // The window is gone before the key is released.
  const release = own.keyboard.press('Control+Shift+F8').catch(() => undefined)
  await Promise.all([own.waitForEvent('close'), release])
  await expect(panel(home, 'Ladder 2').getByRole('button', { name: 'Instrument link 6' })).toBeVisible()
  await expect(notices(home)).toContainText('Ladder 2 is back in this window, disarmed')
  const after = await boxOf(home, 'Ladder 2')
  expect(after.x).toBeCloseTo(before.x, 0)
  expect(after.width).toBeCloseTo(before.width, 0)
  expect(complaints).toEqual([])
})

test('closing its own window puts a table back among its tabs', async ({ openTerminal }) => {
  const { page: home, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(home)
  await home.keyboard.press('F7')
  await expect(panel(home, 'Orders').getByRole('grid')).toBeFocused()
  const tabs = await home.getByRole('tab').allTextContents()
  expect(tabs).toContain('Orders')
  const own = await popOut(home)
  await expect(panel(own, 'Orders')).toBeVisible()
  await expect(home.getByRole('tab', { name: 'Orders' })).toHaveCount(0)
  await own.keyboard.press('Control+Shift+F10')
  await expect(notices(own)).toContainText('A browser cannot keep a window in front')
  await own.close()
  await expect(home.getByRole('tab')).toHaveText(tabs)
  expect(complaints).toEqual([])
})

test('no workspace is opened while a panel is popped out, so that no panel is in two windows', async ({
  openTerminal,
}) => {
  const { page: home, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(home)
  await home.keyboard.press('F5')
  await expect(ladder(home)).toBeFocused()
  const own = await popOut(home)
  await seeBook(own)
  await home.keyboard.press('Control+2')
  await expect(notices(home)).toContainText('Ladder 1 is in a window of its own. Nothing was changed.')
  await own.keyboard.press('Control+2')
  await expect(notices(own)).toContainText('This window has one popped-out panel')
  await expect(own.locator('[data-instance]')).toHaveCount(1)
  expect(complaints).toEqual([])
})
