/** The shared context of the broker's modules: store, exchange, clock, and `change`, the only way to change the state. Holds no rules. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Exchange, ExchangeInstrument } from '../exchange/exchange.ts'
import type { Store } from '../store/store.ts'
import type { FeeRates } from '../bookkeeping/posting.ts'
import type { News } from '../bookkeeping/records.ts'

export interface BrokerContext {
  readonly store: Store
  readonly exchange: Exchange
  readonly clock: Clock
  readonly fees: FeeRates
  readonly instruments: ReadonlyMap<string, ExchangeInstrument>
  /** Runs a change as one transaction and reports its news once it is stored. When `run` throws, nothing is stored and nothing reported. */
  change<T>(run: () => T): T
  /** Adds news to the change under way. */
  report(news: News): void
  /** Runs now, or after the change under way is stored and reported. When the change under way fails, `run` waits for the next one. */
  whenQuiet(run: () => void): void
  readonly onNews: (listener: (news: News) => void) => Stop
}

export function createBrokerContext(
  store: Store,
  exchange: Exchange,
  clock: Clock,
  fees: FeeRates,
): BrokerContext {
  const listeners = new Set<(news: News) => void>()
  let unreported: News[] = []
  let depth = 0
  const later: (() => void)[] = []
  const runLater = () => {
    if (depth === 0) for (let run = later.shift(); run; run = later.shift()) run()
  }
  return {
    store,
    exchange,
    clock,
    fees,
    instruments: new Map(exchange.instruments.map((instrument) => [instrument.symbol, instrument])),
    change(run) {
      let value
      depth++
      try {
        value = store.transaction(run)
      } catch (error) {
        if (depth === 1) unreported = []
        throw error
      } finally {
        depth--
      }
      if (depth === 0) {
        const news = unreported
        unreported = []
        for (const each of news) for (const listener of listeners) listener(each)
        runLater()
      }
      return value
    },
    whenQuiet(run) {
      later.push(run)
      runLater()
    },
    report: (news) => void unreported.push(news),
    onNews(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
