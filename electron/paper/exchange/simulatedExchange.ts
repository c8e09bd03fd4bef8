/** An exchange with a seeded market model of eight perpetuals. The same seed and clock steps give the same events. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Exchange, Prices } from './exchange.ts'
import { marketHistory } from './marketHistory.ts'
import { MarketModel, STEP_SECONDS } from './marketModel.ts'
import { MARKET_SPECS } from './marketSpecs.ts'
import { MatchingEngine, engineDoor } from './matchingEngine.ts'

export interface SimulatedExchangeOptions {
  readonly seed: number
  readonly clock: Clock
  /** Seconds of the market per second of the clock; default 1. */
  readonly speed?: number
  /** How many hours back prints go; default 6. */
  readonly historyHours?: number
}

const STEP_MS = STEP_SECONDS * 1000
/** After the machine slept, the market continues from the present and skips the missed time. */
const LONGEST_CATCH_UP_MS = 2000
/** Marks come once a second of the market, but never more often than this on the clock. */
const SHORTEST_MARK_MS = 200
const FUNDING_MS = 8 * 3_600_000

export function simulatedExchange(options: SimulatedExchangeOptions): Exchange {
  const { seed, clock, speed = 1, historyHours = 6 } = options
  const opening = clock.now()
  const engine = new MatchingEngine(
    clock,
    MARKET_SPECS.map((spec) => spec.instrument),
    MARKET_SPECS.map((spec) => marketHistory(spec, seed, opening, historyHours)),
  )
  const models = engine.markets.flatMap((market, n) => {
    const spec = MARKET_SPECS[n]
    return spec ? [new MarketModel(spec, market, seed)] : []
  })
  for (const market of engine.markets) market.commit(opening)
  for (const model of models) model.reprice(1)
  const modelOf = new Map(models.map((model) => [model.spec.instrument.symbol, model]))

  function start(): Stop {
    let reached = clock.monotonic()
    let marked = reached
    const markEvery = Math.max(SHORTEST_MARK_MS, 1000 / speed)
    return clock.every(STEP_MS, () => {
      const now = clock.monotonic()
      reached = Math.max(reached, now - LONGEST_CATCH_UP_MS)
      const steps = Math.floor(((now - reached) * speed) / STEP_MS + 1e-9)
      reached += (steps * STEP_MS) / speed
      const wall = clock.now()
      for (let n = 1; n <= steps; n++) {
        const at = Math.floor(wall - ((steps - n) * STEP_MS) / speed)
        for (const model of models) model.step(at)
      }
      if (now - marked < markEvery) return
      const seconds = ((now - marked) / 1000) * speed
      marked = now
      for (const model of models) {
        const { symbol } = model.spec.instrument
        engine.emit({ kind: 'mark', symbol, mark: model.reprice(seconds) })
      }
    })
  }

  function prices(symbol: Parameters<Exchange['prices']>[0]): Prices {
    const market = engine.market(symbol)
    const model = modelOf.get(symbol)
    const day = market.stats.summary()
    return {
      lastTicks: market.lastTicks,
      mark: model?.mark ?? null,
      index: model?.index ?? null,
      high24hTicks: day.high,
      low24hTicks: day.low,
      ticks24hAgo: day.open,
      volume24hLots: day.lots,
      openInterestLots: model?.openInterestLots ?? null,
      fundingRate: model?.fundingRate ?? null,
      nextFundingAt: (Math.floor(clock.now() / FUNDING_MS) + 1) * FUNDING_MS,
    }
  }

  return {
    instruments: MARKET_SPECS.map((spec) => spec.instrument),
    start,
    prices,
    ...engineDoor(engine),
  }
}
