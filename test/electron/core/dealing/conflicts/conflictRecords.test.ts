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

const blockEntry = (kind: 'planned' | 'sent'): JournalEntry => ({
  at: 0,
  whose: 'paper',
  body: { type: 'block', blockId: 'B1', event: { kind, at: 0 } as never },
})
const ofBlock = (row: number): JournalEntry => {
  const entry = intent(row, [])
  if (entry.body.type === 'order' && entry.body.event.kind === 'intent')
    entry.body.event.block = { id: 'B1', row, count: 2, attempt: 1 }
  return entry
}

it('has a block whole from its plan until its last row was sent, and no more once one of its orders was let go', () => {
  const records = createConflictRecords('paper')
  for (const entry of [blockEntry('planned'), ofBlock(1), ofBlock(2)]) records.take(entry)
  expect(records.isWholeBlock('B1')).toBe(false)
  records.take(blockEntry('sent'))
  expect(records.isWholeBlock('B1')).toBe(true)
  for (let n = 3; n <= MOST_ORDERS + 1; n++) records.take(intent(n, []))
  expect(records.leftOut().orders).toBe(1)
  expect(records.isWholeBlock('B1')).toBe(false)
})

it('has no block whole whose plan is older than the journal', () => {
  const records = createConflictRecords('paper')
  for (const entry of [ofBlock(2), blockEntry('sent')]) records.take(entry)
  expect(records.isWholeBlock('B1')).toBe(false)
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
