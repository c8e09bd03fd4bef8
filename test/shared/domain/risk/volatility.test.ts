/** Volatility from hourly closes: the stated formula, and what is said where the candles do not suffice. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimal,
  multiply,
  squareRoot,
  toDrawable,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { INTERVALS, type Candle, type CandleGap } from '../../../../shared/domain/candles/candle.ts'
import { VOLATILITY_SOURCES, volatilityOf } from '../../../../shared/domain/risk/volatility.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'

const [HOURS, MINUTES] = VOLATILITY_SOURCES
const LEAST_RETURNS = HOURS.least
const HOUR = INTERVALS['1h']
const text = (value: string) => decimalText.parse(value)
const candle = (hour: number, close: string): Candle => ({
  openTime: hour * HOUR,
  open: text(close),
  high: text(close),
  low: text(close),
  close: text(close),
  volume: text('1'),
})
const at = (candles: readonly Candle[], hours: number, gaps: readonly CandleGap[] = []) =>
  volatilityOf('BTCUSDC_PERP', HOURS, { candles: [...candles], gaps: [...gaps] }, hours * HOUR)
const hours = (count: number, closeOf: (n: number) => string, from = 0) =>
  Array.from({ length: count }, (_, n) => candle(from + n, closeOf(from + n)))
const swinging = (n: number) => (n % 2 === 0 ? '100' : '102')

/** The same formula in binary numbers, for comparison alone. */
function expected(closes: readonly number[]): number {
  const returns = closes.slice(1).map((close, n) => close / (closes[n] ?? 1) - 1)
  const mean = returns.reduce((a, b) => a + b, 0) / returns.length
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return 100 * Math.sqrt((24 * squares) / (returns.length - 1))
}

describe('the volatility of a day', () => {
  it('is the sample deviation of the hourly returns times the square root of 24, in percent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 9_000, max: 11_000 }), { minLength: LEAST_RETURNS + 1, maxLength: 90 }),
        (closes) => {
          fc.pre(new Set(closes).size > 1)
          const { value } = at(
            closes.map((close, n) => candle(n, String(close))),
            closes.length,
          )
          expect(value === null ? Number.NaN : toDrawable(value)).toBeCloseTo(expected(closes), 6)
        },
      ),
    )
  })

  it('from minutes is scaled by the minutes of a day', () => {
    const closed = hours(61, swinging).map((each, n) => ({ ...each, openTime: n * INTERVALS['1m'] }))
    const { value } = volatilityOf(
      'BTCUSDC_PERP',
      MINUTES,
      { candles: closed, gaps: [] },
      61 * INTERVALS['1m'],
    )
    const ofHours = at(hours(61, swinging), 61).value
    expect(toDrawable(value ?? decimal('0')) / toDrawable(ofHours ?? decimal('1'))).toBeCloseTo(
      Math.sqrt(60),
      9,
    )
  })

  it('leaves out the hour that is not over', () => {
    const closed = hours(60, swinging)
    expect(at([...closed, candle(60, '500')], 60.5)).toEqual(at(closed, 60))
  })

  it('counts an hour without a trade as one without a move', () => {
    const closed = hours(60, swinging)
    const quiet = closed.filter(({ openTime }) => openTime !== 30 * HOUR)
    const filled = closed.map((each, n) => (n === 30 ? candle(30, swinging(29)) : each))
    expect(at(quiet, 60)).toEqual(at(filled, 60))
  })

  it('takes no return across a gap, whatever the price did in it', () => {
    const before = hours(60, swinging)
    const after = hours(60, (n) => String(Number(swinging(n)) * 3), 60)
    const gap = { from: 60 * HOUR, to: 60.5 * HOUR }
    const across = at([...before, ...after], 120, [gap]).value
    expect(across).not.toBeNull()
    expect(toDrawable(across ?? decimal('0'))).toBeLessThan(11)
    expect(toDrawable(at([...before, ...after], 120).value ?? decimal('0'))).toBeGreaterThan(50)
  })
})

describe('no volatility', () => {
  it('is given from fewer returns than two days have, and the reason counts them', () => {
    expect(at(hours(LEAST_RETURNS, swinging), LEAST_RETURNS)).toEqual({
      value: null,
      why: 'the volatility of BTCUSDC_PERP needs 48 hours of candles and has 47',
    })
    expect(at(hours(LEAST_RETURNS + 1, swinging), LEAST_RETURNS + 1).why).toBeNull()
    expect(at([], 100)).toMatchObject({ value: null, why: expect.stringContaining('has 0') as string })
  })

  it('is given for a price that never moved: nobody knows how far it can', () => {
    expect(
      at(
        hours(60, () => '100'),
        60,
      ),
    ).toMatchObject({ value: null })
  })
})

it('a square root is the largest number whose square is not above the value', () => {
  expect(toText(squareRoot(decimal('2')))).toBe('1.414213562373095048')
  expect(squareRoot(decimal('0'))).toBe(0n)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (value) => {
      const root = squareRoot(value as Decimal)
      expect(root * root <= value * 10n ** 18n && (root + 1n) ** 2n > value * 10n ** 18n).toBe(true)
      expect(multiply(root, root, 'down') <= value).toBe(true)
    }),
  )
})
