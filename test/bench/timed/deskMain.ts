/** Process: the served desk on the built-in broker, as `npm start -- --browser` runs it, that also tells its parent what it costs. Started with `--expose-gc`. */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { compose } from '../../../electron/compose.ts'
import { serve } from '../../../electron/serve.ts'
import { workerCosts } from './workerCosts.ts'

/** Whole numbers of bytes, after a full collection of garbage; lag of the loop in ms. */
export interface DeskCosts {
  readonly heap: number
  /** Of the whole process, worker thread included. */
  readonly resident: number
  readonly workerHeap: number
  /** Processor time of the whole process since its start, worker thread included, ms. */
  readonly cpuMs: number
  /** Since the start, the collections included that each asking makes: too few to move it. */
  readonly lagP99: number
  /** Since it was asked for last, without those. */
  readonly lagSinceP99: number
  readonly lagSinceMost: number
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

await served.startDesk()

const whole = monitorEventLoopDelay({ resolution: LOOK_EVERY })
const since = monitorEventLoopDelay({ resolution: LOOK_EVERY })
whole.enable()
since.enable()
const lag = (ns: number) => Math.max(0, ns / 1e6 - LOOK_EVERY)

async function costs(): Promise<DeskCosts> {
  const lags = {
    lagP99: lag(whole.percentile(99)),
    lagSinceP99: lag(since.percentile(99)),
    lagSinceMost: lag(since.max),
  }
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1_000
  globalThis.gc?.()
  const { used_heap_size, external_memory } = getHeapStatistics()
  const resident = process.memoryUsage.rss()
  const worker = await workerCosts(true)
  // The collection itself held the loop up.
  since.reset()
  return {
    heap: used_heap_size + external_memory,
    resident,
    workerHeap: worker.heapBytes,
    cpuMs,
    ...lags,
  }
}

process.on('message', (asked) => {
  if (asked === 'costs') void costs().then((measured) => process.send?.(measured))
  else void served.close().then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: served.url })
