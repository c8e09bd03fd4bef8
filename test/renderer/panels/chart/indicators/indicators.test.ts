/** The indicators against published worked examples, against their definitions, and over times that were not read. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, toDrawable, type DecimalText } from '../../../../../shared/base/decimal.ts'
import type { Candle, CandleGap } from '../../../../../shared/domain/candles/candle.ts'
import {
  bollingerBands,
  exponentialAverage,
  simpleAverage,
} from '../../../../../renderer/panels/chart/indicators/averages.ts'
import { FoldRun, type Fold } from '../../../../../renderer/panels/chart/indicators/fold.ts'
import {
  indicatorOf,
  indicatorText,
  INDICATOR_KINDS,
  readIndicator,
} from '../../../../../renderer/panels/chart/indicators/indicators.ts'
import {
  averageTrueRange,
  convergence,
  relativeStrength,
} from '../../../../../renderer/panels/chart/indicators/momentum.ts'
import { anchoredVwap, sessionVwap } from '../../../../../renderer/panels/chart/indicators/volumeAverage.ts'
import type { Slot } from '../../../../../renderer/panels/chart/candleWindow.ts'
import { TickerSamples, type SampledTickers } from '../../../../../renderer/live/tickerSamples.ts'
import { blankTicker } from '../../../../../shared/domain/instrument.ts'
import { decimalText, symbol } from '../../../../../shared/domain/scalars.ts'
import { ATR, BANDS, INTEL, MACD, RSI } from './references.ts'

const MINUTE = 60_000
const SYMBOL = symbol.parse('BTCUSDC_PERP')
const NOON = Date.UTC(2026, 0, 5, 12)
const text = (value: number) => String(value) as DecimalText

const candleOf = (openTime: number, high: number, low: number, close: number, volume = 1): Candle => ({
  openTime,
  open: text(close),
  high: text(high),
  low: text(low),
  close: text(close),
  volume: text(volume),
})
const slot = (candle: Candle, gap: CandleGap | null = null): Slot => ({
  openTime: candle.openTime,
  candle,
  gap,
})
const slotsOfCloses = (closes: readonly number[], from = NOON): Slot[] =>
  closes.map((close, n) => slot(candleOf(from + n * MINUTE, close, close, close)))

/** The known figures of one line, and how many slots before them were unknown. */
function lineOf<S>(fold: Fold<S>, slots: readonly Slot[], at = 0) {
  const figures = new FoldRun(fold).all(slots).map((all) => all[at] ?? null)
  const unknown = figures.findIndex((figure) => figure !== null)
  return { unknown, known: figures.slice(unknown) as number[] }
}
const expectClose = (got: readonly number[], wanted: readonly number[], within: number) => {
  expect(got).toHaveLength(wanted.length)
  for (const [n, figure] of wanted.entries())
    expect(Math.abs((got[n] ?? NaN) - figure)).toBeLessThanOrEqual(within)
}

test('the simple and exponential averages are those of the ChartSchool table', () => {
  const slots = slotsOfCloses(INTEL.closes)
  const simple = lineOf(simpleAverage(10), slots)
  expect(simple.unknown).toBe(9)
  // The printed closes are rounded themselves.
  expectClose(simple.known, INTEL.sma10, 0.0101)
  const exponential = lineOf(exponentialAverage(10), slots)
  expect(exponential.unknown).toBe(9)
  expectClose(exponential.known, INTEL.ema10, 0.0101)
})

test('the bands are those of the ChartSchool sheet', () => {
  const slots = slotsOfCloses(BANDS.closes)
  for (const [at, wanted] of [BANDS.middle, BANDS.upper, BANDS.lower].entries()) {
    const line = lineOf(bollingerBands(20, 2), slots, at)
    expect(line.unknown).toBe(19)
    expectClose(line.known, wanted, 1e-5)
  }
})

test('the RSI is that of the ChartSchool sheet', () => {
  const line = lineOf(relativeStrength(14), slotsOfCloses(RSI.closes))
  expect(line.unknown).toBe(14)
  expectClose(line.known, RSI.rsi14, 1e-3)
})

