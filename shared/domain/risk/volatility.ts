/**
 * How far an instrument's price usually moves in a day, from the closes of its hours, or of its minutes while too few hours are stored. Historical volatility
 * (https://en.wikipedia.org/wiki/Volatility_(finance)): the sample standard deviation of the returns `close / close before − 1`, times the square root
 * of the returns that a day has. Pure.
 */

import { shownCode } from '../../base/shownCode.ts'
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

/** What is read, the best first: the hours of 30 days, or the minutes of 12 hours. `least`: returns without which it gives no volatility. */
export const VOLATILITY_SOURCES = [
  { interval: '1h', count: 720, least: 48, name: 'hours' },
  { interval: '1m', count: 720, least: 60, name: 'minutes' },
] as const
export type VolatilitySource = (typeof VOLATILITY_SOURCES)[number]

const DAY = INTERVALS['1d']
const ONE = decimalOf(1)
const HUNDRED = decimalOf(100)

/** The returns of the candles that are over, each a fraction. A candle with a gap in it breaks the row; a time without a trade has the close before. `length`: of a candle, ms. `now`: wall clock, ms. */
function returnsOf({ candles, gaps }: CandleNews, length: number, now: number): readonly Decimal[] {
  const closes = new Map(candles.map(({ openTime, close }) => [openTime, decimal(close)] as const))
  const returns: Decimal[] = []
  let before: Decimal | null = null
  for (let from = candles[0]?.openTime ?? now; from + length <= now; from += length) {
    const hasGap = gaps.some((gap) => gap.from < from + length && gap.to > from)
    const close: Decimal | null = hasGap ? null : (closes.get(from) ?? before)
    if (close !== null && before !== null && before > ZERO) returns.push(subtract(divide(close, before), ONE))
    before = close
  }
  return returns
}

/** Percent of the price, one standard deviation of a day. `news`: the candles of the source. `now`: wall clock, ms. */
export function volatilityOf(
  symbol: string,
  { interval, least, name }: VolatilitySource,
  news: CandleNews,
  now: number,
): Figure {
  const length = INTERVALS[interval]
  const returns = returnsOf(news, length, now)
  if (returns.length < least)
    return {
      value: null,
      why: `the volatility of ${shownCode(symbol)} needs ${least} ${name} of candles and has ${returns.length}`,
    }
  const mean = divide(returns.reduce(add, ZERO), decimalOf(returns.length))
  const squares = returns.map((each) => multiply(subtract(each, mean), subtract(each, mean)))
  const variance = divide(squares.reduce(add, ZERO), decimalOf(returns.length - 1))
  if (variance === ZERO)
    return { value: null, why: `the price of ${shownCode(symbol)} did not move in its candles` }
  return { value: multiply(squareRoot(multiply(variance, decimalOf(DAY / length))), HUNDRED), why: null }
}
