/** Price-time matching: against the rules written out plainly, and case by case as a dealer would tell them. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  ExchangeEvent,
  ExchangeInstrument,
  ExchangeOrder,
} from '../../../../electron/paper/exchange/exchange.ts'
import { MatchingEngine } from '../../../../electron/paper/exchange/matchingEngine.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Side, Symbol } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { BookMirror } from './bookMirror.ts'
import { ExplicitQueue, type Happened } from './explicitQueue.ts'

const SYMBOL = 'BTCUSDC_PERP' as Symbol
const instrument: ExchangeInstrument = {
  symbol: SYMBOL,
  underlying: 'BTC',
  tickSize: '0.1' as DecimalText,
  lotSize: '0.001' as DecimalText,
  maximumNotional: '1000000' as DecimalText,
  initialMargin: '8' as DecimalText,
  maintenanceMargin: '4' as DecimalText,
}

function open() {
  const clock = new FakeClock()
  const engine = new MatchingEngine(clock, [instrument], [])
  const market = engine.market(SYMBOL)
  const mirror = new BookMirror(engine.depth(SYMBOL))
  const events: ExchangeEvent[] = []
  engine.onEvent((event) => {
    events.push(event)
    if (event.kind === 'book') mirror.apply(event.changes)
  })
  const quote = (side: Side, ticks: number, lots: number) => {
    market.book.setMarket(side === 'buy' ? 'bid' : 'ask', ticks, lots)
    market.commit(clock.now())
  }
  const order = (
    id: string,
    side: Side,
    limitTicks: number | null,
    lots: number,
    timeInForce: ExchangeOrder['timeInForce'] = 'GTC',
  ): ExchangeOrder => ({ id, symbol: SYMBOL, side, limitTicks, lots, timeInForce })
  const place = (...args: Parameters<typeof order>) => {
    const { fills, restingLots } = engine.place(order(...args))
    return { fills: fills.map((fill) => `${fill.ticks}×${fill.lots}`), restingLots }
  }
  const happened = (): Happened => {
    const fills: string[] = []
    const prints: string[] = []
    for (const event of events.splice(0)) {
      if (event.kind === 'fill')
        fills.push(`${event.fill.orderId} ${event.fill.side}@${event.fill.ticks}×${event.fill.lots}`)
      if (event.kind === 'print') prints.push(`${event.print.side}@${event.print.ticks}×${event.print.lots}`)
    }
    return { fills, prints }
  }
  return { clock, engine, market, mirror, quote, order, place, happened }
}

const side = fc.constantFrom<Side>('buy', 'sell')
const ticks = fc.integer({ min: 96, max: 104 })
const lots = fc.integer({ min: 1, max: 20 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('quote'), side, ticks, lots: fc.integer({ min: 0, max: 20 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('place'),
      side,
      ticks: fc.option(ticks, { freq: 6 }),
      lots,
      timeInForce: fc.constantFrom<ExchangeOrder['timeInForce']>('GTC', 'GTC', 'GTC', 'IOC', 'FOK'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('taker'), side, ticks, lots }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('through'), side, ticks, lots }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), which: fc.nat(40) }) },
) as fc.Arbitrary<{
  do: string
  side: Side
  ticks: number | null
  lots: number
  timeInForce: ExchangeOrder['timeInForce']
  which: number
}>

describe('matching', () => {
  it('agrees with the written-out rules step by step, in state and events', () => {
    const partly: string[] = []
    const rested: string[] = []
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), (steps) => {
        const desk = open()
        const rules = new ExplicitQueue()
        const placed = new Map<string, { lots: number; filled: number; canceled: number }>()
        for (const { do: what, side: item, ticks: at, lots: many, timeInForce, which } of steps) {
          rules.happened = { fills: [], prints: [] }
          let found: unknown = null
          let wanted: unknown = null
          if (what === 'quote' && at !== null) {
            // The market does not cross itself.
            const other = rules.bestOfMarket(item === 'buy' ? 'sell' : 'buy')
            if (other !== undefined && (item === 'buy' ? at >= other : at <= other)) continue
            desk.quote(item, at, many)
            rules.market(item, at, many)
          } else if (what === 'place') {
            const id = `order-${placed.size}`
            const answer = desk.place(id, item, at, many, timeInForce)
            found = answer
            wanted = rules.place(desk.order(id, item, at, many, timeInForce))
            const filled = answer.fills.reduce((total, fill) => total + Number(fill.split('×')[1]), 0)
            placed.set(id, { lots: filled + answer.restingLots, filled, canceled: 0 })
            if (filled + answer.restingLots < many) partly.push(timeInForce)
            if (answer.restingLots > 0) rested.push(timeInForce)
          } else if (what === 'taker') {
            desk.market.book.take(item, many, at)
            desk.market.commit(0)
            rules.take(item, many, at)
          } else if (what === 'through' && at !== null) {
            desk.market.book.tradeThrough(item, at, many)
            desk.market.commit(0)
            rules.through(item, at, many)
          } else if (what === 'cancel') {
            const id = `order-${which}`
            const canceled = desk.engine.cancel(id)
            found = canceled
            wanted = rules.cancel(id)
            const order = placed.get(id)
            if (order) order.canceled += canceled
          }
          expect(found).toEqual(wanted)
          const happened = desk.happened()
          expect(happened).toEqual(rules.happened)
          for (const fill of happened.fills) {
            const order = placed.get(fill.split(' ')[0] ?? '')
            if (order) order.filled += Number(fill.split('×')[1])
          }
          const depth = desk.engine.depth(SYMBOL)
          expect(depth).toEqual({ bids: rules.depth('buy'), asks: rules.depth('sell') })
          expect(desk.mirror.depth()).toEqual(depth)
          expect(desk.mirror.bestBid).toBeLessThan(desk.mirror.bestAsk)
          // No lot of a customer is lost or made.
          for (const [id, order] of placed)
            expect(order.filled + order.canceled + rules.restingLots(id)).toBe(order.lots)
        }
      }),
      { numRuns: 400, seed: 11 },
    )
    // What filled nothing or in part and did not rest: never a limit order that is good till canceled.
    expect(new Set(rested)).toEqual(new Set(['GTC']))
    expect(partly).toContain('IOC')
  })

  it('fills at the best price first, prints each level, and leaves the rest of the last level', () => {
    const { quote, place, happened, engine } = open()
    quote('sell', 101, 5)
    quote('sell', 100, 3)
    quote('sell', 102, 9)
    happened()
    expect(place('a', 'buy', 102, 10)).toEqual({ fills: ['100×3', '101×5', '102×2'], restingLots: 0 })
    expect(happened().prints).toEqual(['buy@100×3', 'buy@101×5', 'buy@102×2'])
    expect(engine.depth(SYMBOL)).toEqual({ bids: [], asks: [[102, 7]] })
  })

  it('rests behind what was there, before what comes later', () => {
    const { quote, place, happened, market, engine } = open()
    quote('buy', 99, 10)
    place('a', 'buy', 99, 4)
    quote('buy', 99, 30)
    place('b', 'buy', 99, 2)
    expect(engine.depth(SYMBOL).bids).toEqual([[99, 36]])
    happened()
    market.book.take('sell', 12, null)
    market.commit(0)
    expect(happened().fills).toEqual(['a buy@99×2'])
    market.book.take('sell', 21, null)
    market.commit(0)
    expect(happened().fills).toEqual(['a buy@99×2'])
    market.book.take('sell', 3, null)
    market.commit(0)
    expect(happened().fills).toEqual(['b buy@99×2'])
    expect(engine.depth(SYMBOL).bids).toEqual([])
  })

  it('fills FOK whole or not at all, and rests no IOC', () => {
    const { quote, place, engine } = open()
    quote('sell', 100, 3)
    quote('sell', 101, 5)
    expect(place('a', 'buy', 101, 9, 'FOK')).toEqual({ fills: [], restingLots: 0 })
    expect(place('b', 'buy', 100, 4, 'FOK')).toEqual({ fills: [], restingLots: 0 })
    expect(place('c', 'buy', 101, 4, 'FOK')).toEqual({ fills: ['100×3', '101×1'], restingLots: 0 })
    expect(place('d', 'buy', 101, 9, 'IOC')).toEqual({ fills: ['101×4'], restingLots: 0 })
    expect(engine.depth(SYMBOL)).toEqual({ bids: [], asks: [] })
  })

  it('fills a resting order at its own price when the market quotes through it', () => {
    const { quote, place, happened, engine } = open()
    place('a', 'sell', 100, 6)
    happened()
    quote('buy', 102, 4)
    expect(happened()).toEqual({ fills: ['a sell@100×4'], prints: ['buy@100×4'] })
    expect(engine.depth(SYMBOL)).toEqual({ bids: [], asks: [[100, 2]] })
  })

  it('matches two customers with each other, with one event each', () => {
    const { place, happened } = open()
    place('seller', 'sell', 100, 5)
    happened()
    expect(place('buyer', 'buy', 101, 3)).toEqual({ fills: ['100×3'], restingLots: 0 })
    expect(happened()).toEqual({ fills: ['seller sell@100×3'], prints: ['buy@100×3'] })
  })

  it('refuses what the broker must never send, in words', () => {
    const { engine, order } = open()
    expect(() => engine.place(order('a', 'buy', 100, 0))).toThrow('order a is for 0 lots')
    expect(() => engine.place(order('a', 'buy', 100.5, 1))).toThrow('a limit of 100.5 ticks')
    expect(() => engine.place({ ...order('a', 'buy', 1, 1), symbol: 'X' as Symbol })).toThrow(
      'X is not traded',
    )
    engine.place(order('a', 'buy', 100, 1))
    expect(() => engine.place(order('a', 'buy', 100, 1))).toThrow('resting already')
    expect(engine.cancel('a')).toBe(1)
    expect(engine.cancel('a')).toBe(0)
  })

  it('gives every listener all events in order, also when a listener trades on an event', () => {
    const { engine, place } = open()
    const early: string[] = []
    const late: string[] = []
    const note = (into: string[]) => (event: ExchangeEvent) => {
      if (event.kind === 'print') into.push(`${event.print.code} ${event.print.ticks}`)
    }
    engine.onEvent(note(early))
    engine.onEvent((event) => {
      // A stop of a customer that goes off on the first trade.
      if (event.kind === 'print' && event.print.ticks === 100) place('stop', 'buy', null, 2, 'IOC')
    })
    engine.onEvent(note(late))
    for (const at of [100, 101, 102]) place(`ask-${at}`, 'sell', at, 2)
    place('taker', 'buy', 101, 4)
    expect(early.map((line) => line.split(' ')[1])).toEqual(['100', '101', '102'])
    expect(late).toEqual(early)
    expect(early.map((line) => Number(line.split(' ')[0]))).toEqual(
      early.map((line) => Number(line.split(' ')[0])).toSorted((a, b) => a - b),
    )
  })

  it('restores an order unmatched; one that the market has passed fills once the market moves', () => {
    const { engine, order, quote, happened, market } = open()
    quote('buy', 99, 5)
    quote('sell', 101, 5)
    happened()
    engine.restore(order('calm', 'buy', 100, 3))
    engine.restore(order('passed', 'buy', 103, 7))
    expect(happened()).toEqual({ fills: [], prints: [] })
    expect(engine.depth(SYMBOL)).toEqual({ bids: [[100, 3], [99, 5]], asks: [[101, 5]] }) // prettier-ignore
    market.book.admitWaiting()
    market.commit(0)
    expect(happened().fills).toEqual(['passed buy@101×5'])
    expect(engine.depth(SYMBOL).bids[0]).toEqual([103, 2])
    expect(engine.cancel('passed')).toBe(2)
  })
})
