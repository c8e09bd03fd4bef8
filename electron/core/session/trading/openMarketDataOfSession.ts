/** Opens the venue's public market data and passes it on to instruments, status bar and windows. Sends nothing. */

import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { InstrumentStore } from '../../market/instrumentAndTickerStore.ts'
import type { MarketRelay } from '../../market/marketRelay.ts'
import type { Market, OpenMarket } from '../../ports/market.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'
import type { ConnectionStatus } from '../publishConnectionStatus.ts'

export interface SessionMarketDataOptions {
  readonly venue: ListedVenue
  readonly openMarket: OpenMarket
  readonly instruments: InstrumentStore
  readonly connection: ConnectionStatus
  readonly relay: MarketRelay
  readonly notices: Pick<Notices, 'say'>
}

export function openMarketDataOfSession(options: SessionMarketDataOptions): Market {
  const { venue, instruments, connection, notices } = options
  const market = options.openMarket(venue.profile, venue.id)
  market.listen({
    tops: (changed) => instruments.takeTops(changed),
    links: (all) => connection.setMarket(all),
    steps: (symbol, tickSize, lotSize) => instruments.learn(symbol, { tickSize, lotSize }),
    unreadable: (sentence) => notices.say('warning', sentence),
  })
  options.relay.use(market)
  return market
}
