/** A new segment of the journal begins with what blocks owe, and entries that were on their way to the disk then follow once more: each counts once. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accountEntriesForNewSegment } from '../../../../electron/core/journal/accountEntriesForNewSegment.ts'
import { recoverState } from '../../../../electron/core/journal/recoverStateFromJournal.ts'
import { blockDraftOf } from '../../../../shared/domain/block/blockAct.ts'
import type { BlockEvent } from '../../../../shared/domain/block/blockFold.ts'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { blockOf } from '../dealing/block/blockStage.ts'
import { text } from '../deskHarness.ts'

const ME = 'me at the venue'
const COUNT = 3
const { draft, rows, group, method, onRefused, inFlight } = blockOf(COUNT)
const WEIGHTS = ['3', '2', '2'] as const

const entryOf = (blockId: string, event: BlockEvent): JournalEntry => ({
  at: 1,
  whose: ME,
  body: { type: 'block', blockId, event },
})

const planned = (blockId: string, amounts: readonly number[]): BlockEvent => ({
  kind: 'planned',
  at: 1,
  plan: {
    blockId,
    intentId: `intent of ${blockId}`,
    createdAt: 1,
    group,
    method,
    draft: blockDraftOf(draft),
    rows: rows.map((row, n) => ({ ...row, amount: text(String(amounts[n])) })),
    onRefused,
    inFlight,
    split: {
      lot: text('1'),
      tick: null,
      whole: text(String(amounts.reduce((sum, each) => sum + each, 0))),
      weights: text('7'),
      shares: rows.map(({ customerCode }, n) => ({ customerCode, weight: text(WEIGHTS[n] ?? '1') })),
    },
    check: { version: 0, findings: [], typed: null },
  },
})

const records = (entries: readonly JournalEntry[]) => {
  const { blocks, claims } = recoverState(entries).recordsOf(ME)
  return { blocks: [...blocks], claims: [...claims] }
}
const newSegment = (entries: readonly JournalEntry[]) => accountEntriesForNewSegment(recoverState(entries), 1)

const amounts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: COUNT, maxLength: COUNT })
const step = fc.record({
  block: fc.constantFrom('B1', 'B2'),
  kind: fc.constantFrom('stopped', 'retry-asked', 'row-not-sent', 'amount-changed', 'amount-changed'),
  amounts,
  row: fc.integer({ min: 1, max: COUNT }),
  /** Whether the row takes part in a change of the amount. */
  takes: fc.boolean(),
})

/** Each block is planned first, and events that cannot come then do not. */
function entriesOf(
  steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[],
): JournalEntry[] {
  const entries: JournalEntry[] = []
  const changes = new Map<string, number>()
  /** Rows that had no turn yet are not sent once more. */
  const unsent = new Set<string>()
  for (const { block, kind, amounts: given, row, takes } of steps) {
    const change = changes.get(block)
    if (change === undefined) {
      changes.set(block, 0)
      entries.push(entryOf(block, planned(block, given)))
    } else if (kind === 'stopped') {
      for (let each = 1; each <= COUNT; each++) unsent.add(`${block} ${each}`)
      entries.push(entryOf(block, { kind, at: 2, why: 'the dealer' }))
    } else if (kind === 'row-not-sent') {
      unsent.add(`${block} ${row}`)
      entries.push(entryOf(block, { kind, at: 2, row, why: 'halted' }))
    } else if (kind === 'retry-asked') {
      if (!unsent.has(`${block} ${row}`)) continue
      entries.push(entryOf(block, { kind, at: 2, by: null, rows: [{ row, attempt: 2 }] }))
    } else {
      changes.set(block, change + 1)
      const changed = given.flatMap((to, n) =>
        takes || n !== row - 1
          ? [{ row: n + 1, from: text('1'), to: text(String(to)), weight: text(WEIGHTS[n] ?? '1') }]
          : [],
      )
      const total = text('20')
      entries.push(
        entryOf(block, {
          kind: 'amount-changed',
          at: 2,
          change: change + 1,
          total,
          lot: text('1'),
          rows: changed,
        }),
      )
    }
  }
  return entries
}

it('an entry behind the segment that has its outcome already counts once in what blocks owe', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const entries = entriesOf(steps)
      const now = records(entries)
      const begins = newSegment(entries)
      for (let from = 0; from <= entries.length; from++)
        expect(records([...begins, ...entries.slice(from)])).toEqual(now)
    }),
  )
})

it('a plan and a change of its amount owe what they gave, also where their own write began the segment', () => {
  const plan = entryOf('B1', planned('B1', [1, 0.5, 0.5].map(Math.ceil)))
  const owed = (entries: readonly JournalEntry[]) =>
    recoverState(entries).recordsOf(ME).claims.get('BTCUSDC_PERP buy')
  const once = owed([plan])
  expect(once).toMatchObject({ denominator: '7', parts: { K001: '2', K002: '-1', K003: '-1' } })
  expect(owed([...newSegment([plan]), plan])).toEqual(once)
})

it('a segment of an older release owes what that release counted', () => {
  const plan = entryOf('B1', planned('B1', [1, 1, 1]))
  const stop = entryOf('B1', { kind: 'stopped', at: 2, why: 'late' })
  const change = entryOf('B1', {
    kind: 'amount-changed',
    at: 2,
    total: text('8'),
    lot: text('1'),
    rows: WEIGHTS.map((weight, n) => ({
      row: n + 1,
      from: text('1'),
      to: text(n === 0 ? '4' : '2'),
      weight: text(weight),
    })),
  })
  /** Without the fields that older releases did not write. */
  const old = (entries: readonly JournalEntry[], without: readonly string[]): JournalEntry[] =>
    JSON.parse(
      JSON.stringify(newSegment(entries), (name, value: unknown) =>
        without.includes(name) ? undefined : value,
      ),
    ) as JournalEntry[]
  for (const entries of [[plan], [plan, stop], [plan, change]]) {
    const { claims } = records(entries)
    expect(records(old(entries, ['counted', 'changes'])).claims).toEqual(claims)
    expect(records(old(entries, ['counted', 'changes', 'claims'])).claims).toEqual(claims)
    // The old release's entry once more.
    expect(records([...old(entries, ['counted', 'changes']), ...entries.slice(-1)]).claims).toEqual(claims)
  }
})
