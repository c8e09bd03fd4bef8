/** What every desk of the broker works on: store, exchange, clock, and one way to change things. Holds no rules. */

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
  /** Runs a change as one transaction and tells its news once it is kept; when it throws, nothing is kept and nothing told. */
  change<T>(run: () => T): T
  /** Tells news of the change being made. */
  tell(news: News): void
  /** Runs once no change is being made: now, or when the one under way is kept and told. One that fails leaves it to the next. */
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
  let untold: News[] = []
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
        if (depth === 1) untold = []
        throw error
      } finally {
        depth--
      }
      if (depth === 0) {
        const told = untold
        untold = []
        for (const news of told) for (const listener of listeners) listener(news)
        runLater()
      }
      return value
    },
    whenQuiet(run) {
      later.push(run)
      runLater()
    },
    tell: (news) => void untold.push(news),
    onNews(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
