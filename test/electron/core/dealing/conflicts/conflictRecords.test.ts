import { expect, it } from 'vitest'
import { createConflictRecords } from '../../../../../electron/core/dealing/conflicts/conflictRecords.ts'
import { MOST_ORDERS } from '../../../../../shared/domain/conflicts/conflictReport.ts'
import type { JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import type { ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { C1, draftOf } from '../../deskHarness.ts'

const CROSS = { level: 'warn' as const, limit: 'crosses', sentence: 'It may trade with C2007.' }
const AHEAD = { level: 'warn' as const, limit: 'ahead', sentence: 'It goes ahead of C2007.' }

const intent = (n: number, findings = [CROSS]): JournalEntry => ({
  at: n,
  whose: 'paper',
  body: {
    type: 'order',
    customerCode: C1,
    referenceId: `r${n}` as ReferenceId,
    event: {
      kind: 'intent',
      at: n,
      intentId: `intent-${n}`,
      draft: draftOf(),
      check: { version: 1, findings, typed: '120' },
    },
  },
})

const warning = (n: number, findings = [CROSS]): JournalEntry => ({
  at: n,
  whose: 'paper',
  body: {
    type: 'limit',
    customerCode: C1,
    intentId: 'intent-1',
    version: 1,
    findings,
    what: 'buy 2',
  },
})

it('keeps the newest orders alone, and counts those that it let go', () => {
  const records = createConflictRecords('paper')
  for (let n = 1; n <= MOST_ORDERS + 5; n++) records.take(intent(n, []))
  expect(records.orders()).toHaveLength(MOST_ORDERS)
  expect(records.orders()[0]?.referenceId).toBe('r6')
  expect(records.leftOut()).toEqual({ orders: 5, warned: 0 })
})

it('a warning that comes after its order was sent does not make the order unsent', () => {
  const records = createConflictRecords('paper')
  for (const entry of [warning(0), intent(1), warning(2)]) records.take(entry)
  expect(records.warned()).toMatchObject([{ kind: 'crossed', at: 2, referenceId: 'r1' }])
})

it('holds a warning of each kind for an order that was warned of both, and none of other limits', () => {
  const other = { level: 'warn' as const, limit: 'notional', sentence: 'Notional 2,000 USDC.' }
  const records = createConflictRecords('paper')
  for (const entry of [
    warning(0, [other, AHEAD, CROSS]),
    intent(1, [CROSS, AHEAD, other]),
    intent(2, [other]),
  ])
    records.take(entry)
  expect(records.warned()).toMatchObject([
    { kind: 'crossed', referenceId: 'r1', sentence: CROSS.sentence },
    { kind: 'ahead', referenceId: 'r1', sentence: AHEAD.sentence },
  ])
})
