/** The figure of receiving: what 20,000 book messages a second, and 100,000 changes a second, cost the real market worker, from a real socket. */

import { setTimeout as wait } from 'node:timers/promises'
import { openMarket } from '../../../electron/market/market.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { rounded, type Group } from '../figures.ts'
import { workerCosts } from '../timed/workerCosts.ts'
import { openBenchVenue } from '../venue/venue.ts'
import { LADDERS, SYMBOLS } from '../venue/words.ts'

export const RATE = 20_000
/** Messages a second that hold about 100,000 changes. */
const RATE_OF_CHANGES = 9_500
/** Books that a window looks at, each given credit at the pace of a screen. */
const FRAME_MS = 16
const WARM_MS = 3_000

export interface StreamCost {
  /** Share of one core that the worker's thread took. */
  readonly share: number
  /** The same of this whole process, its other threads and the little that measures included. */
  readonly processShare: number
  readonly perSecond: number
  readonly changesPerSecond: number
  /** Frames of rows a second that came for the ladders. */
  readonly frames: number
}

/** Rejects when a book lost trust or messages were not received: then nothing would be measured. `worker`: which of timed/market. */
export async function measureStream(
  perSecond: number,
  seconds: number,
  { compressed = false, worker = 'worker' } = {},
): Promise<StreamCost> {
  const venue = await openBenchVenue({ compressed })
  const market = openMarket({
    workerUrl: new URL(`../timed/market/${worker}.ts`, import.meta.url),
    clock: clockOf(globalThis),
    random: seededRandom(1),
  })(venue.profile, 'bench')
  const complaints: string[] = []
  let frames = 0
  let live = 0
  market.listen({
    tops: () => {},
    links: (all) => (live = all.filter(({ state }) => state === 'live').length),
    steps: () => {},
    unreadable: (sentence) => complaints.push(sentence),
  })
  try {
    market.follow({ needed: SYMBOLS as readonly Symbol[], spare: [] })
    while (live < 2 * SYMBOLS.length) await wait(20)
    const views = SYMBOLS.slice(0, LADDERS).map((symbol) =>
      market.book({ symbol: symbol as Symbol, grouping: 1, rows: 40 }, () => frames++),
    )
    const paint = setInterval(() => {
      for (const view of views) view.ready()
    }, FRAME_MS)
    await venue.pace(perSecond)
    await wait(WARM_MS)
    const [before, start, from] = [await workerCosts(), performance.now(), await venue.pace(perSecond)]
    const processBefore = process.cpuUsage()
    frames = 0
    await wait(seconds * 1_000)
    const { user, system } = process.cpuUsage(processBefore)
    const [after, end, to] = [await workerCosts(), performance.now(), await venue.pace(0)]
    clearInterval(paint)
    if (to.subscribed !== SYMBOLS.length || complaints.length > 0)
      throw new Error(`A book lost trust: ${complaints[0] ?? 'it was subscribed again'}.`)
    const elapsed = end - start
    return {
      share: (after.cpuUs - before.cpuUs) / 1_000 / elapsed,
      processShare: (user + system) / 1_000 / elapsed,
      perSecond: ((to.sent - from.sent) * 1_000) / elapsed,
      changesPerSecond: ((to.changes - from.changes) * 1_000) / elapsed,
      frames: (frames * 1_000) / elapsed,
    }
  } finally {
    market.close()
    await venue.close()
  }
}

export const stream: Group = {
  keys: ['stream.cpuAt20kPerSecond'],
  async measure({ quick }) {
    const seconds = quick ? 4 : 20
    const { share, perSecond, changesPerSecond, frames } = await measureStream(RATE, seconds)
    const half = await measureStream(RATE_OF_CHANGES, seconds)
    const countText = (count: number) => Math.round(count).toLocaleString('en')
    return {
      'stream.cpuAt20kPerSecond': {
        value: rounded(100 * share),
        unit: '% of one core',
        peer: 47.5,
        note: `${countText(perSecond)} messages/s (${countText(changesPerSecond)} changes/s) over ${SYMBOLS.length} books from another process into the real market worker, ${LADDERS} ladders served (${Math.round(frames)} frames/s); at ${countText(half.changesPerSecond)} changes/s (${countText(half.perSecond)} messages/s) ${rounded(100 * half.share)} %; peer: ws and ccxt, published figure of docs/performance.md`,
      },
    }
  },
}
