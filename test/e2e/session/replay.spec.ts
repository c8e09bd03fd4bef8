import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findSession, sessionRecords } from '../../../electron/record/sessionFiles.ts'
import { startTerminal } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import { blotter, chooseCustomer, command, seeBook, signIn } from '../story.ts'

/** What the private stream said of orders, as far as it is on disk. */
function recordedOrders(folder: string): string {
  const session = findSession(folder)
  if (!session.ok) return ''
  return [...sessionRecords(session.value.files, () => undefined)]
    .filter(({ stream, kind }) => stream === 'private' && kind === 'in')
    .map(({ payload }) => payload.toString('utf8'))
    .join('\n')
}

test('a replayed session shows REPLAY and the recorded time instead of the venue, and its orders', async ({
  browser,
  openTerminal,
  atEnd,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-record-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const recorded = await startTerminal('--record', folder)
  atEnd(() => recorded.stop())
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const first = await context.newPage()
  await first.goto(recorded.url)
  await signIn(first)
  await chooseCustomer(first, 'C1042')
  for (const line of ['# b $25k btc m x5', '# b 0.1 btc 31000']) await command(first, line)
  const orders = (item: Page) => blotter(item, 'F7', 'Orders')
  await expect(await orders(first)).toContainText('31,000')
  // The row stands there before the venue has heard of it: a recording that stops now would not hold the order.
  await expect.poll(() => recordedOrders(folder)).toContain('31000')
  await context.close()
  await recorded.stop()

  const { page } = await openTerminal('--replay', folder, '--speed', '2')
  await expect(page.getByRole('button', { name: 'Open the replay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await seeBook(page)
  const bar = page.getByRole('banner')
  await expect(bar.getByText('REPLAY')).toBeVisible()
  await expect(bar.getByTitle(/^A recording of Built-in broker: nothing can be sent/)).toHaveText(
    /^\d\d-\d\d \d\d:\d\d:\d\d UTC$/,
  )
  await expect(bar.getByText('PAPER')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toContainText('A recording: nothing can be sent')
  await chooseCustomer(page, 'C1042')
  // On a slow machine the recording is long, and its replay takes half as long.
  await expect(await orders(page)).toContainText('31,000', { timeout: 300_000 })
  await expect(bar.getByText('is over')).toBeVisible({ timeout: 300_000 })
})
