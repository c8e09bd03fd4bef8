/** Merges the ticker of the venue's list with the newest prices of the streams (docs/api.md#gap.16). Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { decimal, type Decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { blankTicker, type Ticker } from '../../../shared/domain/instrument.ts'
import { isAhead, isYoung } from '../../../shared/domain/priceAge.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { Top } from '../ports/market.ts'

/** Ms by which a list of tickers may be older than its arrival: a request on a slow line. */
const LIST_LAG = 5_000

/** The newer last trade of list and stream, with its own time: a live book makes no trade younger. */
function newerLast(listed: Ticker, top: Top): Pick<Ticker, 'lastPrice' | 'lastAt'> {
  const fromList = { lastPrice: listed.lastPrice, lastAt: listed.lastAt }
  const fromStream = { lastPrice: top.lastPrice, lastAt: top.lastAt }
  if (top.lastPrice === null) return fromList
  if (listed.lastPrice === null) return fromStream
  if (listed.lastAt !== null && top.lastAt !== null) return listed.lastAt > top.lastAt ? fromList : fromStream
  // The list gives no time. Another price that was read later is a trade that the stream did not bring.
  const isMissed =
    listed.lastPrice !== top.lastPrice && listed.receivedAt - (top.lastReceivedAt ?? 0) > LIST_LAG
  return isMissed ? fromList : fromStream
}

/** A price as a number; null where there is none. */
export const parsed = (price: DecimalText | null | undefined): Decimal | null =>
  price === null || price === undefined ? null : decimal(price)

type Touch = Pick<Ticker, 'bestBid' | 'bestAsk' | 'touchAt'>

/**
 * Bid and ask of one source, with the time of that source. A venue may stop a book's channel silently, so the touch of a silent book gives
 * way to a newer list. A list with the same prices makes the touch as young as the list.
 */
export function touchOf(listed: Ticker | undefined, top: Top | undefined, now: EpochMs): Touch {
  const { bestBid = null, bestAsk = null, receivedAt = 0 } = listed ?? {}
  const fromList = { bestBid, bestAsk, touchAt: (bestBid ?? bestAsk) ? receivedAt : null }
  if (!top?.bestBid || !top.bestAsk) return fromList
  const isSame = parsed(bestBid) === decimal(top.bestBid) && parsed(bestAsk) === decimal(top.bestAsk)
  // A book from before the clock was set back proves nothing.
  const bookAt = isAhead(top.bookAt, now) ? 0 : top.bookAt
  const isFromStream = isSame || isYoung(bookAt, now) || bookAt >= (fromList.touchAt ?? 0)
  if (!isFromStream) return fromList
  const touchAt = isSame ? Math.max(bookAt, receivedAt) : bookAt
  return { bestBid: top.bestBid, bestAsk: top.bestAsk, touchAt }
}

/** Ms for which the last trade of the stream replaces that of the list. */
const TOP_LASTS = 10_000

/** The ticker of a list with newer prices of the stream. The list is read once a second, so a stream that runs is ahead of the list. */
export function mergeTicker(
  listed: Ticker | undefined,
  top: Top | undefined,
  symbol: Symbol,
  now: EpochMs,
): Ticker {
  const base = listed ? { ...listed, listedAt: listed.receivedAt } : blankTicker(symbol, top?.receivedAt ?? 0)
  const touched = { ...base, ...touchOf(listed, top, now) }
  if (!top || now - top.receivedAt >= TOP_LASTS || isAhead(top.receivedAt, now)) return touched
  return {
    ...touched,
    ...newerLast(base, top),
    receivedAt: Math.max(base.receivedAt, top.receivedAt),
  }
}
