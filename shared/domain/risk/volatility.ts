/**
 * How far an instrument's price usually moves in a day, from the closes of its hours. Historical volatility
 * (https://en.wikipedia.org/wiki/Volatility_(finance)): the sample standard deviation of the hourly returns `close / close before − 1`, times the
 * square root of 24. Pure.
 */

import { shownCode } from '../accounts/lookAlike.ts'
import {
  ZERO,
  add,
  decimal,
  decimalOf,
  divide,
  multiply,
  squareRoot,
  subtract,
  type Decimal,
} from '../../base/decimal.ts'
import type { Figure } from '../accounts/customerFigures.ts'
import { INTERVALS, type CandleNews } from '../candles/candle.ts'

export const VOLATILITY_INTERVAL = '1h' as const
/** Hours that are read: 30 days. */
export const VOLATILITY_HOURS = 720
/** Returns without which no volatility is given: two days. */
export const LEAST_RETURNS = 48

const HOUR = INTERVALS[VOLATILITY_INTERVAL]
const ONE = decimalOf(1)
const HUNDRED = decimalOf(100)
const HOURS_OF_A_DAY = decimalOf(24)

/** The returns of the hours that are over, each a fraction. An hour with a gap in it breaks the row; an hour without a trade has the close before. `now`: wall clock, ms. */
function returnsOf({ candles, gaps }: CandleNews, now: number): readonly Decimal[] {
  const closes = new Map(candles.map(({ openTime, close }) => [openTime, decimal(close)] as const))
  const returns: Decimal[] = []
  let before: Decimal | null = null
  for (let from = candles[0]?.openTime ?? now; from + HOUR <= now; from += HOUR) {
    const hasGap = gaps.some((gap) => gap.from < from + HOUR && gap.to > from)
    const close: Decimal | null = hasGap ? null : (closes.get(from) ?? before)
    if (close !== null && before !== null && before > ZERO) returns.push(subtract(divide(close, before), ONE))
    before = close
  }
  return returns
}

/** Percent of the price, one standard deviation of a day. `now`: wall clock, ms. */
export function volatilityOf(symbol: string, news: CandleNews, now: number): Figure {
  const returns = returnsOf(news, now)
  if (returns.length < LEAST_RETURNS)
    return {
      value: null,
      why: `the volatility of ${shownCode(symbol)} needs ${LEAST_RETURNS} hours of candles and has ${returns.length}`,
    }
  const mean = divide(returns.reduce(add, ZERO), decimalOf(returns.length))
  const squares = returns.map((each) => multiply(subtract(each, mean), subtract(each, mean)))
  const variance = divide(squares.reduce(add, ZERO), decimalOf(returns.length - 1))
  if (variance === ZERO)
    return { value: null, why: `the price of ${shownCode(symbol)} did not move in its candles` }
  return { value: multiply(squareRoot(multiply(variance, HOURS_OF_A_DAY)), HUNDRED), why: null }
}
