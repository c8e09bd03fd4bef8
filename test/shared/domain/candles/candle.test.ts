import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  decimal,
  toText,
  ZERO,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { candle, INTERVALS, type Candle, type Interval } from '../../../../shared/domain/candles/candle.ts'
import { CandleRows, type CandleRow } from '../../../../shared/domain/candles/candleRows.ts'
import { CandleSeries } from '../../../../shared/domain/candles/candleSeries.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../../shared/domain/marketTrade.ts'

const intervals = Object.keys(INTERVALS) as Interval[]
const trade = (createdAt: number, price: string, amount = '1'): MarketTrade => ({
  symbol: 'BTCUSDC_PERP' as Symbol,
  price: price as DecimalText,
  amount: amount as DecimalText,
  side: null,
  createdAt,
  code: null,
})
const trades = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 400_000 }),
    price: fc.integer({ min: 1, max: 99 }).map(String),
    amount: fc.constantFrom('1', '0.1', '0.02', '3'),
  }),
  { maxLength: 60 },
)

/** 1 January 1970 was a Thursday. */
const MONDAY = Date.UTC(1970, 0, 5)
const opens = (at: number, every: Interval): number => {
  const from = every === '1w' ? MONDAY : 0
  return Math.floor((at - from) / INTERVALS[every]) * INTERVALS[every] + from
}

/** The candles said plainly: sort, group, look at the first, last, highest and lowest. */
function plainly(inOrder: readonly MarketTrade[], every: Interval): Candle[] {
  const groups = Map.groupBy(inOrder, (level) => opens(level.createdAt, every))
  return [...groups].map(([openTime, all]) => ({
    openTime,
    open: all[0]!.price,
    high: String(Math.max(...all.map((level) => Number(level.price)))) as DecimalText,
    low: String(Math.min(...all.map((level) => Number(level.price)))) as DecimalText,
    close: all.at(-1)!.price,
    volume: toText(all.reduce((sum, level) => add(sum, decimal(level.amount)), ZERO)),
  }))
}

describe('CandleSeries', () => {
  it('is the same whatever order the trades come in', () => {
    fc.assert(
      fc.property(
        trades,
        fc.constantFrom(...intervals),
        fc.infiniteStream(fc.nat()),
        (some, every, shuffle) => {
          const inOrder = some
            .map((print) => trade(print.at, print.price, print.amount))
            .toSorted((a, b) => a.createdAt - b.createdAt)
          const arriving = inOrder
            .map((print, order) => ({ print, order, key: shuffle.next().value }))
            .toSorted((a, b) => a.key - b.key)
          const series = new CandleSeries(every, 1000)
          for (const { print, order } of arriving)
            expect(series.add(print, order)).toBe(opens(print.createdAt, every))
          expect(series.candles()).toEqual(plainly(inOrder, every))
          expect(series.candles().every((drawn) => candle.safeParse(drawn).success)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('leaves a gap where nothing traded', () => {
    const series = new CandleSeries('1m', 10)
    series.add(trade(0, '1'), 1)
    series.add(trade(600_000, '2'), 2)
    expect(series.candles().map((item) => item.openTime)).toEqual([0, 600_000])
  })

  it('keeps the newest and takes nothing older', () => {
    const series = new CandleSeries('5s', 3)
    for (let n = 10; n < 20; n++) series.add(trade(n * 5_000, '7'), n)
    expect(series.candles().map((item) => item.openTime)).toEqual([85_000, 90_000, 95_000])
    expect(series.add(trade(40_000, '9'), 21)).toBeNull()
    expect(series.add(trade(86_000, '9'), 22)).toBe(85_000)
    expect(series.since(90_000)).toHaveLength(2)
    expect(series.candles()[0]).toMatchObject({ high: '9', close: '9', volume: '2' })
  })
})

describe('CandleRows', () => {
  const text = fc
    .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 18 }))
    .map(([whole, digits]) => (whole * 10n ** BigInt(digits)) as Decimal)
  const short = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => decimal(String(n / 1_000)))
  const number = fc.oneof(text, short)

  it('gives back every number to its last digit, also numbers that no float holds', () => {
    const one = fc.record({
      openTime: fc.integer({ min: 0, max: 30 }),
      prices: fc.tuple(number, number, number, number, number),
      taken: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (all) => {
        const rows = new CandleRows(31)
        const plain = new Map<number, CandleRow>()
        for (const { openTime, prices, taken } of all) {
          const [open, high, low, close, volume] = prices
          const ends = { firstAt: openTime, firstOrder: -3, lastAt: openTime + 1, lastOrder: 4 }
          const row = { openTime, open, high, low, close, volume, ...ends }
          const index = rows.indexOf(openTime)
          if (!plain.has(openTime)) rows.insert(index, row)
          else if (taken) rows.remove(index, index + 1)
          else rows.write(index, row)
          if (taken && plain.has(openTime)) plain.delete(openTime)
          else plain.set(openTime, row)
        }
        expect(Array.from({ length: rows.length }, (_, n) => rows.read(n))).toEqual(
          [...plain.values()].toSorted((a, b) => a.openTime - b.openTime),
        )
      }),
    )
  })
})
