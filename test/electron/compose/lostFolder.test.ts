/** Files that were taken out of the data folder between two runs of the composed terminal: what is lost is said, and nothing is dealt as if nothing had been there. */

import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_RULES } from '../../../shared/domain/limits/limits.ts'
import { C1, draftOf, text } from '../core/deskHarness.ts'
import type { DeskWindow } from './deskWindow.ts'
import { paperRuns, soon } from './paperRuns.ts'
import { blankCustomer } from '../../../shared/domain/accounts/customer.ts'

const runs = paperRuns()

let intents = 0
beforeEach(() => {
  intents = 0
})
const buy = async (window: DeskWindow, typed: string | null = null) => {
  const sent = await window.call('order.submit', {
    intentId: `lost-${typed === null ? ++intents : intents}`,
    typed,
    // Each order another: two alike would be asked about.
    draft: draftOf({ amount: text(`0.0${10 + intents}`), limitPrice: text('50000') }),
  })
  return sent.ok ? sent.value.outcome : sent.failure.message
}
const messagesOf = (window: DeskWindow) =>
  window
    .follow('notices')
    .now()
    .map(({ message }) => message)
    .join('\n')

const remove = (names: (name: string) => boolean) => {
  for (const name of readdirSync(runs.data()).filter(names))
    rmSync(join(runs.data(), name), { recursive: true })
}

it.each([
  ['its journal, its key and its settings', (name: string) => /^(?:journal|settings)/.test(name)],
  ['anything but the notices of earlier runs', (name: string) => !name.startsWith('notices')],
  ['anything but its key', (name: string) => name !== 'journal-key.pem'],
  ['anything but the folder of the paper broker', (name: string) => name !== 'paper'],
])(
  'a folder without %s blocks new orders before the limits are confirmed',
  async (_, isGone) => {
    const first = await runs.run()
    expect(await buy(first.window)).toBe('taken')
    await first.desk.close()
    remove(isGone)

    // Also after another start: the new journal remembers that the old one is gone.
    for (const start of [1, 2]) {
      const { desk, window } = await runs.run()
      const messages = messagesOf(window)
      expect(messages).toMatch(/order journal of earlier runs is gone.*limits.*halts.*groups/)
      expect(messages).toContain('Openpit sends only cancels and orders that close positions')
      expect(await buy(window), `start ${start}`).toContain('Open the Limits panel')
      await desk.close()
      if (start === 1) remove((name) => name.startsWith('settings'))
    }
    const third = await runs.run()
    const { unconfirmed } = third.window.follow('limits').now()
    const confirm = { baseVersion: 0, rules: [...DEFAULT_RULES], unconfirmed }
    expect((await third.window.call('limits.save', { ...confirm, typed: null })).ok).toBe(false)
    expect((await third.window.call('limits.save', { ...confirm, typed: 'confirm' })).ok).toBe(true)
    // What was sent in the day before is gone, too: each order is asked about, with its notional in thousands.
    expect(await buy(third.window)).toBe('warned')
    expect(await buy(third.window, '1')).toBe('taken')
    await third.desk.close()
    const { window } = await runs.run()
    expect(await buy(window)).toBe('warned')
    expect(await buy(window, '1')).toBe('taken')
  },
  90_000,
)

it('without its key file the terminal says before the sign-in what that means, and whose orders it cannot know', async () => {
  const first = await runs.run()
  expect(await buy(first.window)).toBe('taken')
  const orders = first.window.follow('orders')
  await vi.waitFor(() => expect(orders.now()).toMatchObject([{ phase: 'working' }]), soon)
  await first.desk.close()
  remove((name) => name === 'journal-key.pem')

  const { window, restriction } = await runs.run()
  expect(restriction).toContain(`is missing: the file ${join(runs.data(), 'journal-key.pem')}.`)
  expect(restriction).toMatch(/sends no new order, amend or transfer\. Reading and canceling work/)
  const found = window.follow('orders')
  await vi.waitFor(() => expect(found.now()).toMatchObject([{ origin: 'unknown' }]), soon)
  const messages = messagesOf(window)
  expect(messages).toContain('It is unknown whether this desk sent orders of C1042')
  expect(messages).not.toMatch(/not sent from this desk|keychain does not answer/)
  expect(await buy(window)).toContain('journal-key.pem')
  for (const { customerCode, referenceId } of found.now())
    expect((await window.call('order.cancel', { customerCode, referenceId })).ok).toBe(true)
  await vi.waitFor(() => expect(found.now()).toMatchObject([{ status: 'canceled' }]), soon)
}, 60_000)

