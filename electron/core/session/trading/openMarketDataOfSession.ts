/** Opens the venue's public market data, streams what orders, positions and alerts use, and passes the data on to instruments, status bar and windows. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import { chooseInstrumentsToStream } from '../../market/chooseInstrumentsToStream.ts'
import type { InstrumentStore } from '../../market/instrumentAndTickerStore.ts'
import type { MarketRelay } from '../../market/marketRelay.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { OpenMarket } from '../../ports/market.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { ConnectionStatus } from '../publishConnectionStatus.ts'

/** Ms between two choices. They depend on no reading: where the list of tickers fails, a stream is the only price of a new position. */
const CHOOSE_EVERY = 1_000

export interface SessionMarketDataOptions {
  readonly clock: Clock
  readonly venue: ListedVenue
  readonly openMarket: OpenMarket
  readonly instruments: InstrumentStore
  readonly orderStore: Pick<OrderStore, 'live'>
  readonly trades: Pick<TradeBook, 'held'>
  /** Instruments whose prices alerts watch. */
  readonly alertSymbols: () => readonly Symbol[]
  readonly connection: ConnectionStatus
  readonly relay: MarketRelay
  readonly notices: Pick<Notices, 'say'>
}

export interface SessionMarketData {
  /** Chooses now what to stream. Otherwise the choice is made once a second. */
  chooseStreams(): void
  close(): void
}

export function openMarketDataOfSession(options: SessionMarketDataOptions): SessionMarketData {
  const { clock, venue, instruments, orderStore, trades, connection, relay, notices } = options
  const market = options.openMarket(venue.profile, venue.id)
  market.listen({
    tops: (changed) => instruments.takeTops(changed),
    links: (all) => connection.setMarket(all),
    steps: (symbol, tickSize, lotSize) => instruments.learn(symbol, { tickSize, lotSize }),
    unreadable: (sentence) => notices.say('warning', sentence),
  })
  relay.use(market)
  const chooseStreams = (): void => {
    const needed = new Set([...orderStore.live(), ...trades.held()].map(({ symbol }) => symbol))
    const watched = new Set(options.alertSymbols())
    market.follow(chooseInstrumentsToStream(instruments.symbols(), needed, watched))
  }
  const stopChoosing = clock.every(CHOOSE_EVERY, chooseStreams)
  return {
    chooseStreams,
    close() {
      stopChoosing()
      relay.use(null)
      market.close()
    },
  }
}
