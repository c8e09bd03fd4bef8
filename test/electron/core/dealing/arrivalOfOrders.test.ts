/** The middle of the book that the core records with an order: in the journal with the intent, the same after a restart, unknown in older entries. */

import { expect, it } from 'vitest'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { BTC, text } from '../deskHarness.ts'
import { answer, blockOf, startDesk } from './block/blockStage.ts'

/** Two customers of a block; the book moves between their turns, and is gone at the third. */
async function blockInAMovingMarket() {
  const stage = await startDesk()
  const { desk, broker, submit } = stage
  const book = (bid: string | null, ask: string | null) =>
    desk.markets.at(-1)?.listener?.tops([
      {
        symbol: BTC,
        bestBid: bid === null ? null : text(bid),
        bestAsk: ask === null ? null : text(ask),
        bookAt: desk.clock.now(),
        lastPrice: null,
        lastAt: null,
        lastReceivedAt: null,
        receivedAt: desk.clock.now(),
      },
    ])
  book('60000', '60000.1')
  await submit(blockOf(3, { inFlight: 1 }))
  book('60010', '60010.3')
  await answer(desk, broker, 0)
  book(null, null)
  await answer(desk, broker, 1)
  return stage
}

const ARRIVALS = [
  { mid: '60000.05', why: null },
  { mid: '60010.15', why: null },
  { mid: null, why: 'no live book was read' },
]

const arrivalsOf = (orders: Awaited<ReturnType<typeof startDesk>>['orders']) =>
  [...orders.values()]
    .toSorted((a, b) => (a.block?.row ?? 0) - (b.block?.row ?? 0))
    .map(({ execution }) => execution?.arrival)

it('is that of the moment of each row of a block, and of no other moment', async () => {
  const { orders } = await blockInAMovingMarket()
  expect(arrivalsOf(orders)).toEqual(ARRIVALS)
})

it('survives a restart, in the journal’s entries and in a new segment', async () => {
  const { desk } = await blockInAMovingMarket()
  for (const entries of [desk.journal.entries, desk.journal.carried()]) {
    const { orders } = await startDesk({ journal: new FakeJournal(entries) })
    expect(arrivalsOf(orders).slice(0, 2)).toEqual(ARRIVALS.slice(0, 2))
  }
})

it('is unknown of an order whose entry was written before arrivals were recorded', async () => {
  const { desk } = await blockInAMovingMarket()
  const older = desk.journal.entries.map((entry): JournalEntry => {
    const { body } = entry
    if (body.type !== 'order' || body.event.kind !== 'intent') return entry
    const { arrival: _arrival, ...event } = body.event
    return { ...entry, body: { ...body, event } }
  })
  const { orders } = await startDesk({ journal: new FakeJournal(older) })
  expect(orders.size).toBeGreaterThan(0)
  expect([...orders.values()].filter(({ execution }) => execution !== undefined)).toEqual([])
})
