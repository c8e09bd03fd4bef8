/** The WebSocket face of the broker: upgrades, heartbeats, and every message to those who asked for it. */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { fromLoopbackProgram } from '../api/loopback.ts'
import { dateText, rawRefusal } from '../api/rawRefusal.ts'
import type { Brokerage } from '../brokerage/brokerage.ts'
import { refuse } from '../brokerage/refusal.ts'
import type { Dialect } from '../dialect.ts'
import type { Doorkeeper } from '../session/doorkeeper.ts'
import {
  broadcastOfEvent,
  broadcastOfNews,
  findChannel,
  type Broadcast,
  type ChannelErrorCode,
} from './channels.ts'
import { streamClient, type StreamClient } from './streamClient.ts'

export const STREAM_PATH = '/v1/stream'
const FRAME_LIMIT = 64 * 1024

export interface StreamServer {
  /** Update messages sent on a channel since the start, counted once for each subscription that got them. */
  readonly sent: (channel: string) => number
  /** Closes the channel's subscriptions with an error; how many there were. */
  readonly fail: (channel: string, code: ChannelErrorCode) => number
  /** Cuts every client. */
  close(): void
}

export interface StreamServerOptions {
  readonly brokerage: Brokerage
  readonly doorkeeper: Doorkeeper
  readonly dialect: Dialect
  readonly heartbeatMs: number
  /** Bytes that may wait for a slow client before it is cut. */
  readonly bufferLimit: number
}

/** Serves `STREAM_PATH` on a server that already answers the rest. */
export function serveStreams(server: Server, options: StreamServerOptions): StreamServer {
  const { brokerage, doorkeeper, dialect, heartbeatMs, bufferLimit } = options
  const { floor } = brokerage
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: FRAME_LIMIT })
  sockets.on('headers', (headers) => headers.push(`Date: ${dateText(floor.clock)}`))
  const clients = new Set<StreamClient>()
  const counts = new Map<string, number>()

  const broadcast = ({ channel, message }: Broadcast) => {
    let text: string | null = null
    for (const client of clients) {
      if (!client.hasSubscribed(channel)) continue
      text ??= dialect.frame(message())
      if (client.send(text)) counts.set(channel, (counts.get(channel) ?? 0) + 1)
    }
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const local = fromLoopbackProgram(request.headers)
    const found = (request.url ?? '').split('?')[0] === STREAM_PATH
    const allowed = !local.ok || found ? local : refuse('NOT_FOUND', `the stream is at ${STREAM_PATH}`)
    if (!allowed.ok) {
      socket.on('error', () => socket.destroy())
      socket.end(rawRefusal(allowed.failure, floor.clock))
      return
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      const client = streamClient(accepted, {
        admit: (proof) => doorkeeper.admitStream(proof, request.url ?? STREAM_PATH),
        dialect,
        bufferLimit,
        findChannel: (name) => findChannel(floor, name),
      })
      clients.add(client)
      accepted.on('close', () => clients.delete(client))
    })
  })

  const stops = [
    floor.exchange.onEvent((event) => {
      const told = broadcastOfEvent(floor, event)
      if (told) broadcast(told)
    }),
    brokerage.onNews((news) => broadcast(broadcastOfNews(news))),
    floor.clock.every(heartbeatMs, () => {
      for (const client of clients) client.beat()
    }),
  ]
  return {
    sent: (channel) => counts.get(channel) ?? 0,
    fail(channel, code) {
      const subscribers = [...clients].filter((client) => client.hasSubscribed(channel))
      for (const client of subscribers)
        client.end(channel, { channel, code, message: 'the source of this channel failed; subscribe again' })
      return subscribers.length
    },
    close() {
      for (const stop of stops) stop()
      for (const client of clients) client.cut()
      sockets.close()
    },
  }
}
