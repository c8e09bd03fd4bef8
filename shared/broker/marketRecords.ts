/** Public records of the API: instruments, tickers, market trades. Pure; never fills in a value that the venue did not send. */

import type { EpochMs } from '../base/clock.ts'
import { ZERO, decimal, type DecimalText } from '../base/decimal.ts'
import type { Instrument, Ticker } from '../domain/instrument.ts'
import { side, symbol, type Symbol } from '../domain/scalars.ts'
import type { MarketTrade } from '../domain/marketTrade.ts'
import { readRecord, type Read } from './fields.ts'

/** A public trade (docs/api.md#gap.15). `channelSymbol`: the symbol of the channel or query, for a record that does not repeat it. */
export const readMarketTrade = (value: unknown, channelSymbol: Symbol): Read<MarketTrade> =>
  readRecord('market trade', value, (fields) => ({
    symbol: fields.ownOne(symbol, 'symbol') ?? channelSymbol,
    price: fields.decimal('price'),
    amount: fields.decimal('amount'),
    side: fields.optional(side, 'side'),
    createdAt: fields.time('created_at', 'timestamp'),
    code: fields.optionalText('code'),
  }))

/** An instrument. The API shows no tick or lot size (docs/api.md#gap.23). */
export const readInstrument = (value: unknown): Read<Instrument> =>
  readRecord('instrument', value, (fields) => ({
    symbol: fields.one(symbol, 'symbol'),
    underlying: fields.text('underlying'),
    quoteCurrency: fields.text('quote_currency'),
    status: fields.text('status'),
    initialMarginRequirement: fields.optionalDecimal('init_margin_req'),
    maintenanceMarginRequirement: fields.optionalDecimal('maint_margin_req'),
    tickSize: null,
    lotSize: null,
  }))

/** Venues write 0 where there is no price: a price of 0 is no reading. */
const price = (text: DecimalText | null): DecimalText | null =>
  text === null || decimal(text) <= ZERO ? null : text

/** A ticker (docs/api.md#gap.16). Every field but the symbol may be missing and is then unknown. */
export const readTicker = (value: unknown, receivedAt: EpochMs): Read<Ticker> =>
  readRecord('ticker', value, (fields) => ({
    symbol: fields.one(symbol, 'symbol'),
    lastPrice: price(fields.optionalDecimal('last_price')),
    // The API gives no time of the last trade (docs/api.md#gap.16).
    lastAt: null,
    markPrice: price(fields.optionalDecimal('mark_price')),
    indexPrice: price(fields.optionalDecimal('index_price')),
    bestBid: price(fields.optionalDecimal('best_bid')),
    bestAsk: price(fields.optionalDecimal('best_ask')),
    touchAt: null,
    high24h: price(fields.optionalDecimal('high_24h')),
    low24h: price(fields.optionalDecimal('low_24h')),
    change24h: fields.optionalDecimal('change_24h'),
    volume24h: fields.optionalDecimal('volume_24h'),
    openInterest: fields.optionalDecimal('open_interest'),
    fundingRate: fields.optionalDecimal('funding_rate'),
    nextFundingAt: fields.optionalTime('next_funding_at'),
    listedAt: null,
    receivedAt,
  }))
