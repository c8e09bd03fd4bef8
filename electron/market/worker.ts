/** Entry of the market worker thread: wires the public streams to the main thread's port, nothing else. */

import { parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { clockOf } from '../../shared/base/clock.ts'
import { seededRandom } from '../../shared/base/random.ts'
import { invariant } from '../../shared/base/result.ts'
import type { FromWorker, ToWorker, WorkerStart } from './protocol.ts'
import { openPublicStreams } from './publicStreams.ts'

const port = parentPort
invariant(port, 'the market worker runs as a worker thread')
const start = workerData as WorkerStart

const streams = openPublicStreams({
  profile: start.profile,
  backfill: start.backfill,
  clock: clockOf(globalThis),
  random: seededRandom(start.seed),
  WebSocket,
  defer: (run) => setImmediate(run),
  post: (message: FromWorker) =>
    port.postMessage(message, message.kind === 'frame' ? [message.frame.buffer] : []),
})
port.on('message', (message: ToWorker) => streams.take(message))
