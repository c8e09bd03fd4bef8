/** Messages a second of both connections and the backlog of the market worker, as figures of health. Counts nothing itself. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { FigureName } from '../../../shared/domain/health/health.ts'
import type { Market } from '../ports/market.ts'

export const SIGNED_OUT = 'nobody is signed in'
const NOT_READ_YET = 'not read yet'
const WORKER_DOWN = 'market data is stopped'
const US_OF_MS = 1_000

export interface MessageSources {
  /** Null: nobody is signed in. */
  readonly market: () => Pick<Market, 'traffic'> | null
  /** Who counts the messages of the private channels. Another session counts anew. */
  readonly session: () => object | null
}

interface Rate {
  /** Messages a second since the earlier reading of this source; null where there is none. A source with a smaller count began anew. */
  readonly next: (source: unknown, count: number) => number | null
  /** Nobody counts now. */
  readonly end: () => void
}

function createRate(clock: Clock): Rate {
  let before: { readonly source: unknown; readonly count: number; readonly at: number } | null = null
  return {
    next(source, count) {
      const was = before
      const at = clock.monotonic()
      before = { source, count, at }
      if (was === null || was.source !== source || count < was.count || at <= was.at) return null
      return Math.round(((count - was.count) * 10_000) / (at - was.at)) / 10
    },
    end() {
      before = null
    },
  }
}

/** Returns the reading. It takes the messages of the private channels so far; null while nobody is signed in. */
export function createMessageFigures(
  clock: Clock,
  sources: MessageSources,
  put: (name: FigureName, value: number | null, why?: string | null) => void,
): (streamMessages: number | null) => void {
  const marketRate = createRate(clock)
  const accountRate = createRate(clock)

  const readMarket = (): void => {
    const market = sources.market()
    const traffic = market?.traffic() ?? null
    if (traffic === null) {
      marketRate.end()
      const why = market === null ? SIGNED_OUT : WORKER_DOWN
      for (const name of ['marketMessages', 'workerWaiting', 'workerOldest'] as const) put(name, null, why)
      return
    }
    const { startedAt, heard, waiting, oldestMs } = traffic
    put('marketMessages', marketRate.next(startedAt, heard), NOT_READ_YET)
    put('workerWaiting', waiting)
    put('workerOldest', oldestMs === null ? null : Math.round(oldestMs * US_OF_MS), 'no message waits')
  }

  return (streamMessages) => {
    readMarket()
    if (streamMessages !== null)
      return put('accountMessages', accountRate.next(sources.session(), streamMessages), NOT_READ_YET)
    accountRate.end()
    put('accountMessages', null, SIGNED_OUT)
  }
}
