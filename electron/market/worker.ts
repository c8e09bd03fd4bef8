/** Entry of the market worker thread: wires the public streams to the main thread's port, nothing else. */

import { parentPort, workerData } from 'node:worker_threads'
import { clockOf } from '../../shared/base/clock.ts'
import { seededRandom } from '../../shared/base/random.ts'
import { invariant } from '../../shared/base/result.ts'
import { InflatingSocket } from '../net/inflatingSocket.ts'
import { recordingSocket } from '../record/recordingSocket.ts'
import { recorderOf } from '../record/tapeOrder.ts'
import type { FromWorker, ToWorker, WorkerStart } from './protocol.ts'
import { openPublicStreams } from './publicStreams.ts'

const port = parentPort
invariant(port, 'the market worker runs as a worker thread')
const start = workerData as WorkerStart
const clock = clockOf(globalThis)
const recorder =
  start.record &&
  recorderOf(start.record, clock, (sentence) => port.postMessage({ kind: 'unreadable', sentence }))

const streams = openPublicStreams({
  profile: start.profile,
  backfill: start.backfill,
  clock,
  random: seededRandom(start.seed),
  WebSocket: recorder ? recordingSocket(InflatingSocket, recorder, null) : InflatingSocket,
  defer: (run) => setImmediate(run),
  post: (message: FromWorker) =>
    port.postMessage(message, message.kind === 'frame' ? [message.frame.buffer] : []),
})
port.on('message', (message: ToWorker) => {
  if (message.kind !== 'end') return streams.take(message)
  streams.close()
  void Promise.resolve(recorder?.close()).then(() => port.close())
})
