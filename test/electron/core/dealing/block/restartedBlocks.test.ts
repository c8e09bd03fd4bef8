/** A block whose process ended in the middle: it waits for the dealer, and after the resume no customer has the order twice and none is forgotten. */

import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { rowOf, tradeOf } from '../../deskHarness.ts'
import type { ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { answer, answerAll, blockOf, customer, customersSent, letRowsStart, startDesk } from './blockStage.ts'

const SIX = [1, 2, 3, 4, 5, 6].map(customer)

/** The entries of a run that ended after so many answers; every request that left is in `sent`. */
async function endedAfter(answers: number) {
  const { desk, broker, block, submit } = await startDesk()
  await submit(blockOf(6))
  for (let n = 0; n < answers; n++) {
    const request = broker.sent[n]
    request?.answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'need 40' })
    await letRowsStart(desk)
  }
  return {
    entries: desk.journal.entries,
    carried: desk.journal.carried(),
    sent: customersSent(broker),
    blockId: block().blockId,
  }
}

/** As the journal on disk gives them: the fields of each object in the order of the alphabet. */
const fromDisk = (entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  JSON.parse(
    JSON.stringify(entries, (_name, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  ) as JournalEntry[]

const restart = (entries: readonly JournalEntry[]) => startDesk({ journal: new FakeJournal(entries) })

describe('a block whose process ended', () => {
  it('is paused, says how far it got, and sends nothing by itself', async () => {
    const { entries, blockId } = await endedAfter(1)
    const { broker, block, desk } = await restart(entries)
    expect(block()).toMatchObject({
      blockId,
      state: 'paused',
      why: 'Openpit restarted: 3 of 6 were requested, 3 wait.',
    })
    await desk.settle()
    expect(broker.sent).toHaveLength(0)
  })

  it('sends after the resume what had no turn, each customer once over both runs, though it ended anywhere', async () => {
    const { entries } = await endedAfter(3)
    // Every prefix of the journal is a moment at which the process may have ended.
    const planned = entries.findIndex(({ body }) => body.type === 'block')
    const noPlan = await restart(entries.slice(0, planned))
    expect(noPlan.blocks.size).toBe(0)
    for (let end = planned + 1; end <= entries.length; end++) {
      const before = entries.slice(0, end)
      const next = await restart(before)
      expect(next.broker.sent).toHaveLength(0)
      if (next.block().state === 'paused')
        await next.desk.call('block.resume', { blockId: next.block().blockId })
      await answerAll(next.desk, next.broker)
      const requested = before.flatMap(({ body }) =>
        body.type === 'order' && body.event.kind === 'intent' ? [body.customerCode] : [],
      )
      // A row with an intent is never requested again by itself; every other row is.
      expect([...requested, ...customersSent(next.broker)].toSorted()).toEqual(SIX)
      expect(next.states()).not.toContain('waiting')
      expect(next.block().state).toBe('sent')
    }
  })

  it('says of a row whose intent alone was on disk that it was not sent, and takes a retry', async () => {
    const { entries } = await endedAfter(0)
    const firstIntent = entries.findIndex(({ body }) => body.type === 'order' && body.event.kind === 'intent')
    const { desk, broker, block } = await restart(entries.slice(0, firstIntent + 1))
    expect(block().rows[0]).toMatchObject({ state: 'not-sent', why: expect.any(String) })
    const { blockId } = block()
    await desk.call('block.retryRows', { blockId, customerCodes: [customer(1)] })
    await desk.call('block.resume', { blockId })
    await answerAll(desk, broker)
    expect(customersSent(broker).toSorted()).toEqual(SIX)
  })

  it('sends no retry by itself that had no order yet, and says so', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(3, { inFlight: 1 }))
    await answerAll(desk, broker, 0, () => 'refused')
    const { blockId } = block()
    await desk.call('block.retryRows', { blockId, customerCodes: [1, 2, 3].map(customer) })
    await desk.settle()
    expect(broker.sent).toHaveLength(4)
    for (const entries of [desk.journal.entries, desk.journal.carried()]) {
      const next = await restart(entries)
      await next.desk.settle()
      expect(next.broker.sent).toHaveLength(0)
      expect(next.block().rows[2]).toMatchObject({
        isRetried: false,
        why: 'It was not sent once more. Openpit restarted.',
      })
      expect([...next.notices.values()].map(({ message }) => message)).toContain(
        `Block ${blockId}: 2 rows were not sent once more.`,
      )
    }
  })

  it('is not resumed where a row of the ledger alone names the order of a waiting customer', async () => {
    const { entries, blockId } = await endedAfter(0)
    const [known = ''] = entries.flatMap(({ body }) =>
      body.type === 'order' && body.event.kind === 'intent' ? [body.referenceId] : [],
    )
    // The order of the missing time is filled, and its trade names no order (docs/api.md#gap.14).
    const lost = known.replace(/-[^-]+$/, '-later0') as ReferenceId
    const fill = { customerCode: customer(5), createdAt: 5_000 }
    const { desk, broker } = await startDesk({
      journal: new FakeJournal(entries),
      prepare: (venue) => {
        venue.venueTrades = [tradeOf('f1', { ...fill, referenceId: null })]
        venue.venueLedger = [rowOf('f1', { ...fill, transactionType: 'trade', referenceId: lost })]
      },
    })
    const resumed = await desk.call('block.resume', { blockId })
    expect(resumed.ok ? '' : resumed.failure.message).toContain(
      `orders of this block that the order journal does not name: K005 (${lost})`,
    )
    await desk.settle()
    expect(broker.sent).toHaveLength(0)
  })

  it('is the same in a new segment of the journal, which holds no entry of it', async () => {
    const { carried, blockId } = await endedAfter(2)
    const { desk, broker, block } = await restart(carried)
    expect(block()).toMatchObject({ blockId, state: 'paused' })
    await desk.call('block.resume', { blockId })
    await answerAll(desk, broker)
    expect(customersSent(broker)).toEqual([5, 6].map(customer))
  })

  it('knows in a new segment, long after, what became of each row, and sends a refused one again', async () => {
    const first = await startDesk()
    await first.submit(blockOf(3, { inFlight: 1, onRefused: 'stop' }))
    await answer(first.desk, first.broker, 0, 'refused')
    first.desk.clock.advance(3_600_000)
    const { desk, broker, block, orders } = await restart(first.desk.journal.carried())
    const [row] = block().rows
    expect(orders.has(row?.referenceId ?? '')).toBe(false)
    expect(row).toMatchObject({
      state: 'requested',
      end: { as: 'rejected', why: expect.stringContaining('need 40') },
    })
    await desk.call('block.retryRows', { blockId: block().blockId, customerCodes: [customer(1)] })
    expect(customersSent(broker)).toEqual([customer(1)])
  })

  it('is not made again by a window that repeats its request', async () => {
    const { entries, blockId } = await endedAfter(1)
    const { broker, submit } = await restart(fromDisk(entries))
    expect(await submit(blockOf(6))).toMatchObject({ ok: true, value: { outcome: 'taken', blockId } })
    // The same act with another amount is another block.
    const other = blockOf(6)
    other.rows = other.rows.map((row, at) => (at === 5 ? { ...row, amount: '9' as typeof row.amount } : row))
    expect(await submit(other)).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('with other orders') },
    })
    expect(broker.sent).toHaveLength(0)
  })

  it('does not stand with another user of the venue', async () => {
    const { desk, blocks, submit } = await startDesk()
    await submit(blockOf(3))
    await desk.signInAs('another')
    expect(blocks.size).toBe(0)
  })
})
