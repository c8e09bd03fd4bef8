/** The cancel of a block whose process ended in the middle: the next run goes on with it until the venue shows that each order is done, and says so. */

import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import { orderKey, type OrderReport } from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { pending, type FakeBroker } from '../../../../fakes/venue/fakeBroker.ts'
import { reportOf } from '../../deskHarness.ts'
import { answerAll, blockOf, customer, sentOf, startDesk } from './blockStage.ts'

const COUNT = 10
/** Cancels that the sweep has under way at once. */
const AT_ONCE = 8

/** An order as the venue shows it. */
type Shown = OrderReport & { readonly customerCode: CustomerCode }
type Started = Awaited<ReturnType<typeof startDesk>>

const reportsOf = (broker: FakeBroker, status: string): readonly Shown[] =>
  broker.sent.map(({ id, draft: { customerCode, side, amount } }) => ({
    ...reportOf(id, status, { side, amount }),
    customerCode,
  }))

/** A block of ten that rests at the venue, and the run that ended right after its cancel: eight cancels have left, and none is answered. */
async function cutOff() {
  const { desk, broker, block, submit } = await startDesk()
  await submit(blockOf(COUNT, { inFlight: 8 }))
  await answerAll(desk, broker)
  const { blockId } = block()
  const before = desk.journal.entries.length
  await desk.call('block.cancel', { blockId })
  expect(broker.cancels).toHaveLength(AT_ONCE)
  return { desk, broker, blockId, before, resting: reportsOf(broker, 'open') }
}

/** The next run, at a venue that shows these orders. */
const restart = (entries: readonly JournalEntry[], shown: readonly Shown[]): Promise<Started> =>
  startDesk({
    journal: new FakeJournal(entries),
    prepare(broker) {
      for (const report of shown) broker.venueOrders.set(orderKey(report), report)
    },
  })

/** The venue answers each cancel, and shows the end of its order. */
async function endAll({ desk, broker }: Started, shown: readonly Shown[]): Promise<void> {
  for (let n = 0; n < broker.cancels.length; n++) {
    const { customer: customerCode, id, answer } = broker.cancels[n] ?? {}
    const report = shown.find((each) => each.customerCode === customerCode && each.referenceId === id)
    if (!report) throw new Error(`cancel ${n} is of no order of the block`)
    const ended = { ...report, status: 'canceled' }
    broker.venueOrders.set(orderKey(ended), ended)
    answer?.resolve({ kind: 'accepted', value: null })
    broker.listener?.order(ended)
    await desk.settle()
  }
}

const messages = ({ notices }: Started) => [...notices.values()].map(({ message }) => message)

describe('the cancel of a block that was cut off', () => {
  it('goes on after the restart with every order, also those whose cancel had not left', async () => {
    const first = await cutOff()
    for (const entries of [first.desk.journal.entries, first.desk.journal.carried()]) {
      const next = await restart(entries, first.resting)
      expect(next.block()).toMatchObject({
        state: 'sent',
        cancel: { orders: COUNT, done: 0, isResumed: true, unverified: [] },
      })
      await endAll(next, first.resting)
      expect(next.broker.cancels.map((cancel) => cancel.id).toSorted()).toEqual(
        first.resting.map(({ referenceId }) => referenceId).toSorted(),
      )
      expect(next.block().cancel).toMatchObject({ orders: COUNT, done: COUNT })
      expect(next.broker.sent).toHaveLength(0)
    }
  })

  it('raises a notice that must be acknowledged and counts the orders without a confirmed end', async () => {
    const { desk, broker, blockId, resting } = await cutOff()
    const [ended] = reportsOf(broker, 'canceled')
    if (ended) broker.listener?.order(ended)
    await desk.settle()
    const next = await restart(desk.journal.entries, resting.slice(1))
    const cut = [...next.notices.values()].filter(({ message }) => message.includes('was cut off'))
    expect(cut).toMatchObject([
      {
        level: 'error',
        acknowledged: false,
        message: `The cancel of block ${blockId} was cut off: 9 of its orders were not confirmed done.`,
        detail: expect.stringContaining('10 of 10 customers were requested.'),
      },
    ])
  })

  it('covers what it covered, wherever in the cancel the process ended', async () => {
    const { desk, before, resting } = await cutOff()
    const { entries } = desk.journal
    const asked = entries.findIndex(({ body }) => body.type === 'block' && body.event.kind === 'cancel-asked')
    expect(asked).toBeGreaterThanOrEqual(before)
    const none = await restart(entries.slice(0, asked), resting)
    expect(none.broker.cancels).toHaveLength(0)
    expect(none.block().cancel).toBeNull()
    for (let end = asked + 1; end <= entries.length; end++) {
      const next = await restart(entries.slice(0, end), resting)
      expect(next.block().cancel).toMatchObject({ orders: COUNT, done: 0 })
    }
  })

  it('is confirmed to the dealer only once it is on disk', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker)
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    let isConfirmed = false
    const answer = desk.call('block.cancel', { blockId: block().blockId }).then((reply) => {
      isConfirmed = true
      return reply
    })
    await desk.settle()
    expect(isConfirmed).toBe(false)
    disk.resolve(null)
    expect(await answer).toEqual({ ok: true, value: { orders: 2 } })
    expect(broker.cancels).toHaveLength(2)
  })

  it('leaves although the journal cannot be written', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker)
    desk.journal.fail('The order journal cannot be written: the disk failed.')
    expect(await desk.call('block.cancel', { blockId: block().blockId })).toEqual({
      ok: true,
      value: { orders: 2 },
    })
    expect(broker.cancels).toHaveLength(2)
  })

  it('never cancels an order that the dealer made of a row after it', async () => {
    const first = await startDesk()
    await first.submit(blockOf(2))
    await answerAll(first.desk, first.broker, 0, (n) => (n === 1 ? 'refused' : 'open'))
    const { blockId } = first.block()
    await first.desk.call('block.cancel', { blockId })
    await first.desk.call('block.retryRows', { blockId, customerCodes: [customer(2)] })
    await answerAll(first.desk, first.broker, 2)
    const resting = reportsOf(first.broker, 'open').filter((_, n) => n !== 1)
    for (const entries of [first.desk.journal.entries, first.desk.journal.carried()]) {
      const next = await restart(entries, resting)
      expect(next.broker.cancels.map((cancel) => cancel.id)).toEqual([sentOf(first.broker, 0).id])
    }
  })

  it('stays silent after a restart where each order was confirmed done', async () => {
    const { desk, broker } = await cutOff()
    for (const report of reportsOf(broker, 'canceled')) broker.listener?.order(report)
    await desk.settle()
    const next = await restart(desk.journal.entries, [])
    expect(next.block().cancel).toBeNull()
    expect(messages(next).filter((message) => /cut off|CANCEL block/.test(message))).toEqual([])
  })

  it('cancels an order that was refused before it and comes back after the restart', async () => {
    const first = await startDesk()
    await first.submit(blockOf(2))
    await answerAll(first.desk, first.broker, 0, () => 'refused')
    await first.desk.call('block.cancel', { blockId: first.block().blockId })
    const [, back] = reportsOf(first.broker, 'open')
    const next = await restart(first.desk.journal.entries, [])
    expect(next.broker.cancels).toHaveLength(0)
    if (back) next.broker.listener?.order(back)
    await next.desk.settle()
    expect(next.broker.cancels.map((cancel) => cancel.id)).toEqual([back?.referenceId])
    expect(next.block().cancel).toMatchObject({ orders: 1, done: 0 })
  })
})
