/** The WebSocket server of the broker: accepts or refuses upgrades. The hub serves the streams. */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Clock } from '../../../shared/base/clock.ts'
import { fromLoopbackProgram } from '../api/loopback.ts'
import { dateText, rawRefusal } from '../api/rawRefusal.ts'
import { refuse, type Outcome } from '../refusal.ts'
import type { ApiVariant } from '../apiVariants.ts'
import type { StreamHub } from './streamHub.ts'

export const STREAM_PATH = '/v1/stream'
const FRAME_LIMIT = 64 * 1024

/** Serves `STREAM_PATH` on a server that already answers other requests. The hub ends the clients. */
export function serveStreams(
  server: Server,
  hub: StreamHub,
  { insistsOnCompression }: Pick<ApiVariant, 'insistsOnCompression'>,
  clock: Clock,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: insistsOnCompression,
    maxPayload: FRAME_LIMIT,
  })
  const admit = ({ url, headers }: IncomingMessage): Outcome<null> => {
    const local = fromLoopbackProgram(headers)
    if (!local.ok) return local
    if ((url ?? '').split('?')[0] !== STREAM_PATH)
      return refuse('NOT_FOUND', `the stream is at ${STREAM_PATH}`)
    const offers = (headers['sec-websocket-extensions'] ?? '').includes('permessage-deflate')
    return insistsOnCompression && !offers
      ? refuse('VALIDATION_ERROR', 'the stream is compressed: offer permessage-deflate')
      : local
  }
  sockets.on('headers', (headers) => headers.push(`Date: ${dateText(clock)}`))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const admitted = admit(request)
    if (!admitted.ok) {
      socket.on('error', () => socket.destroy())
      socket.end(rawRefusal(admitted.failure, clock))
      return
    }
    sockets.handleUpgrade(request, socket, head, (accepted) =>
      hub.serve(accepted, request.url ?? STREAM_PATH),
    )
  })
}
