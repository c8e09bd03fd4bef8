/** The WebSocket face of the broker: takes upgrades or refuses them. What is said on a stream is the hub's. */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Clock } from '../../../shared/base/clock.ts'
import { fromLoopbackProgram } from '../api/loopback.ts'
import { dateText, rawRefusal } from '../api/rawRefusal.ts'
import { refuse } from '../brokerage/refusal.ts'
import type { StreamHub } from './streamHub.ts'

export const STREAM_PATH = '/v1/stream'
const FRAME_LIMIT = 64 * 1024

/** Serves `STREAM_PATH` on a server that already answers the rest; clients are let go by the hub. */
export function serveStreams(server: Server, hub: StreamHub, clock: Clock): void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: FRAME_LIMIT })
  sockets.on('headers', (headers) => headers.push(`Date: ${dateText(clock)}`))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const local = fromLoopbackProgram(request.headers)
    const found = (request.url ?? '').split('?')[0] === STREAM_PATH
    const allowed = !local.ok || found ? local : refuse('NOT_FOUND', `the stream is at ${STREAM_PATH}`)
    if (!allowed.ok) {
      socket.on('error', () => socket.destroy())
      socket.end(rawRefusal(allowed.failure, clock))
      return
    }
    sockets.handleUpgrade(request, socket, head, (accepted) =>
      hub.serve(accepted, request.url ?? STREAM_PATH),
    )
  })
}
