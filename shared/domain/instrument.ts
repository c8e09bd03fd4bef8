/** Instruments and their tickers. Pure. */

import { z } from 'zod'
import { ZERO, decimal, type Decimal } from '../base/decimal.ts'
import { decimalText, epochMs, symbol } from './scalars.ts'

export const instrument = z.strictObject({
  symbol,
  /** Base asset, such as `BTC`. */
  underlying: z.string(),
  quoteCurrency: z.string(),
  /** The word of the venue: the API names `post_only` and `trade_halt`; unknown words pass unchanged. */
  status: z.string(),
  /** Initial and maintenance margin requirement in percent of notional; null where the venue gives none. */
  initialMarginRequirement: decimalText.nullable(),
  maintenanceMarginRequirement: decimalText.nullable(),
  /** Smallest price and amount step, detected from the book or set by hand (docs/api.md#gap.23); null until known. */
  tickSize: decimalText.nullable(),
  lotSize: decimalText.nullable(),
})
export type Instrument = z.infer<typeof instrument>

/** What an instrument's status lets a dealer do (docs/api.md#instrument). */
export type Tradability = 'open' | 'limit-only' | 'halted'

/** Unknown statuses count as open: the venue decides (docs/api.md#rule.tolerant). */
export const tradability = (status: string): Tradability =>
  status === 'trade_halt' ? 'halted' : status === 'post_only' ? 'limit-only' : 'open'

export const ticker = z.strictObject({
  symbol,
  lastPrice: decimalText.nullable(),
  /** The venue's time of the last trade, ms; null where the source gives none, so the age is unknown. Other values may be much newer. */
  lastAt: epochMs.nullable(),
  markPrice: decimalText.nullable(),
  indexPrice: decimalText.nullable(),
  bestBid: decimalText.nullable(),
  bestAsk: decimalText.nullable(),
  /** Core's wall clock when the source of `bestBid` and `bestAsk` last gave these prices; null while both are unknown. */
  touchAt: epochMs.nullable(),
  high24h: decimalText.nullable(),
  low24h: decimalText.nullable(),
  /** Last price against the price 24 h ago, as a fraction (0.0124 = +1.24 %); null until both are known. */
  change24h: decimalText.nullable(),
  volume24h: decimalText.nullable(),
  openInterest: decimalText.nullable(),
  fundingRate: decimalText.nullable(),
  nextFundingAt: epochMs.nullable(),
  /** Core's wall clock when the list with mark, index and the 24 h values arrived; null before the first. */
  listedAt: epochMs.nullable(),
  /** Core's wall clock when the newest of these values arrived. */
  receivedAt: epochMs,
})
export type Ticker = z.infer<typeof ticker>

/** The mark; null where there is none. A mark of 0 is no reading. */
export function markOf(from: Pick<Ticker, 'markPrice'> | undefined): Decimal | null {
  const mark = decimal(from?.markPrice ?? '0')
  return mark > ZERO ? mark : null
}

/** A ticker of which nothing is known yet. */
export const blankTicker = (forSymbol: Ticker['symbol'], receivedAt: number): Ticker => ({
  symbol: forSymbol,
  lastPrice: null,
  lastAt: null,
  markPrice: null,
  indexPrice: null,
  bestBid: null,
  bestAsk: null,
  touchAt: null,
  high24h: null,
  low24h: null,
  change24h: null,
  volume24h: null,
  openInterest: null,
  fundingRate: null,
  nextFundingAt: null,
  listedAt: null,
  receivedAt,
})
