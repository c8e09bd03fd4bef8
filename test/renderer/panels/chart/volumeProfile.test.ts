/** The volume profile and the marks of own trades. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marksOf } from '../../../../renderer/panels/chart/additions/fillMarks.ts'
import { volumeProfile } from '../../../../renderer/panels/chart/additions/volumeProfile.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { tradeOf } from '../../../fakes/window/scriptedCore.ts'

const text = (value: number) => String(value) as DecimalText
const slot = (n: number, low: number, high: number, close: number, volume: number) => ({
  openTime: n * 60_000,
  candle: {
    openTime: n * 60_000,
    open: text(low),
    high: text(high),
    low: text(low),
    close: text(close),
    volume: text(volume),
  },
  gap: null,
})

test('a candle spreads its volume evenly over its prices', () => {
  const { rows, isPartial } = volumeProfile([slot(0, 100, 104, 104, 8), slot(1, 102, 102, 102, 3)], 4)
  expect(rows.map(({ from, up }) => [from, up])).toEqual([
    [100, 2],
    [101, 2],
    [102, 5],
    [103, 2],
  ])
  expect(isPartial).toBe(false)
})

test('the rows of a profile have the volume of its candles, and candles of one price make a row', () => {
  const bar = fc.tuple(
    fc.integer({ min: 1, max: 500 }),
    fc.integer({ min: 0, max: 90 }),
    fc.integer({ min: 0, max: 99 }),
  )
  fc.assert(
    fc.property(fc.array(bar, { minLength: 1, maxLength: 30 }), (bars) => {
      const slots = bars.map(([low, height, volume], n) => slot(n, low, low + height, low, volume))
      const { rows } = volumeProfile(slots, 20)
      const sum = rows.reduce((total, { up, down }) => total + up + down, 0)
      expect(sum).toBeCloseTo(
        bars.reduce((total, [, , volume]) => total + volume, 0),
        6,
      )
    }),
  )
})

test('a profile over unread time is partial, and one without candles has no rows', () => {
  const gap = { from: 0, to: 60_000 }
  expect(volumeProfile([{ openTime: 0, candle: null, gap }], 9)).toEqual({ rows: [], isPartial: true })
})

test('own trades are marked at the candle that holds them, by side, and nowhere else', () => {
  const slots = [
    slot(1, 1, 2, 2, 1),
    slot(2, 1, 2, 2, 1),
    { openTime: 180_000, candle: null, gap: { from: 0, to: 1 } },
  ]
  const at = (code: string, createdAt: number | null, side: 'buy' | 'sell' | null) =>
    tradeOf({ code, createdAt, side })
  const fills = [
    at('1', 59_999, 'buy'),
    at('2', 60_000, 'buy'),
    at('3', 119_999, 'buy'),
    at('4', 120_000, 'sell'),
    at('5', 185_000, 'sell'),
    at('6', null, 'buy'),
    at('7', 61_000, null),
  ]
  expect(marksOf(fills, slots, 60_000)).toEqual([
    { openTime: 60_000, side: 'buy', count: 2 },
    { openTime: 120_000, side: 'sell', count: 1 },
  ])
})
