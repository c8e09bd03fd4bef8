/** Limits on the composed desk: real paper broker, order journal and settings file, and a restart. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_RULES, type LimitRule } from '../../../shared/domain/limits/limits.ts'
import { draftOf, text } from '../core/deskHarness.ts'
import type { DeskWindow } from './deskWindow.ts'
import { paperRuns } from './paperRuns.ts'

const runs = paperRuns()

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
  'a settings file that is %s lets no order over a block pass, and is reported',
  async (_, damage) => {
    const settings = join(runs.data(), 'settings.json')
    const first = await runs.run()
    await first.window.call('limits.save', {
      baseVersion: 0,
      rules: block('1000000'),
      typed: null,
      unconfirmed: null,
    })
    const before = readFileSync(settings, 'utf8')
    await first.window.call('limits.save', {
      baseVersion: 1,
      rules: block('10000'),
      typed: null,
      unconfirmed: null,
    })
    expect(await buy(first.window, '1')).toContain('over the limit of 10,000 USDC')
    await first.desk.close()

    const now = readFileSync(settings, 'utf8')
    const damaged = damage(now, before)
    expect(damaged).not.toBe(now)
    if (damaged === null) rmSync(settings)
    else writeFileSync(settings, damaged)

    const second = await runs.run()
    const notices = second.window.follow('notices')
    expect(
      notices
        .now()
        .map(({ message }) => message)
        .join(),
    ).toContain('Openpit sends only cancels and orders that close positions')
    expect(await buy(second.window, '1')).toContain('Version 2 of the limits, from the order journal')
    expect(await buy(second.window, '0.01')).toContain('Open the Limits panel')
    const { unconfirmed } = second.window.follow('limits').now()
    const confirmed = { baseVersion: 2, rules: block('10000'), typed: 'confirm', unconfirmed }
    expect((await second.window.call('limits.save', confirmed)).ok).toBe(true)
    expect(await buy(second.window, '1')).toContain('over the limit of 10,000 USDC')
    expect(await buy(second.window, '0.01')).toBe('taken')
  },
  60_000,
)