test('the ATR is that of the ChartSchool sheet', () => {
  const slots = ATR.closes.map((close, n) =>
    slot(candleOf(NOON + n * MINUTE, ATR.highs[n] ?? NaN, ATR.lows[n] ?? NaN, close)),
  )
  const line = lineOf(averageTrueRange(14), slots)
  expect(line.unknown).toBe(13)
  expectClose(line.known, ATR.atr14, 1e-5)
})

test('MACD, signal and difference are those of the published sheet', () => {
  const slots = slotsOfCloses(MACD.closes)
  const lines = [MACD.macd, MACD.signal, MACD.difference].map((wanted, at) => {
    const line = lineOf(convergence(12, 26, 9), slots, at)
    expectClose(line.known, wanted, 1e-9)
    return line.unknown
  })
  expect(lines).toEqual([25, 33, 33])
})

test('an RSI without any move is 50, of gains alone 100, of losses alone 0', () => {
  const last = (closes: readonly number[]) => lineOf(relativeStrength(3), slotsOfCloses(closes)).known.at(-1)
  expect(last([5, 5, 5, 5, 5])).toBe(50)
  expect(last([5, 6, 7, 8, 9])).toBe(100)
  expect(last([9, 8, 7, 6, 5])).toBe(0)
})

const price = fc.integer({ min: 1, max: 10_000_000 }).map((ticks) => ticks / 100)

/** The mean price of every unit that traded, as a dealer would add it up. */
const vwapOf = (candles: readonly Candle[]): number => {
  const exact = (candle: Candle, field: 'high' | 'low' | 'close' | 'volume'): bigint => decimal(candle[field])
  const volume = candles.map((candle) => exact(candle, 'volume'))
  const value = candles.reduce(
    (sum, candle, n) =>
      sum + volume[n]! * (exact(candle, 'high') + exact(candle, 'low') + exact(candle, 'close')),
    0n,
  )
  return toDrawable((value / (3n * volume.reduce((a, b) => a + b))) as ReturnType<typeof decimal>)
}

test('a session VWAP adds up from 00:00 UTC and begins again the next day', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(price, fc.integer({ min: 1, max: 900 })), { minLength: 4, maxLength: 30 }),
      (trades) => {
        const midnight = Date.UTC(2026, 0, 6)
        const from = midnight - 2 * MINUTE
        const candles = trades.map(([close, volume], n) =>
          candleOf(from + n * MINUTE, close + 1, close, close, volume),
        )
        const figures = new FoldRun(sessionVwap(MINUTE))
          .all(candles.map((candle) => slot(candle)))
          .map(([figure]) => figure)
        // The beginning of the first day is not among the candles.
        expect(figures.slice(0, 2)).toEqual([null, null])
        expect(figures.slice(2)).toEqual(candles.slice(2).map((_, n) => vwapOf(candles.slice(2, n + 3))))
      },
    ),
  )
})

test('over candles of a week a session VWAP is unknown, and an anchored one begins on a Monday', () => {
  const monday = Date.UTC(2026, 0, 5)
  const week = 7 * 24 * 60 * MINUTE
  const candles = [3, 4].map((close, n) => candleOf(monday + n * week, close + 1, close, close, n + 1))
  const slots = candles.map((candle) => slot(candle))
  expect(new FoldRun(sessionVwap(week)).all(slots)).toEqual([[null], [null]])
  const anchored = (at: number) => new FoldRun(anchoredVwap(at, week)).all(slots).map(([figure]) => figure)
  expect(anchored(monday)).toEqual([vwapOf(candles.slice(0, 1)), vwapOf(candles)])
  expect(anchored(monday + week / 7)).toEqual([null, null])
})

