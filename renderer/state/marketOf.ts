/** The present data of one market in this window: its ticker and the state of its order book. */

import type { LinkState, StreamLink } from '../../shared/contract/status.ts'
import type { Market } from '../format/agedPrices.ts'
import type { ServerStores } from './stores/serverMirrors.ts'
import type { WindowSession } from './windowSession.ts'

/** The public channel of an order book, before its `:` and symbol. */
const BOOK_CHANNEL = 'orderbook-stream'

/** The public channel of market trades, before its `:` and symbol. */
const TRADES_CHANNEL = 'market-trades'

const linkOf = ({ connection }: ServerStores, channel: string): StreamLink | null =>
  connection.getState().value?.streams.find((link) => link.channel === channel) ?? null

/** State of the channel of a market's order book; null where no such channel is open. */
export const bookStateOf = (stores: ServerStores, symbol: string): LinkState | null =>
  linkOf(stores, `${BOOK_CHANNEL}:${symbol}`)?.state ?? null

/** The channel of a market's public trades; null where no such channel is open. */
export const tradesLinkOf = (stores: ServerStores, symbol: string): StreamLink | null =>
  linkOf(stores, `${TRADES_CHANNEL}:${symbol}`)

export const marketOf = ({ server, clock }: WindowSession, symbol: string): Market => ({
  ticker: server.tickers.getState().value?.get(symbol),
  book: bookStateOf(server, symbol),
  now: clock.now(),
})
