/** Each order names who dealt it: the dealer of its act, also after the shift changed, after a restart and in a new segment. */

import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import type { OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { Desk, draftOf, reportOf, text } from '../deskHarness.ts'
import * as blocks from '../dealing/block/blockStage.ts'
import * as brackets from '../dealing/brackets/bracketStage.ts'

const SMITH = { name: 'J. Smith', role: 'senior dealer' }
const OKAFOR = { name: 'A. Okafor', role: '' }
const SMITHS = 'J. Smith, senior dealer'

async function ready(dealer: typeof SMITH | null, journal = new FakeJournal()) {
  const desk = new Desk({ limits: NO_LIMITS, journal })
  if (dealer !== null) await desk.call('session.nameDealer', { dealer })
  const orders = desk.orders()
  const broker = await desk.ready()
  const submit = async (intentId: string) =>
    takenId(await desk.call('order.submit', { intentId, draft: draftOf(), typed: null }))
  return { desk, orders, broker, submit }
}

/** The journal as a release wrote it that did not record who dealt an order. */
const asBefore = (entries: readonly JournalEntry[]): JournalEntry[] =>
  entries.map((entry) => {
    if (entry.body.type !== 'order' || entry.body.event.kind !== 'intent') return entry
    const { dealer: _, ...event } = entry.body.event
    return { ...entry, body: { ...entry.body, event: event as OrderEvent } }
  })

describe('who dealt an order', () => {
  it('is the dealer in charge, also after later reports and another dealer', async () => {
    const { desk, orders, broker, submit } = await ready(SMITH)
    const first = await submit('intent-0001')
    await desk.call('session.nameDealer', { dealer: OKAFOR })
    const second = await submit('intent-0002')
    for (const { id, answer } of broker.sent)
      answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    expect(orders.get(first)).toMatchObject({ status: 'open', dealer: SMITHS })
    expect(orders.get(second)).toMatchObject({ status: 'open', dealer: 'A. Okafor' })
  })

  it('is null where nobody was named, and not said of an order from elsewhere', async () => {
    const { desk, orders, broker, submit } = await ready(null)
    expect(orders.get(await submit('intent-0001'))).toHaveProperty('dealer', null)
    const elsewhere = draftOf({}).customerCode
    broker.listener?.order({ ...reportOf('from-elsewhere', 'open'), customerCode: elsewhere })
    await desk.settle()
    expect(orders.get('from-elsewhere')).toMatchObject({ origin: 'external' })
    expect(orders.get('from-elsewhere')).not.toHaveProperty('dealer')
  })

  it('is each order of a scale', async () => {
    const { desk, orders } = await ready(SMITH)
    await desk.call('order.submitScale', {
      intentId: 'scale-0001',
      draft: draftOf({ amount: text('3') }),
      rows: [
        { amount: text('1'), limitPrice: text('60000') },
        { amount: text('2'), limitPrice: text('59900') },
      ],
      typed: null,
    })
    expect([...orders.values()].map(({ dealer }) => dealer)).toEqual([SMITHS, SMITHS])
  })

  it('is who sent the block, also for rows that leave after the shift has changed', async () => {
    const stage = await blocks.startDesk()
    await stage.desk.call('session.nameDealer', { dealer: SMITH })
    await stage.submit(blocks.blockOf(4))
    expect(stage.broker.sent).toHaveLength(2)
    await stage.desk.call('session.nameDealer', { dealer: OKAFOR })
    await blocks.answerAll(stage.desk, stage.broker)
    expect(stage.broker.sent).toHaveLength(4)
    expect(new Set([...stage.orders.values()].map(({ dealer }) => dealer))).toEqual(new Set([SMITHS]))
    expect(stage.block().dealer).toBe(SMITHS)
  })

  it('is for a leg who dealt its entry', async () => {
    const stage = await brackets.startDesk()
    await stage.desk.call('session.nameDealer', { dealer: SMITH })
    const entry = await brackets.enter(stage)
    await stage.desk.call('session.nameDealer', { dealer: OKAFOR })
    await brackets.fill(stage, entry, '4')
    const [leg] = brackets.legsOf(stage.broker)
    expect(stage.orders.get(leg?.id ?? '')).toMatchObject({ legOf: entry, dealer: SMITHS })
  })

  it('is still known after a restart, and in a new segment of the journal', async () => {
    const before = await ready(SMITH)
    const id = await before.submit('intent-0001')
    for (const entries of [before.desk.journal.entries, before.desk.journal.carried()]) {
      const after = await ready(OKAFOR, new FakeJournal(entries))
      expect(after.orders.get(id)).toMatchObject({ dealer: SMITHS })
    }
  })

  it('is read from the session of that time where an earlier release journaled the order', async () => {
    const before = await ready(SMITH)
    const first = await before.submit('intent-0001')
    await before.desk.call('session.nameDealer', { dealer: null })
    const second = await before.submit('intent-0002')
    const after = await ready(OKAFOR, new FakeJournal(asBefore(before.desk.journal.entries)))
    expect(after.orders.get(first)).toMatchObject({ dealer: SMITHS })
    expect(after.orders.get(second)).toHaveProperty('dealer', null)
  })
})