test('an anchored VWAP adds up from its anchor, and is unknown where the anchor was not read', () => {
  const candles = [3, 4, 5, 6].map((close, n) => candleOf(NOON + n * MINUTE, close + 1, close, close, n + 1))
  const slots = candles.map((candle) => slot(candle))
  const figures = new FoldRun(anchoredVwap(NOON + 2 * MINUTE, MINUTE)).all(slots).map(([figure]) => figure)
  expect(figures).toEqual([null, null, vwapOf(candles.slice(2, 3)), vwapOf(candles.slice(2))])
  expect(new FoldRun(anchoredVwap(NOON - MINUTE, MINUTE)).all(slots).flat()).toEqual([null, null, null, null])
})

test('an anchored VWAP is unknown where its moment lies inside a candle', () => {
  const hours = [3, 4, 5].map((close, n) => slot(candleOf(NOON + n * 60 * MINUTE, close, close, close)))
  const over = (anchor: number) => new FoldRun(anchoredVwap(anchor, 60 * MINUTE)).all(hours).flat()
  expect(over(NOON + 60 * MINUTE)).toEqual([null, 4, 4.5])
  expect(over(NOON + 30 * MINUTE)).toEqual([null, null, null])
})

/** A window that took a sample of 7 in every candle. */
const EVERY_MINUTE: SampledTickers = { last: () => 7 }

test('mark and funding are the last sample of each candle, and unknown where none was taken', () => {
  const samples = new TickerSamples()
  const sampled = samples.of(SYMBOL)
  const at = (time: number, markPrice: string, fundingRate: string) =>
    samples.take(
      new Map([
        [
          SYMBOL,
          {
            ...blankTicker(SYMBOL, time),
            markPrice: decimalText.parse(markPrice),
            fundingRate: decimalText.parse(fundingRate),
            listedAt: time,
          },
        ],
      ]),
      time,
    )
  at(NOON + 1_000, '100.5', '0.0001')
  at(NOON + 2_000, '999', '0.9')
  at(NOON + 50_000, '101', '0.0002')
  at(NOON + 2 * MINUTE + 1, '102', '-0.0003')
  const lines = (word: string) =>
    new FoldRun(indicatorOf({ kind: word, numbers: [] })!.fold(MINUTE, sampled)).all(slotsOfCloses([1, 2, 3]))
  expect(lines('mark')).toEqual([[101], [null], [102]])
  expect(lines('funding')).toEqual([[0.02], [null], [-0.03]])
})

test('a value whose list is older than five seconds is no sample, nor is one of an instrument without a chart', () => {
  const samples = new TickerSamples()
  const known = { ...blankTicker(SYMBOL, NOON), markPrice: decimalText.parse('100'), listedAt: NOON }
  samples.take(new Map([[SYMBOL, known]]), NOON)
  const sampled = samples.of(SYMBOL)
  expect(sampled.last('mark', NOON, NOON + MINUTE)).toBeNull()
  samples.take(new Map([[SYMBOL, known]]), NOON + 5_001)
  expect(sampled.last('mark', NOON, NOON + MINUTE)).toBeNull()
  samples.take(new Map([[SYMBOL, { ...known, listedAt: NOON + 10_000 }]]), NOON + 11_000)
  expect(sampled.last('mark', NOON, NOON + MINUTE)).toBe(100)
})

const FOLDS: readonly [string, Fold<unknown>][] = INDICATOR_KINDS.map(({ word, numbers }) => {
  const usual = word === 'avwap' ? [NOON] : numbers.map((number) => Math.min(number.usual, 4))
  return [word, indicatorOf({ kind: word, numbers: usual })!.fold(MINUTE, EVERY_MINUTE)]
})

test.each(FOLDS)('%s over a time that was not read is unknown, and then as if it began there', (_, fold) => {
  const gap = { from: NOON + 30 * MINUTE, to: NOON + 40 * MINUTE }
  const closes = Array.from({ length: 30 }, (_unused, n) => 100 + 7 * Math.sin(n))
  const later = slotsOfCloses(closes, NOON + 41 * MINUTE)
  const partial = slot(candleOf(NOON + 40 * MINUTE, 9, 9, 9), gap)
  const empty: Slot = { openTime: gap.from, candle: null, gap }
  const figures = new FoldRun(fold).all([...slotsOfCloses(closes), empty, partial, ...later])
  expect(
    figures
      .slice(30, 32)
      .flat()
      .every((figure) => figure === null),
  ).toBe(true)
  expect(figures.slice(32)).toEqual(new FoldRun(fold).all(later).map((all) => all))
})

