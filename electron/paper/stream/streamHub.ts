/** Serves every stream client, and sends each message to its subscribers. Clients come with open sockets. */

import type { Brokerage } from '../brokerage/brokerage.ts'
import type { ApiVariant } from '../apiVariants.ts'
import type { Authenticator } from '../session/authenticator.ts'
import {
  broadcastOfEvent,
  broadcastOfNews,
  findChannel,
  type Broadcast,
  type ChannelErrorCode,
} from './channels.ts'
import { streamClient, type StreamClient, type StreamSocket } from './streamClient.ts'

export interface StreamHub {
  /** Serves a client until its socket closes. `path` is the path of the stream, with its query. */
  serve(socket: StreamSocket, path: string): void
  /** Update messages sent on a channel since the start, counted once for each subscription that received them. */
  readonly sent: (channel: string) => number
  /** Closes the channel's subscriptions with an error. Returns their number. */
  readonly fail: (channel: string, code: ChannelErrorCode) => number
  /** Cuts every client. */
  close(): void
}

export interface StreamHubOptions {
  readonly brokerage: Brokerage
  readonly authenticator: Authenticator
  readonly apiVariant: ApiVariant
  readonly heartbeatMs: number
  /** Bytes that may wait for a slow client before it is cut. */
  readonly bufferLimit: number
}

export function openStreamHub(options: StreamHubOptions): StreamHub {
  const { brokerage, authenticator, apiVariant, heartbeatMs, bufferLimit } = options
  const { context } = brokerage
  const clients = new Set<StreamClient>()
  const counts = new Map<string, number>()

  const broadcast = ({ channel, message }: Broadcast) => {
    let text: string | null = null
    for (const client of clients) {
      if (!client.hasSubscribed(channel)) continue
      text ??= apiVariant.frame(message())
      if (client.send(text)) counts.set(channel, (counts.get(channel) ?? 0) + 1)
    }
  }

  const stops = [
    context.exchange.onEvent((event) => {
      const update = broadcastOfEvent(context, event)
      if (update) broadcast(update)
    }),
    brokerage.onNews((news) => broadcast(broadcastOfNews(news))),
    context.clock.every(heartbeatMs, () => {
      for (const client of clients) client.beat()
    }),
  ]
  return {
    serve(socket, path) {
      const client = streamClient(socket, {
        clock: context.clock,
        admit: (proof) => authenticator.admitStream(proof, path),
        apiVariant,
        bufferLimit,
        findChannel: (name) => findChannel(context, name),
      })
      clients.add(client)
      socket.on('close', () => clients.delete(client))
    },
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
    },
  }
}
