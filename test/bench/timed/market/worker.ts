/** The real market worker, which also tells what it costs when somebody asks over `WORKER_COSTS`. */

import { getHeapStatistics } from 'node:v8'
import '../../../../electron/market/worker.ts'
import { WORKER_COSTS, type WorkerCosts } from '../workerCosts.ts'

const channel = new BroadcastChannel(WORKER_COSTS)
channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data !== 'cost' && data !== 'cost after collection') return
  if (data !== 'cost') globalThis.gc?.()
  const { user, system } = process.threadCpuUsage()
  const { used_heap_size, external_memory } = getHeapStatistics()
  const costs: WorkerCosts = { cpuUs: user + system, heapBytes: used_heap_size + external_memory }
  // A channel between threads has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(costs)
})
