import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { blotter, chooseCustomer, collectFaults, command, dealALittle, ladder, signIn } from '../story.ts'

test('axe finds nothing serious on sign-in and desk, and the page logs no error', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeVisible()
  await look('sign-in')
  await signIn(page)
  await look('desk without a customer')
  await dealALittle(page)
  await look('desk with positions, armed')
  await page.keyboard.press('b')
  await look('ladder with an order waiting for Enter')
  await page.keyboard.press('Escape')
  for (const key of ['F7', 'F8', 'F9', 'F4']) {
    await page.keyboard.press(key)
    await look(`desk after ${key}`)
  }
  await chooseCustomer(page, 'C2007')
  await command(page, 'cx C1042')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('axe finds nothing serious on the sheets, and the page logs no error', async ({ openTerminal }) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  const dialog = page.getByRole('dialog')
  for (const key of ['F1', 'F2', 'F3']) {
    await page.keyboard.press(key)
    await expect(dialog).toBeVisible()
    await look(`sheet of ${key}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.keyboard.press('F4')
  await page.keyboard.press('Home')
  await page.keyboard.press('d')
  await expect(dialog).toBeVisible()
  await look('deposit')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const

const panelOf = (id: string) => `[data-instance="${id}"]`
const SHEET = '[role=dialog]'

/** Types a word that opens a panel, and waits until its rows have the focus. */
async function openPanel(page: Page, word: string, grid: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: grid, exact: true })).toBeFocused()
}

/** Types into the search of the settings, and goes to what it found. */
async function findSetting(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a setting or a key' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
}

test('axe finds nothing serious on the screens of a desk of monitors, at 1366 × 768 and 1920 × 1080', async ({
  openTerminal,
}, info) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  /** `within`: what is new on the screen. The rest of the page is looked at in the stories above. */
  const lookAtBoth = async (screen: string, within: string) => {
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await look(`${screen} at ${size.width}`, within)
    }
  }
  await signIn(page)
  await dealALittle(page)
  await expect(page.getByRole('banner').getByText('Equity')).toBeVisible()
  await lookAtBoth('account figures', 'header')
  await lookAtBoth('queue of own orders', panelOf('ladder:1'))

  await test.step('quote board: own list, tiles; time and sales', async () => {
    await openPanel(page, 'quotes', 'Quote board')
    await page.keyboard.press('n')
    await page.keyboard.type('Majors')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Add/ })).toBeFocused()
    await page.keyboard.type('sol eth btc')
    await page.keyboard.press('Enter')
    await lookAtBoth('own list of quotes, adding', panelOf('quoteBoard:1'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('v')
    await expect(page.getByRole('grid', { name: 'Quote board' }).getByRole('gridcell').first()).toContainText(
      'funding',
    )
    await lookAtBoth('tiles', panelOf('quoteBoard:1'))
    await openPanel(page, 'tape', 'Time and sales')
    await lookAtBoth('time and sales', '[aria-label="Time and sales"]')
  })

  await test.step('tables: filter and sort', async () => {
    await blotter(page, 'F7', 'Orders')
    await page.keyboard.press('s')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('btc')
    await lookAtBoth('orders, sorted and filtered', panelOf('orders:1'))
    await page.keyboard.press('Escape')
  })

  await test.step('chart: words of indicators and drawings', async () => {
    for (const [key, sheet, words] of [
      ['i', 'Indicators', 'ema 21'],
      ['d', 'Drawings', 'level 62000'],
    ] as const) {
      await page.getByRole('application').first().focus()
      await page.keyboard.press(key)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(sheet)
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await page.keyboard.type('nonsense')
      await page.keyboard.press('Enter')
      await lookAtBoth(sheet, SHEET)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  })

  await test.step('settings: mouse profile, key editor, review of an import', async () => {
    await page.keyboard.press('Control+Comma')
    await findSetting(page, 'mouse profile')
    await lookAtBoth('mouse profile', panelOf('settings:1'))
    await findSetting(page, 'pick the customer of this window')
    await page.getByRole('button', { name: /^Change the key of pick the customer/ }).press('Enter')
    await page.keyboard.press('F7')
    await expect(page.getByRole('alert').getByText('F7 is the key of')).toBeVisible()
    await lookAtBoth('key editor with a refused key', panelOf('settings:1'))
    await findSetting(page, '')
    const file = info.outputPath('settings.json')
    const values = { 'look.density': 'compact', 'arming.idleMinutes': 30, 'no.such': 1 }
    writeFileSync(file, JSON.stringify({ format: 'openpit-settings', version: 1, values, keys: {} }))
    await page.getByLabel('File of settings').setInputFiles(file)
    await expect(page.getByRole('group', { name: 'Import' })).toBeVisible()
    await lookAtBoth('review of an import', panelOf('settings:1'))
    await page.getByRole('searchbox', { name: 'Find a setting or a key' }).press('Escape')
  })

  await test.step('workspaces', async () => {
    await page.keyboard.press('Control+0')
    await expect(page.getByRole('dialog')).toBeVisible()
    await lookAtBoth('list of workspaces', SHEET)
    await page.keyboard.type('duplicate')
    await page.keyboard.press('Enter')
    await lookAtBoth('name of a workspace', SHEET)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+2')
    await expect(page.getByRole('region', { name: 'Ladder 4' })).toBeVisible()
    await expect(ladder(page).getByRole('gridcell')).not.toHaveCount(0)
    await lookAtBoth('watch wall', panelOf('ladder:4'))
    await page.keyboard.press('Control+3')
    await expect(page.getByRole('grid', { name: 'Customers' })).toBeFocused()
    await lookAtBoth('operations', panelOf('customers:1'))
  })
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
