import { expect, it } from 'vitest'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import { DEFAULT_RULES, type LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { Desk, draftOf, text } from '../../deskHarness.ts'

const desk = DEFAULT_RULES[0]
if (!desk) throw new Error('the terminal comes with no limits')
const firm: LimitRule[] = [
  { ...desk, bounds: { ...desk.bounds, notional: { warn: null, block: text('10') } } },
]

it('a run on a new segment of the journal finds the carried limits', async () => {
  const settings = memorySettings()
  const first = new Desk({ settings })
  await first.ready()
  expect(
    await first.call('limits.save', { baseVersion: 0, rules: firm, typed: null, unconfirmed: null }),
  ).toMatchObject({
    ok: true,
  })
  const next = new Desk({ settings, journal: new FakeJournal(first.journal.carried()) })
  await next.ready()
  expect(next.follow('limits').now()).toMatchObject({ version: 1, rules: firm, unconfirmed: null })
  const over = await next.call('order.submit', {
    intentId: 'intent-over-1',
    draft: draftOf({ amount: text('1') }),
    typed: null,
  })
  expect(over.ok ? '' : over.failure.message).toContain('over the limit of 10 USDC')
})
