import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import {
  arm,
  blotter,
  chooseCustomer,
  collectFaults,
  ladder,
  seeBook,
  signIn,
  tradingKeys,
} from '../story.ts'

const chip = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Ctrl 0$/ })

/** The list of workspaces, and what its first row does for the words. */
async function choose(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+0')
  await expect(page.getByRole('combobox', { name: 'Workspaces' })).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

async function name(page: Page, words: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Name' })
  await expect(field).toBeFocused()
  await field.press('Control+a')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

test('workspaces are opened, made, renamed, deleted, restored, exported and imported by keyboard', async ({
  openTerminal,
}, info) => {
  const { page, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await expect(chip(page)).toContainText('Dealing')
  const { faults, look } = collectFaults(page)

  // A switch disarms, and keeps the customer.
  await page.keyboard.press('F5')
  await arm(page)
  await page.keyboard.press('Control+2')
  await expect(chip(page)).toContainText('Watch wall')
  await expect(tradingKeys(page)).toContainText('Keys off: the workspace Watch wall opens')
  await expect(ladder(page)).toBeFocused()
  await expect(page.getByRole('banner').getByRole('button', { name: /C1042/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ladder 4' })).toBeVisible()
  await look('Watch wall')
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('grid', { name: 'Watchlist' })).toBeVisible()

  // A change is saved when another workspace opens, and is there again afterwards.
  await page.keyboard.press('F8')
  await page.keyboard.press('Control+Shift+X')
  await expect(page.getByRole('tab', { name: /^Trades/ })).toHaveCount(0)
  await expect(chip(page)).toContainText('changed')
  await page.keyboard.press('Control+3')
  await expect(page.getByRole('grid', { name: 'Customers' })).toBeFocused()
  await look('Operations')
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('grid', { name: 'Watchlist' })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Trades/ })).toHaveCount(0)
  await expect(chip(page)).not.toContainText('changed')

  await page.keyboard.press('Control+0')
  await look('Workspaces')
  await page.keyboard.press('Escape')
  await choose(page, 'duplicate')
  await name(page, 'Night desk')
  await expect(chip(page)).toContainText('Night desk')
  await choose(page, 'rename')
  await look('Rename')
  await name(page, 'Asia')
  await expect(chip(page)).toContainText('Asia')

  // The command line opens one by the beginning of its name.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('space oper')
  await expect(page.getByRole('search', { name: 'Command' })).toContainText(
    'Enter opens the workspace Operations here; ladders disarm, nothing is sent',
  )
  await page.keyboard.press('Enter')
  await expect(chip(page)).toContainText('Operations')

  await choose(page, 'delete')
  await page.keyboard.type('Asia')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Asia is deleted. No order depends on it.').first()).toBeVisible()
  await page.keyboard.press('Control+4')
  await expect(page.getByText('No workspace has the key Ctrl 4.').first()).toBeVisible()
  await choose(page, 'restore asia')
  await expect(page.getByText('Asia is back.').first()).toBeVisible()
  await page.keyboard.press('Control+4')
  await expect(chip(page)).toContainText('Asia')

  // A file has the name and everything that the window shows. A damaged one adds nothing; a later one adds what it can.
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'export asia')])
  const path = info.outputPath('asia.json')
  await download.saveAs(path)
  const file = JSON.parse(readFileSync(path, 'utf8')) as { content: { panels: object } }
  expect(file).toMatchObject({ format: 'openpit-workspace', version: 1, name: 'Asia' })
  const later = info.outputPath('later.json')
  Object.assign(file.content.panels, { 'heatmap:1': { kind: 'heatmap' }, broken: 1 })
  writeFileSync(later, JSON.stringify({ ...file, version: 9 }))
  const damaged = info.outputPath('damaged.json')
  writeFileSync(damaged, readFileSync(path, 'utf8').slice(0, 200))
  const bring = async (from: string) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose(page, 'import')])
    await chooser.setFiles(from)
  }
  await bring(damaged)
  await expect(page.getByText('The file adds no workspace: it is damaged').first()).toBeVisible()
  await bring(later)
  await expect(chip(page)).toContainText('Asia 2')
  await page.keyboard.press('Shift+F1')
  const notices = page.getByRole('grid', { name: 'Notices' })
  await expect(notices).toContainText(
    'A newer Openpit wrote the file (version 9; this release reads up to 1)',
  )
  await expect(notices).toContainText('Left out: broken of panels.')
  await expect(notices).toContainText('Panels left out: this release has no heatmap.')
  await page.keyboard.press('Escape')

  // All of it is there after a reload, disarmed.
  await page.reload()
  await expect(chip(page)).toContainText('Asia 2')
  await expect(tradingKeys(page)).not.toContainText('ARMED')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('two windows with one workspace never overwrite each other, and the watch wall opens in another window', async ({
  openTerminal,
}) => {
  const { page: first, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await signIn(first)
  const [wall] = await Promise.all([first.waitForEvent('popup'), choose(first, 'dealing and')])
  await expect(chip(wall)).toContainText('Watch wall')
  await expect(wall.getByRole('region', { name: 'Ladder 4' })).toBeVisible()
  await seeBook(wall)
  await expect(chip(first)).toContainText('Dealing')

  // Both change Dealing; the second to leave it keeps its changes under a name of its own.
  await wall.keyboard.press('Control+1')
  await expect(chip(wall)).toContainText('Dealing')
  for (const [page, key, title] of [
    [first, 'F8', 'Trades'],
    [wall, 'F7', 'Orders'],
  ] as const) {
    await page.keyboard.press(key)
    await page.keyboard.press('Control+Shift+X')
    await expect(page.getByRole('tab', { name: new RegExp(`^${title}`) })).toHaveCount(0)
  }
  await first.keyboard.press('Control+3')
  await expect(chip(first)).toContainText('Operations')
  await wall.keyboard.press('Control+3')
  await expect(chip(wall)).toContainText('Operations')
  await expect(wall.getByText('What this window shows is saved as Dealing 2.').first()).toBeVisible()
  await first.keyboard.press('Control+1')
  await expect(first.getByRole('tab', { name: /^Orders/ })).toHaveCount(1)
  await expect(first.getByRole('tab', { name: /^Trades/ })).toHaveCount(0)
  await first.keyboard.press('Control+4')
  await expect(chip(first)).toContainText('Dealing 2')
  await expect(first.getByRole('tab', { name: /^Orders/ })).toHaveCount(0)
  await expect(first.getByRole('tab', { name: /^Trades/ })).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('a sort chosen as the page reloads is there after it, although timers are late and a page that goes can send nothing more', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal('--seed', '7')
  // Before the page's own listeners, in each page: what they send from then on is lost.
  await page.addInitScript(() =>
    addEventListener('pagehide', () => {
      WebSocket.prototype.send = () => undefined
    }),
  )
  await page.reload()
  await signIn(page)
  const orders = await blotter(page, 'F7', 'Orders')
  await page.evaluate(() => {
    // A busy page runs its timers too late.
    Object.assign(window, { setTimeout: () => 0 })
    const press = { code: 'KeyS', key: 's', bubbles: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press))
    location.reload()
  })
  await page.waitForEvent('load')
  await seeBook(page)
  await blotter(page, 'F7', 'Orders')
  await expect(orders.locator('[aria-sort=ascending], [aria-sort=descending]')).toHaveCount(1)
})
