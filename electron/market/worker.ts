/** Entry of the market worker thread: wires the public streams to the main thread's port, nothing else. */

import { parentPort } from 'node:worker_threads'
import { clockOf } from '../../shared/base/clock.ts'
import { seededRandom } from '../../shared/base/random.ts'
import { invariant } from '../../shared/base/result.ts'
import { InflatingSocket } from '../net/inflatingSocket.ts'
import { recordingSocket } from '../record/recordingSocket.ts'
import { openRecorderFrom } from '../record/recorderSetup.ts'
import type { FromWorker, ToWorker, WorkerStart } from './protocol.ts'
import { workerCounts, type WorkerCounts } from './traffic/workerTraffic.ts'
import { openPublicStreams, type PublicStreams } from './publicStreams.ts'

const port = parentPort
invariant(port, 'the market worker runs as a worker thread')
const clock = clockOf(globalThis)
let streams: PublicStreams | null = null
let counts: WorkerCounts | null = null
let recorder: ReturnType<typeof openRecorderFrom> | null = null

function open(start: WorkerStart, post: (message: FromWorker) => void): void {
  const { profile, seed, backfill, record } = start
  const shared = workerCounts(start.counts)
  counts = shared
  shared.took()
  recorder = record && openRecorderFrom(record, clock, (sentence) => post({ kind: 'unreadable', sentence }))
  streams = openPublicStreams({
    profile,
    backfill,
    clock,
    random: seededRandom(seed),
    WebSocket: recorder ? recordingSocket(InflatingSocket, recorder, null) : InflatingSocket,
    defer: (run) => setImmediate(run),
    post,
    onHeard: () => shared.heard(),
  })
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'start')
    return open(message, (news) => port.postMessage(news, news.kind === 'frame' ? [news.frame.buffer] : []))
  counts?.took()
  if (message.kind !== 'end') return streams?.take(message)
  streams?.close()
  void Promise.resolve(recorder?.close()).then(() => port.close())
})
