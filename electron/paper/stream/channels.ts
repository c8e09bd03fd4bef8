/** The stream's channels and their messages (docs/api.md#channels; envelopes: #gap.8, #gap.14 and #gap.15). Pure; uses no socket. */

import { toText } from '../../../shared/base/decimal.ts'
import { fail, invariant, ok, type Result } from '../../../shared/base/result.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { balanceChangeOnWire, marketTradeOnWire, orderOnWire, tradeOnWire } from '../api/resources/wire.ts'
import type { BrokerContext } from '../brokerage/brokerContext.ts'
import type { News } from '../bookkeeping/records.ts'
import { amountOfLots, priceOfTicks } from '../bookkeeping/ticksAndLots.ts'
import type { BookChange, ExchangeEvent, ExchangeInstrument, Level } from '../exchange/exchange.ts'

const PRIVATE = ['orders', 'trades', 'balance-changes'] as const
/** Families of public channels. A channel's name is the family, a colon and the instrument's symbol. */
export const BOOK = 'orderbook-stream'
export const PRINTS = 'market-trades'

/** A message for every client that subscribed to `channel`. */
export interface Message {
  readonly channel: string
  readonly [field: string]: unknown
}

export interface Channel {
  readonly name: string
  readonly isPrivate: boolean
  /** The first messages of a new subscription. */
  readonly opening: () => readonly Message[]
}

/** A stream error in the form of docs/api.md#gap.29. */
export interface StreamError {
  readonly channel?: string
  readonly code: string
  readonly message: string
}

/** Channel-scoped errors (docs/api.md#7.channelScoped): each closes one subscription, and `subscribe` opens it again. */
export type ChannelErrorCode =
  | 'ORDERBOOK_STREAM_UPSTREAM_ERROR'
  | 'ORDERBOOK_STREAM_UPSTREAM_REJECT'
  | 'MARKET_TRADES_UPSTREAM_ERROR'
  | 'MARKET_TRADES_UPSTREAM_REJECT'

/** Finds a channel by name. Refuses public channels of an unknown instrument with the code of their family (docs/api.md#part-7). */
export function findChannel(context: BrokerContext, name: string): Result<Channel, StreamError> {
  if ((PRIVATE as readonly string[]).includes(name)) return ok({ name, isPrivate: true, opening: () => [] })
  const [family, symbol = ''] = name.split(':', 2)
  const instrument = name === `${family}:${symbol}` ? context.instruments.get(symbol) : undefined
  if (family === BOOK)
    return instrument
      ? ok({ name, isPrivate: false, opening: () => [bookSnapshot(context, instrument)] })
      : fail({ channel: name, code: 'ORDERBOOK_STREAM_UPSTREAM_REJECT', message: 'the symbol is not known' })
  if (family === PRINTS)
    return instrument
      ? ok({ name, isPrivate: false, opening: () => [] })
      : fail({ channel: name, code: 'MARKET_TRADES_UPSTREAM_REJECT', message: 'the symbol is not known' })
  return fail({ channel: name, code: 'NOT_FOUND', message: 'there is no such channel' })
}

/** The full depth, best price first. */
function bookSnapshot({ exchange }: BrokerContext, instrument: ExchangeInstrument): Message {
  const { bids, asks } = exchange.depth(instrument.symbol)
  const onWire = ([ticks, lots]: Level) => ({
    price: toText(priceOfTicks(instrument, ticks)),
    amount: toText(amountOfLots(instrument, lots)),
  })
  return {
    channel: `${BOOK}:${instrument.symbol}`,
    type: 'snapshot',
    data: { symbol: instrument.symbol, bids: bids.map(onWire), asks: asks.map(onWire) },
  }
}

/** A message and its channel; built only when a client subscribes to it. */
export interface Broadcast {
  readonly channel: string
  readonly message: () => Message
}

/** The stream message of an exchange event, or null. Fills are reported as news instead, marks with tickers. */
export function broadcastOfEvent(context: BrokerContext, event: ExchangeEvent): Broadcast | null {
  if (event.kind === 'book') {
    const channel = `${BOOK}:${event.symbol}`
    const changes = () =>
      event.changes.map((change) => bookChange(instrumentOf(context, event.symbol), change))
    return { channel, message: () => ({ channel, type: 'update', changes: changes() }) }
  }
  if (event.kind === 'print') {
    const { print } = event
    const channel = `${PRINTS}:${print.symbol}`
    const data = () => marketTradeOnWire(print, instrumentOf(context, print.symbol))
    return { channel, message: () => ({ channel, type: 'update', data: data() }) }
  }
  return null
}

const bookChange = (instrument: ExchangeInstrument, { action, type, ticks, lots }: BookChange) => ({
  action,
  type,
  price: toText(priceOfTicks(instrument, ticks)),
  amount: toText(amountOfLots(instrument, lots)),
})

function instrumentOf(context: BrokerContext, symbol: Symbol): ExchangeInstrument {
  const instrument = context.instruments.get(symbol)
  invariant(instrument, `the exchange speaks of ${symbol}, which it does not list`)
  return instrument
}

/** Writes each news as one message on one private channel. */
export function broadcastOfNews(news: News): Broadcast {
  const [channel, data] = privateRecord(news)
  return { channel, message: () => ({ channel, type: 'update', data }) }
}

function privateRecord(news: News): [channel: (typeof PRIVATE)[number], data: object] {
  if (news.kind === 'order') return ['orders', orderOnWire(news.order)]
  if (news.kind === 'trade') return ['trades', tradeOnWire(news.trade)]
  return ['balance-changes', balanceChangeOnWire(news.movement, news.balance)]
}
