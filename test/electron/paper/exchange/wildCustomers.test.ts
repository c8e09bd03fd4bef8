/** Customers who do anything at all, on both kinds of exchange: the book stays sound and no lot is lost or made. */

import { describe, expect, it } from 'vitest'
import type { Exchange, ExchangeOrder } from '../../../../electron/paper/exchange/exchange.ts'
import { recordedExchange } from '../../../../electron/paper/exchange/recorded/recordedExchange.ts'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { ownRecording } from '../../../fixtures/recording.ts'
import { BookMirror } from './bookMirror.ts'

/** Trades wildly for a while, cancels all, and returns what went wrong. */
function tradeWildly(exchange: Exchange, clock: FakeClock, seed: number) {
  const random = seededRandom(seed)
  const symbol = exchange.instruments[0]!.symbol
  const mirror = new BookMirror(exchange.depth(symbol))
  /** Lots that should still rest, by order. */
  const resting = new Map<string, number>()
  const seen = { crossed: 0, wrongCancels: 0, wrongAnswers: 0, overfilled: 0, filled: 0 }
  const count = (id: string, lots: number) => resting.set(id, (resting.get(id) ?? 0) + lots)
  const cancel = (id: string) => {
    if (exchange.cancel(id) !== (resting.get(id) ?? 0)) seen.wrongCancels++
    resting.set(id, 0)
  }
  exchange.onEvent((event) => {
    if (event.kind === 'book' && event.symbol === symbol) {
      mirror.apply(event.changes)
      if (mirror.bestBid >= mirror.bestAsk) seen.crossed++
    }
    if (event.kind !== 'fill') return
    seen.filled += event.fill.lots
    count(event.fill.orderId, -event.fill.lots)
    if ((resting.get(event.fill.orderId) ?? 0) < 0) seen.overfilled++
  })
  const first = exchange.depth(symbol).bids[0]?.[0] ?? 0
  // Some of these the market has passed, some cross each other.
  for (let n = 0; n < 6; n++) {
    count(`restored-${n}`, 500)
    const side = n % 2 === 0 ? 'sell' : 'buy'
    const limitTicks = first + (n - 2) * 20
    exchange.restore({ id: `restored-${n}`, symbol, side, limitTicks, lots: 500, timeInForce: 'GTC' })
  }
  exchange.start()
  for (let n = 0; n < 250; n++) {
    clock.advance(50 + random.integer(100))
    const { bids, asks } = exchange.depth(symbol)
    const near = bids[0]?.[0] ?? asks[0]?.[0] ?? first
    const order: ExchangeOrder = {
      id: `order-${n}`,
      symbol,
      side: random.next() < 0.5 ? 'buy' : 'sell',
      limitTicks: random.next() < 0.2 ? null : near + random.integer(200) - 100,
      // Now and then more than the whole book holds.
      lots: random.next() < 0.04 ? 2_000_000 : 1 + random.integer(3000),
      timeInForce: (['GTC', 'GTC', 'IOC', 'FOK'] as const)[random.integer(4)] ?? 'GTC',
    }
    const { fills, restingLots } = exchange.place(order)
    const taken = fills.reduce((sum, fill) => sum + fill.lots, 0)
    if (taken + restingLots > order.lots || (order.timeInForce !== 'GTC' && restingLots > 0))
      seen.wrongAnswers++
    count(order.id, restingLots)
    if (random.next() < 0.3) cancel(`order-${random.integer(n + 1)}`)
  }
  for (const id of resting.keys()) cancel(id)
  expect(mirror.depth()).toEqual(exchange.depth(symbol))
  return seen
}

const SOUND = { crossed: 0, wrongCancels: 0, wrongAnswers: 0, overfilled: 0 }

describe('customers who do anything', () => {
  it.each([1, 2, 3])('cannot break a simulated market (seed %d)', (seed) => {
    const clock = new FakeClock()
    const seen = tradeWildly(simulatedExchange({ seed, clock, speed: seed }), clock, seed)
    expect(seen).toMatchObject(SOUND)
    expect(seen.filled).toBeGreaterThan(0)
  })

  it.each([1, 2, 3])('cannot break a recorded market (seed %d)', async (seed) => {
    const clock = new FakeClock()
    const seen = tradeWildly(await recordedExchange({ file: ownRecording, clock, speed: 2 }), clock, seed)
    expect(seen).toMatchObject(SOUND)
    expect(seen.filled).toBeGreaterThan(0)
  })
})
