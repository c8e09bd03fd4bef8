/** The share that a fill had of the market's printed volume, from candles of one second. Pure. Gives no share where a print may be missing. */

import { ZERO, add, compare, decimal, divide, type Decimal } from '../../base/decimal.ts'
import type { Figure } from '../accounts/customerFigures.ts'
import { INTERVALS, MOST_OF_A_PAGE, openTimeOf, type CandleNews } from '../candles/candle.ts'

const SECOND = INTERVALS['1s']

/** The whole seconds that hold a time, `to` excluded; null where they are more than one page of candles. */
export function secondsOf(from: number, to: number) {
  const first = openTimeOf(from, SECOND)
  const end = openTimeOf(to, SECOND) + SECOND
  const count = (end - first) / SECOND
  return count > MOST_OF_A_PAGE ? null : { from: first, to: end, count }
}

const unknown = (why: string): Figure => ({ value: null, why })

/** A fraction of 1. The prints have the venue's time and the fill has that of this machine, so the seconds are those of both. */
export function volumeShare(
  filled: Decimal,
  seconds: { readonly from: number; readonly to: number },
  { candles, gaps }: CandleNews,
): Figure {
  if (gaps.some((gap) => gap.from < seconds.to && gap.to > seconds.from))
    return unknown('some market trades of that time are not known')
  const volume = candles
    .filter(({ openTime }) => openTime >= seconds.from && openTime < seconds.to)
    .reduce((sum, candle) => add(sum, decimal(candle.volume)), ZERO)
  return volume === ZERO || compare(volume, filled) < 0
    ? unknown('fewer market trades are known of these seconds than filled here')
    : { value: divide(filled, volume), why: null }
}
