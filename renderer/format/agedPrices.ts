/** The prices of one market, each with its age. Pure; reads no clock. */

import { decimal, type Decimal, type DecimalText } from '../../shared/base/decimal.ts'
import type { LinkState } from '../../shared/contract/status.ts'
import type { Ticker } from '../../shared/domain/instrument.ts'
import { isAhead, MAX_PRICE_AGE } from '../../shared/domain/priceAge.ts'
import { span } from './times.ts'

/** The market data of a window. */
export interface Market {
  readonly ticker: Ticker | undefined
  /** State of the channel of its order book; null where no such channel is open. */
  readonly book: LinkState | null
  /** Wall clock, ms. */
  readonly now: number
}

export interface AgedPrice {
  readonly price: Decimal
  /** Ms since the core received the price, for the last trade since the trade itself; null while unknown, also once the clock was set back. */
  readonly age: number | null
}

export interface AgedPrices {
  readonly bid: AgedPrice | null
  readonly ask: AgedPrice | null
  readonly last: AgedPrice | null
  readonly mark: AgedPrice | null
}

/**
 * The newest prices, null for each that is not known. Best bid and ask come from the order book or from the venue's list of tickers
 * (electron/core/market/instrumentAndTickerStore.ts) and have the time of that source. A newer trade does not make them fresh.
 */
export function agedPrices({ ticker, now }: Pick<Market, 'ticker' | 'now'>): AgedPrices {
  const aged = (text: DecimalText | null | undefined, at: number | null | undefined): AgedPrice | null =>
    text ? { price: decimal(text), age: typeof at === 'number' && !isAhead(at, now) ? now - at : null } : null
  return {
    bid: aged(ticker?.bestBid, ticker?.touchAt),
    ask: aged(ticker?.bestAsk, ticker?.touchAt),
    last: aged(ticker?.lastPrice, ticker?.lastAt),
    mark: aged(ticker?.markPrice, ticker?.listedAt),
  }
}

/** Whether a price is fresh enough for an order. */
export const isFresh = ({ age }: AgedPrice): boolean => age !== null && age < MAX_PRICE_AGE

/** `12 s old`, or `of unknown age`. */
export const ageWords = (age: number | null): string => (age === null ? 'of unknown age' : `${span(age)} old`)

/** A channel is `suspect` after a failed check and while its connection is silent (docs/market-data.md#channels). A quiet channel is live. */
const BOOK_TROUBLE: Readonly<Record<LinkState, string | null>> = {
  live: null,
  down: 'without a stream',
  connecting: 'not there yet',
  suspect: 'in doubt or silent',
  failed: 'refused by the venue',
}

/** The trouble of a book in words; null while the book is live, or where no book is followed. */
export const bookTrouble = ({ book }: Pick<Market, 'book'>): string | null =>
  book === null ? null : BOOK_TROUBLE[book]