it('a settings file that was deleted frees no customer of a halted group', async () => {
  const first = await runs.run()
  const customer = { ...blankCustomer(C1, 'hand'), group: 'macro' }
  expect((await first.window.call('customer.save', { customer })).ok).toBe(true)
  const scope = { kind: 'group' as const, group: 'macro' }
  expect((await first.window.call('halt.start', { scope, mode: 'halted' })).ok).toBe(true)
  await first.desk.close()
  remove((name) => name.startsWith('settings'))

  const { window } = await runs.run()
  expect(messagesOf(window)).toMatch(/The halt of group macro covers C1042.*The settings differ/)
  expect(messagesOf(window)).toContain(
    `The settings file ${join(runs.data(), 'settings.json')} of earlier runs is gone. Saved layouts, venue profiles, alerts, and names and groups of customers are missing: no alert is watched. Orders and halts are not affected, because they are in the order journal.`,
  )
  expect(await buy(window)).toMatch(/Group macro is halted/)
}, 60_000)

it('a folder reports each lost file once, and a new folder none', async () => {
  const lost = /(?:settings file|file of notices) .* gone/g
  const alerts = (window: DeskWindow) => window.follow('alerts').now()
  const first = await runs.run()
  expect(messagesOf(first.window)).not.toMatch(lost)
  expect(alerts(first.window)).toMatchObject({ alerts: [], problem: null })
  await first.desk.close()
  remove((name) => name.startsWith('settings') || name.startsWith('notices'))

  const second = await runs.run()
  expect(messagesOf(second.window).match(lost)).toHaveLength(2)
  expect(alerts(second.window).problem).toContain('no alert of those runs is watched')
  await second.desk.close()
  const third = await runs.run()
  const notices = third.window.follow('notices').now()
  expect(notices.filter(({ message }) => message.match(lost)).map(({ count }) => count)).toEqual([1, 1])
}, 60_000)

it('a terminal whose journal failed still reports that its folder was taken', async () => {
  const { window } = await runs.run()
  // The journal file is replaced: the journal fails, and watches its lock no more.
  const file = join(runs.data(), 'journal', '000001.journal')
  writeFileSync(`${file}.x`, readFileSync(file))
  renameSync(`${file}.x`, file)
  await vi.waitFor(() => expect(messagesOf(window)).toMatch(/was changed from outside/), soon)
  rmSync(join(runs.data(), 'journal', 'lock'))
  await vi.waitFor(() => expect(messagesOf(window)).toMatch(/is no longer this terminal's/), soon)
  const reports = window.follow('notices').now()
  expect(reports.filter(({ message }) => message.includes("no longer this terminal's"))).toMatchObject([
    { level: 'error', count: 1 },
  ])
}, 60_000)

it('a lock file removed under a running terminal closes it for new orders, with a notice', async () => {
  const { window } = await runs.run()
  expect(await buy(window)).toBe('taken')
  const orders = window.follow('orders')
  await vi.waitFor(() => expect(orders.now()).toMatchObject([{ phase: 'working' }]), soon)
  rmSync(join(runs.data(), 'journal', 'lock'))
  await vi.waitFor(
    () => expect(messagesOf(window)).toMatch(/is no longer this terminal's.*sends no new order/),
    soon,
  )
  expect(await buy(window)).toMatch(/is no longer this terminal's/)
  for (const { customerCode, referenceId } of orders.now())
    expect((await window.call('order.cancel', { customerCode, referenceId })).ok).toBe(true)
  await vi.waitFor(() => expect(orders.now()).toMatchObject([{ status: 'canceled' }]), soon)
}, 60_000)

it.skipIf(!existsSync('/dev/full'))(
  'a log on a full disk is a notice, and orders go on',
  async () => {
    const first = await runs.run()
    await first.desk.close()
    remove((name) => name.startsWith('openpit'))
    symlinkSync('/dev/full', join(runs.data(), 'openpit.log'))
    const second = await runs.run()
    expect(await buy(second.window)).toBe('taken')
    await vi.waitFor(
      () =>
        expect(messagesOf(second.window)).toMatch(
          /openpit\.log can no longer be written: the disk is full\. Orders are not affected\./,
        ),
      soon,
    )
  },
  60_000,
)
