import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyCandles,
  axisText,
  chartLines,
  joinChanges,
  legendOf,
  MOST_BARS,
  startCandles,
} from '../../../renderer/chart/chartModel.ts'
import { placeLabels } from '../../../renderer/chart/lineLabels.ts'
import { instrument, longOne, orderOf, text } from '../ladder/scenes.ts'
import { candlesOf } from './candles.ts'

describe('candles', () => {
  test('however they arrive, bars stay in order, one an open time, the newest word on each', () => {
    const all = candlesOf(40)
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(39), { maxLength: 6 }), { maxLength: 20 }), (deltas) => {
        let version = 0
        const newest = new Map<number, string>()
        const history = deltas.reduce((known, picks) => {
          const delta = [...new Set(picks)].map((n) => {
            const candle = { ...(all[n] ?? fail()), volume: text(String(++version)) }
            newest.set(candle.openTime, candle.volume)
            return candle
          })
          return applyCandles(known, delta)
        }, startCandles([]))
        const times = history.candles.map((of) => of.openTime)
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
        expect(new Map(history.candles.map((of) => [of.openTime, of.volume]))).toEqual(newest)
      }),
    )
  })

  test('only bars at the end are handed on alone; an older one draws all anew', () => {
    const all = candlesOf(10)
    const start = startCandles(all.slice(0, 8))
    expect(applyCandles(start, all.slice(7, 9)).change).toEqual({ kind: 'tail', candles: all.slice(7, 9) })
    expect(applyCandles(start, all.slice(2, 3)).change).toEqual({ kind: 'all' })
    expect(applyCandles(start, []).change).toEqual({ kind: 'none' })
  })

  test('never more than 3,000 bars, and the newest ones', () => {
    const all = candlesOf(MOST_BARS + 1)
    const { candles, change } = applyCandles(startCandles(all.slice(0, MOST_BARS)), all.slice(MOST_BARS))
    expect(candles.length).toBeLessThanOrEqual(MOST_BARS)
    expect(candles.at(-1)).toEqual(all.at(-1))
    expect(change).toEqual({ kind: 'all' })
  })

  test('changes between two frames are joined, nothing left out', () => {
    const [a, b] = [
      { kind: 'tail', candles: candlesOf(1) } as const,
      { kind: 'tail', candles: candlesOf(2) } as const,
    ]
    expect(joinChanges(a, b)).toEqual({ kind: 'tail', candles: [...a.candles, ...b.candles] })
    expect(joinChanges(a, { kind: 'all' })).toEqual({ kind: 'all' })
    expect(joinChanges({ kind: 'none' }, b)).toEqual(b)
    expect(joinChanges(a, { kind: 'none' })).toEqual(a)
  })
})

describe('lines', () => {
  test('live orders and the position, highest first; what is over has none', () => {
    const orders = [
      orderOf('buy', '61900', { amount: text('2'), filledAmount: text('0.5') }),
      orderOf('sell', '62500', { phase: 'unknown' }),
      orderOf('sell', '62600', { phase: 'closed', status: 'canceled' }),
    ]
    const titles = chartLines(instrument, orders, longOne, '+747.00').map((of) => of.words)
    expect(titles).toEqual([
      'SELL 0.1 C1042 ? at 62,500.0',
      'BUY 1.5 C1042 at 61,900.0',
      'avg entry +1.000 · +747.00 at 61,402.5',
    ])
  })

  test('a bracket shows both its prices', () => {
    const order = orderOf('sell', '0', {
      type: 'take_profit_stop_loss',
      limitPrice: null,
      stopLossPrice: text('61000'),
      takeProfitPrice: text('63000'),
    })
    expect(chartLines(instrument, [order], null, null).map((of) => of.words)).toEqual([
      'SELL 0.1 C1042 TP at 63,000.0',
      'SELL 0.1 C1042 SL at 61,000.0',
    ])
  })

  test('flat has no entry line', () => {
    expect(chartLines(instrument, [], { ...longOne, size: text('0'), averageEntry: null }, null)).toEqual([])
  })
})

test('the legend prints the bar’s own digits at the instrument’s ticks', () => {
  const [candle] = candlesOf(1)
  expect(legendOf(candle ?? fail(), instrument).map(({ text: shown }) => shown)).toEqual([
    '62,000.0',
    '62,053.5',
    '61,979.0',
    '62,041.5',
    '0.900',
  ])
})

test.each([
  [62_150.5, 1, '62,150.5'],
  [1_234_567, 0, '1,234,567'],
  [0.11934, 5, '0.11934'],
])('the axis marks thousands of %d and leaves its fraction alone', (price, places, shown) => {
  expect(axisText(price, places)).toBe(shown)
})

function fail(): never {
  throw new Error('The fixture is shorter than the test thinks')
}

describe('labels at the left edge', () => {
  const lines = chartLines(
    instrument,
    ['61940', '61940.5', '62120'].map((of) => orderOf('buy', of)),
    null,
    null,
  )
  const [far, second, first] = lines
  if (!far || !second || !first) throw new Error('three lines were asked for')

  test('stand on their lines, and beside each other where two lines nearly meet', () => {
    const placed = placeLabels(
      [
        { line: far, y: 40, width: 80 },
        { line: second, y: 200, width: 80 },
        { line: first, y: 204, width: 60 },
      ],
      300,
    )
    expect(placed.map(({ x, y }) => [x, y])).toEqual([
      [6, 40],
      [6, 200],
      [90, 204],
    ])
  })

  test('stand below each other where the pane is full', () => {
    const placed = placeLabels(
      [
        { line: far, y: 200, width: 80 },
        { line: second, y: 202, width: 80 },
      ],
      120,
    )
    expect(placed.map(({ x, y }) => [x, y])).toEqual([
      [6, 200],
      [6, 220],
    ])
  })

  test('of lines out of the pane are left out', () => {
    expect(placeLabels([{ line: far, y: null, width: 80 }], 300)).toEqual([])
  })
})
