/** Heikin-Ashi candles against their definition, and typed intervals. */

import { expect, test } from 'vitest'
import { heikinAshi } from '../../../../renderer/panels/chart/indicators/heikinAshi.ts'
import { FoldRun } from '../../../../renderer/panels/chart/indicators/fold.ts'
import { readInterval } from '../../../../renderer/panels/chart/choices/IntervalField.tsx'
import type { DecimalText } from '../../../../shared/base/decimal.ts'

const slot = (openTime: number, [open, high, low, close]: readonly number[]) => ({
  openTime,
  candle: {
    openTime,
    open: String(open) as DecimalText,
    high: String(high) as DecimalText,
    low: String(low) as DecimalText,
    close: String(close) as DecimalText,
    volume: '1' as DecimalText,
  },
  gap: null,
})

test('a Heikin-Ashi candle opens in the middle of the one before and closes at the mean of its prices', () => {
  const figures = new FoldRun(heikinAshi).all([
    slot(0, [10, 14, 8, 12]),
    slot(60_000, [12, 13, 11, 12]),
    slot(120_000, [30, 34, 30, 34]),
  ])
  expect(figures).toEqual([
    [11, 14, 8, 11],
    [11, 13, 11, 12],
    // It reaches down to its own open.
    [11.5, 34, 11.5, 32],
  ])
})

test.each([
  ['15', '15m'],
  ['240', '4h'],
  ['60', '1h'],
  ['1s', '1s'],
  ['5s', '5s'],
  ['1 D', '1d'],
  ['24h', '1d'],
  ['1w', '1w'],
  ['7d', '1w'],
  ['2w', null],
  ['7', null],
  ['', null],
  ['m', null],
  ['15x', null],
])('the typed interval "%s" is %s', (typed, interval) => {
  expect(readInterval(typed)).toBe(interval)
})
