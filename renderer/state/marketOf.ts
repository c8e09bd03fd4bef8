/** The present data of one market in this window: its ticker and the state of its order book. */

import type { LinkState } from '../../shared/contract/status.ts'
import type { Market } from '../format/marketPrices.ts'
import type { ServerStores } from './stores/serverMirrors.ts'
import type { WindowSession } from './windowSession.ts'

/** The public channel of an order book, before its `:` and symbol. */
const BOOK_CHANNEL = 'orderbook-stream'

/** State of the channel of a market's order book; null where no such channel is open. */
export const bookStateOf = ({ connection }: ServerStores, symbol: string): LinkState | null =>
  connection.getState().value?.streams.find((link) => link.channel === `${BOOK_CHANNEL}:${symbol}`)?.state ??
  null

export const marketOf = ({ server, clock }: WindowSession, symbol: string): Market => ({
  ticker: server.tickers.getState().value?.get(symbol),
  book: bookStateOf(server, symbol),
  now: clock.now(),
})
