/** The middle of the newest book of an instrument at one moment, or why it is not known. Takes no price of any other source. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { add, compare, decimal, decimalOf, divide, toText } from '../../../shared/base/decimal.ts'
import type { Arrival } from '../../../shared/domain/orders/execution/orderExecution.ts'
import type { Ticker } from '../../../shared/domain/instrument.ts'
import { isYoung } from '../../../shared/domain/priceAge.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { Top } from '../ports/market.ts'
import { touchOf } from './mergeListedAndStreamedTicker.ts'

export type ArrivalOf = (symbol: Symbol) => Arrival

const unknown = (why: string): Arrival => ({ mid: null, why })

/** `top`: of the streamed book, at most a tenth of a second old while the book moves. `listed`: it only proves that a quiet book is not an old one. */
export function arrivalAt(top: Top | undefined, listed: Ticker | undefined, now: EpochMs): Arrival {
  if (!top || (top.bestBid === null && top.bestAsk === null)) return unknown('no live book was read')
  const { bestBid, bestAsk, bookAt } = top
  if (bestBid === null) return unknown('the book had no bids')
  if (bestAsk === null) return unknown('the book had no asks')
  const [bid, ask] = [decimal(bestBid), decimal(bestAsk)]
  if (compare(bid, ask) >= 0) return unknown('bid and ask of the book were crossed')
  const touch = touchOf(listed, top, now)
  const isConfirmed = touch.bestBid === bestBid && touch.bestAsk === bestAsk
  const at = isConfirmed ? (touch.touchAt ?? bookAt) : bookAt
  if (!isYoung(at, now))
    return unknown(
      at > now
        ? 'the clock was set back, so the age of the book was not known'
        : `the book was ${Math.floor((now - at) / 1_000)} s old`,
    )
  return { mid: toText(divide(add(bid, ask), decimalOf(2))), why: null }
}
