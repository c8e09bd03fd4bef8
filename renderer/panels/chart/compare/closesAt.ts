/** The closes of a compared instrument at the places of a chart's time axis, and their change in percent. Pure. A place whose close is not known has the reason. */

import { divide, subtract, ZERO } from '../../../../shared/base/decimal.ts'
import { INTERVALS, type Candle } from '../../../../shared/domain/candles/candle.ts'
import { percent } from '../../../format/numbers.ts'
import type { CandleWindow, Slot } from '../candleWindow.ts'
import { barOfCandle } from '../indicators/fold.ts'

/** `unread`: not held here. `early`: before the oldest stored candle. `gap`: trades of that time, or since the last close, are not known. */
export type WhyUnknown = 'unread' | 'early' | 'gap'

/** The candle whose close counts at a place; null where none does. */
export type ComparedClose =
  | { readonly candle: Candle; readonly why: null }
  | { readonly candle: null; readonly why: WhyUnknown }

const unknown = (why: WhyUnknown): ComparedClose => ({ candle: null, why })

/** One entry per slot. A quiet time has the close before it. */
export function closesAt(
  { candles, gaps, interval, live, more }: CandleWindow,
  slots: readonly Pick<Slot, 'openTime'>[],
): ComparedClose[] {
  const length = INTERVALS[interval]
  const end = live ? Infinity : (candles.at(-1)?.openTime ?? -Infinity) + length
  let next = 0
  let nextGap = 0
  return slots.map(({ openTime }) => {
    while ((candles[next]?.openTime ?? Infinity) <= openTime) next++
    const candle = candles[next - 1]
    if (candle === undefined) return unknown(candles.length === 0 || more ? 'unread' : 'early')
    if (openTime >= end) return unknown('unread')
    while ((gaps[nextGap]?.to ?? Infinity) <= candle.openTime) nextGap++
    const gap = gaps[nextGap]
    return gap && gap.from < openTime + length ? unknown('gap') : { candle, why: null }
  })
}

/** The change to a close from the first known close at or behind the place `from`, such as `+1.23 %`. Null while one of them is not known. */
export function changeSince(closes: readonly ComparedClose[], from: number, at: number): string | null {
  const first = closes.slice(Math.max(0, from), at + 1).find(({ candle }) => candle !== null)?.candle
  const last = closes[at]?.candle
  if (!first || !last) return null
  const [start, close] = [barOfCandle(first).close, barOfCandle(last).close]
  return start === ZERO ? null : `${percent(divide(subtract(close, start), start), 2)} %`
}
