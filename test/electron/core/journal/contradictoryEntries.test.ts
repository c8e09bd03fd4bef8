/** Entries of the journal that can be read and contradict each other: each is refused by name, or makes no order surer, smaller or repeatable. */

import { describe, expect, it } from 'vitest'
import { recoverState } from '../../../../electron/core/journal/recoverStateFromJournal.ts'
import { journalEntry, type JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import type { OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { answerAll, blockOf, customersSent, startDesk } from '../dealing/block/blockStage.ts'

const AT = Date.UTC(2026, 0, 5, 9)
const draft = {
  customerCode: 'C1042',
  symbol: 'BTCUSDC_PERP',
  side: 'buy',
  type: 'limit',
  amount: '2',
  cashAmount: null,
  limitPrice: '62000',
  triggerPrice: null,
  stopLossPrice: null,
  takeProfitPrice: null,
  triggerPriceType: null,
  timeInForce: 'GTC',
  leverage: null,
}
const { customerCode: _customer, amount: _amount, ...blockDraft } = draft
const check = { version: 1, findings: [], typed: null }
const intent = { kind: 'intent', at: AT, intentId: 'i-1', draft, check }
const plan = {
  blockId: 'B1',
  intentId: 'i-2',
  createdAt: AT,
  group: null,
  method: 'equal',
  draft: blockDraft,
  rows: [
    { customerCode: 'K001', amount: '1' },
    { customerCode: 'K002', amount: '2' },
  ],
  onRefused: 'continue',
  inFlight: 2,
  check,
}
const row = { referenceId: null, state: 'waiting', why: null, isRetried: false, attempts: 0 }
const carried = (rows: readonly object[]) => ({
  type: 'carried',
  whose: 'v',
  orders: [],
  intents: {},
  blocks: [{ plan, state: 'paused', why: 'Openpit restarted.', rows }],
})
const order = (event: object, customerCode = 'C1042') => ({
  type: 'order',
  customerCode,
  referenceId: 'r1',
  event,
})
const block = (blockId: string, event: object) => ({ type: 'block', blockId, event })
const problemsOf = (body: object, at = AT) => {
  const read = journalEntry.safeParse({ at, whose: 'v', body })
  return read.success ? [] : read.error.issues.map(({ message }) => message)
}

describe('an entry that contradicts itself', () => {
  it.each<[string, object, string]>([
    [
      'a block that names a customer twice',
      block('B1', { kind: 'planned', at: AT, plan: { ...plan, rows: [plan.rows[0], plan.rows[0]] } }),
      'must hold each customer once',
    ],
    [
      'the plan of another block',
      block('B2', { kind: 'planned', at: AT, plan }),
      'must plan the block that it names',
    ],
    ['a block with fewer states than rows', carried([row]), 'must have a state for each row of its plan'],
    [
      'a block with more states than rows',
      carried([row, row, row]),
      'must have a state for each row of its plan',
    ],
    ['the intent of another customer', order(intent, 'C9'), 'must be the order of one customer'],
    [
      'an order of a row that the block does not have',
      order({ ...intent, block: { id: 'B1', row: 3, count: 2, attempt: 1 } }),
      'must name a row of the block',
    ],
  ])('is refused: %s', (_, body, message) => {
    expect(problemsOf(body)).toContain(message)
  })

  it('is refused with a time that no clock shows', () => {
    expect(problemsOf(order(intent))).toEqual([])
    expect(problemsOf(order(intent), 1e300)).not.toEqual([])
    expect(problemsOf(order({ ...intent, at: -1e300 }))).not.toEqual([])
  })
})

const SENDING: OrderEvent = {
  kind: 'sending',
  at: AT,
  act: 'order',
  method: 'POST',
  path: '/v1',
  bodyHash: null,
  nonce: null,
  validUntil: null,
}

describe('entries that contradict each other', () => {
  const recovered = (...bodies: readonly object[]) =>
    recoverState(bodies.map((body) => journalEntry.parse({ at: AT, whose: 'v', body })))
      .recordsOf('v')
      .orders.get('C1042 r1')

  it('leave an order sent where its request stands before its intent', () => {
    expect(recovered(order(SENDING), order(intent))?.phase).toBe('sent')
    expect(recovered(order(intent), order(SENDING))?.phase).toBe('sent')
  })

  it('leave an order of unknown status where that stands before its intent', () => {
    const unproven = { kind: 'unproven', at: AT, act: 'order', message: 'No answer.' }
    expect(recovered(order(SENDING), order(unproven), order(intent))?.phase).toBe('unknown')
  })

  it('make no order of an amend or answer alone', () => {
    const changes = {
      amount: '9',
      limitPrice: null,
      triggerPrice: null,
      stopLossPrice: null,
      takeProfitPrice: null,
    }
    expect(recovered(order({ kind: 'amend-asked', at: AT, changes }))).toBeUndefined()
    expect(recovered(order({ kind: 'taken', at: AT, act: 'amend' }))).toBeUndefined()
  })

  it('send no row of a block twice where its plan stands behind its orders', async () => {
    const first = await startDesk()
    await first.submit(blockOf(3))
    await answerAll(first.desk, first.broker)
    const before = customersSent(first.broker)
    expect(before).toHaveLength(3)
    // The name of the intent, which would keep the row back too, is damaged as well.
    const entries: JournalEntry[] = first.desk.journal.entries
      .filter(({ body }) => body.type !== 'block' || body.event.kind === 'planned')
      .toSorted((a, b) => Number(a.body.type === 'block') - Number(b.body.type === 'block'))
      .map((entry) =>
        entry.body.type === 'order' && entry.body.event.kind === 'intent'
          ? {
              ...entry,
              body: {
                ...entry.body,
                event: { ...entry.body.event, intentId: `other ${entry.body.event.intentId}` },
              },
            }
          : entry,
      )
    const next = await startDesk({ journal: new FakeJournal(entries) })
    if (next.block().state === 'paused')
      await next.desk.call('block.resume', { blockId: next.block().blockId })
    await answerAll(next.desk, next.broker)
    expect(customersSent(next.broker)).toEqual([])
    expect(next.states()).toEqual(['requested', 'requested', 'requested'])
  })
})
