/** Process: the served desk on the built-in broker, as `npm start -- --browser` runs it, that also tells its parent what it costs. Started with `--expose-gc`. */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { compose } from '../../../electron/compose.ts'
import { serve } from '../../../electron/serve.ts'
import { workerCosts } from './workerCosts.ts'

/** Whole numbers of bytes, after a full collection of garbage; lag in ms since the last time that it was asked for. */
export interface DeskCosts {
  readonly heap: number
  /** Of the whole process, worker thread included. */
  readonly resident: number
  readonly workerHeap: number
  readonly lagP99: number
  readonly lagMost: number
}

/** Ms between two looks at the loop; what comes on top is lag. */
const LOOK_EVERY = 10

const [dataDirectory = '', speed = '1', venueFile = ''] = process.argv.slice(2)

const served = await serve(
  {
    dataDirectory,
    venueFile: venueFile === '' ? null : venueFile,
    paper: { seed: 1, replay: null, speed: Number(speed), faults: false },
    session: null,
    record: null,
    liveOverLoopback: false,
    port: 0,
  },
  { compose: (options) => compose({ ...options, processRoot: new URL('./', import.meta.url) }) },
)

await served.openDesk()

const loop = monitorEventLoopDelay({ resolution: LOOK_EVERY })
loop.enable()
const lag = (ns: number) => Math.max(0, ns / 1e6 - LOOK_EVERY)

async function costs(): Promise<DeskCosts> {
  const [lagP99, lagMost] = [lag(loop.percentile(99)), lag(loop.max)]
  globalThis.gc?.()
  const { used_heap_size, external_memory } = getHeapStatistics()
  const resident = process.memoryUsage.rss()
  const worker = await workerCosts(true)
  // The collection itself held the loop up.
  loop.reset()
  return {
    heap: used_heap_size + external_memory,
    resident,
    workerHeap: worker.heapBytes,
    lagP99,
    lagMost,
  }
}

process.on('message', (asked) => {
  if (asked === 'costs') void costs().then((told) => process.send?.(told))
  else void served.close().then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: served.url })
