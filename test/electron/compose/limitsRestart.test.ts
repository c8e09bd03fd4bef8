import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compose } from '../../../electron/compose.ts'
import type { Desk } from '../../../electron/desk.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import { DEFAULT_RULES, type LimitRule } from '../../../shared/domain/limits.ts'
import { draftOf, text } from '../core/deskHarness.ts'
import { DeskWindow } from './deskWindow.ts'

const soon = { timeout: 20_000, interval: 20 }
/** Ends every run that a test opened. */
const open: Desk[] = []
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-limits-'))
})
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openDesk() {
  const desk = await compose({
    dataDirectory: join(folder, 'data'),
    venueFile: null,
    paper: { seed: 3, replay: null, speed: 1, faults: false },
    session: null,
    record: null,
    liveOverLoopback: false,
    processRoot: new URL('../../../electron/', import.meta.url),
  })
  open.push(desk)
  const window = new DeskWindow(desk)
  const signIn: Request<'session.signIn'> = {
    venueId: 'paper',
    username: null,
    password: null,
    signingKey: null,
    keep: 'run',
  }
  expect((await window.call('session.signIn', signIn)).ok).toBe(true)
  const ties = window.follow('reconciliation')
  const tickers = window.follow('tickers')
  await vi.waitFor(() => {
    expect(ties.now().map((tie) => tie.open)).not.toContain(false)
    expect(ties.now()).not.toEqual([])
    expect(tickers.now()).not.toEqual([])
  }, soon)
  const close = async () => {
    open.splice(open.indexOf(desk), 1)
    await desk.close()
  }
  return { window, close }
}

let intents = 0
const buy = async (window: DeskWindow, amount: string) => {
  const sent = await window.call('order.submit', {
    intentId: `limits-${++intents}`,
    typed: null,
    draft: draftOf({ amount: text(amount), limitPrice: text('60000') }),
  })
  return sent.ok ? sent.value.outcome : sent.failure.message
}

const desk = DEFAULT_RULES[0]
if (!desk) throw new Error('the terminal comes with no limits')
const block = (notional: string): LimitRule[] => [
  { ...desk, bounds: { ...desk.bounds, notional: { warn: null, block: text(notional) } } },
]

/** What a hand or a disk does to the settings file; null deletes the file. */
const DAMAGES: readonly [name: string, damage: (now: string, before: string) => string | null][] = [
  ['deleted', () => null],
  ['emptied', () => ''],
  ['filled with nonsense', () => 'nonsense'],
  ['without the limits', (now) => now.replaceAll('core-limits', 'core-other')],
  [
    'with looser limits',
    (now) => now.replaceAll(String.raw`\"block\":\"10000\"`, String.raw`\"block\":null`),
  ],
  ['replaced by an older copy', (_, before) => before],
  ['with limits that are no JSON', (now) => now.replace(/("core-limits": ")[^\n]*(",?\n)/, '$1nonsense$2')],
]

it.each(DAMAGES)(
  'a settings file that is %s lets no order over a firm block out, and says so',
  async (_, damage) => {
    const settings = join(folder, 'data', 'settings.json')
    const first = await openDesk()
    await first.window.call('limits.save', { baseVersion: 0, rules: block('1000000'), typed: null })
    const before = readFileSync(settings, 'utf8')
    await first.window.call('limits.save', { baseVersion: 1, rules: block('10000'), typed: null })
    expect(await buy(first.window, '1')).toContain('over the limit of 10,000 USDC')
    await first.close()

    const now = readFileSync(settings, 'utf8')
    const damaged = damage(now, before)
    expect(damaged).not.toBe(now)
    if (damaged === null) rmSync(settings)
    else writeFileSync(settings, damaged)

    const second = await openDesk()
    const notices = second.window.follow('notices')
    expect(
      notices
        .now()
        .map(({ message }) => message)
        .join(),
    ).toContain('Openpit sends only cancels and orders that close positions')
    expect(await buy(second.window, '1')).toContain('Version 2 of the limits, from the order journal')
    expect(await buy(second.window, '0.01')).toContain('Open the Limits panel')
    const confirmed = { baseVersion: 2, rules: block('10000'), typed: 'confirm' }
    expect((await second.window.call('limits.save', confirmed)).ok).toBe(true)
    expect(await buy(second.window, '1')).toContain('over the limit of 10,000 USDC')
    expect(await buy(second.window, '0.01')).toBe('taken')
  },
  60_000,
)
