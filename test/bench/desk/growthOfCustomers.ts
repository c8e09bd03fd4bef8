/** The figure of growth with customers who have a past: sign-in until each was read and compared, and memory. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { rounded, type Group } from '../figures.ts'
import { openBenchCore } from '../order/benchCore.ts'
import { PAGE } from '../venue/past.ts'
import { openBenchVenue } from '../venue/venue.ts'
import { customersOf, TRADES_EACH } from '../venue/words.ts'

const CUSTOMERS = [10, 100, 1_000, 10_000]

interface ReadyDesk {
  readonly count: number
  /** From the opening of the desk until every customer can be dealt for. */
  readonly seconds: number
  /** What core and journal keep of it on the heap of their thread. */
  readonly heapMB: number
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapMB(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}

async function openReady(count: number): Promise<ReadyDesk> {
  const venue = await openBenchVenue({ customers: count })
  try {
    const before = heapMB()
    const began = performance.now()
    const desk = await openBenchCore(venue, { customers: customersOf(count), tradesEach: TRADES_EACH })
    const seconds = (performance.now() - began) / 1_000
    const kept = heapMB() - before
    await desk.close()
    return { count, seconds, heapMB: kept }
  } finally {
    await venue.close()
  }
}

export const growthOfCustomers: Group = {
  keys: ['growth.customers'],
  async measure({ quick, say }) {
    // The first one loads code that stays.
    await openReady(1)
    const ready: ReadyDesk[] = []
    for (const count of quick ? CUSTOMERS.slice(0, 2) : CUSTOMERS) {
      ready.push(await openReady(count))
      say(`customers: ${count} ready`)
    }
    const [least, most] = [ready[0], ready.at(-1)]
    return {
      'growth.customers': {
        value: rounded((most?.seconds ?? Number.NaN) / (least?.seconds ?? Number.NaN)),
        unit: `× ${least?.count} customers, with ${most?.count}`,
        peer: (most?.count ?? 0) / (least?.count ?? 1),
        note: `from the opening of core and journal until each customer was read and compared and can be dealt for, and the heap that both keep then; each customer with ${TRADES_EACH} trades and ${TRADES_EACH + 1} ledger rows in pages of ${PAGE}; ${ready.map(({ count, seconds, heapMB: kept }) => `${count}: ${rounded(seconds)} s, ${rounded(kept)} MB`).join('; ')}; peer: growth in proportion`,
      },
    }
  },
}