test.each(FOLDS)(
  '%s is the same whether its candles came at once, one by one, or changed before they ended',
  (_, fold) => {
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 2, maxLength: 40 }),
        fc.array(price, { maxLength: 5 }),
        (closes, ticks) => {
          const slots = slotsOfCloses(closes)
          const wanted = new FoldRun(fold).all(slots)
          const run = new FoldRun(fold)
          const split = Math.floor(slots.length / 2)
          const figures = run.all(slots.slice(0, split))
          for (const [n, next] of slots.slice(split).entries()) {
            const previous = slots[split + n - 1]
            for (const tick of ticks) run.put(slot(candleOf(next.openTime, tick, tick, tick)), previous)
            figures.push(run.put(next, previous))
          }
          expect(figures).toEqual(wanted)
        },
      ),
      { numRuns: 40 },
    )
  },
)

test('a simple average over many prices has no error that grows', () => {
  const fold = simpleAverage(3)
  const bar = (close: string) =>
    ({ openTime: 0, open: 0n, high: 0n, low: 0n, volume: 0n, close: decimal(close) }) as never
  const closes = ['123456.7', '0.1', '0.2', '0.3']
  let state = fold.start(0)
  for (let n = 0; n < 20_000; n++)
    state = fold.step(state, bar(closes[n % 4]!), (back) => bar(closes[(n - back + 4) % 4]!))
  expect(fold.read(state)).toEqual([toDrawable(decimal('0.6')) / 3])
})

test.each([
  'sma 20',
  'ema 9',
  'vwap',
  'avwap 2026-01-05 09:30',
  'boll 20 2.5',
  'rsi 14',
  'macd 12 26 9',
  'atr 14',
])('the words "%s" choose an indicator and are written the same again', (words) => {
  const read = readIndicator(words, NOON)
  expect(read.ok && indicatorText(read.choice)).toBe(words)
  expect(read.ok && indicatorOf(read.choice)).not.toBeNull()
})

test('numbers that are left out are the usual ones, and a time alone is of the newest day', () => {
  expect(readIndicator('MACD', NOON)).toEqual({ ok: true, choice: { kind: 'macd', numbers: [12, 26, 9] } })
  expect(readIndicator('avwap 0930', NOON)).toEqual({
    ok: true,
    choice: { kind: 'avwap', numbers: [Date.UTC(2026, 0, 5, 9, 30)] },
  })
})

test.each([
  ['ichimoku', 'Type one of sma, ema, vwap, avwap, boll, rsi, macd, atr, mark, funding.'],
  ['ema 0', 'Exponential moving average: the period is a whole number from 1 to 1000.'],
  ['ema 2.5', 'Exponential moving average: the period is a whole number from 1 to 1000.'],
  ['rsi x', 'Relative strength index: the period is a whole number from 1 to 1000.'],
  ['rsi 14 3', 'Relative strength index takes period.'],
  ['vwap 3', 'Volume-weighted average price since 00:00 UTC takes no number.'],
  ['avwap 2026-02-31 09:30', 'Type the moment in UTC: avwap 09:30, or avwap 2026-01-05 09:30.'],
  ['avwap 25:00', 'Type the moment in UTC: avwap 09:30, or avwap 2026-01-05 09:30.'],
])('"%s" is refused with the reason', (words, problem) => {
  expect(readIndicator(words, NOON)).toEqual({ ok: false, problem })
})

test('a time without a date needs a candle, and a stored moment that is no date still has a text', () => {
  expect(readIndicator('avwap 09:30', null).ok).toBe(false)
  expect(readIndicator('avwap 2026-01-05 09:30', null).ok).toBe(true)
  expect(indicatorText({ kind: 'avwap', numbers: [9e15] })).toBe('avwap 9000000000000000')
})
