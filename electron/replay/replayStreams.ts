/** The streams of a replay: sends recorded frames unchanged to the subscribers of their channel, while the recorded connection was open. */

import { WebSocketServer, type WebSocket } from 'ws'
import type { EpochMs } from '../../shared/base/clock.ts'
import {
  parseStreamMessage,
  PRIVATE_CHANNELS,
  type StreamMessage,
} from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { SessionRecord } from '../record/sessionFiles.ts'
import { ReplayedBooks } from './replayedBooks.ts'

type StreamName = SessionRecord['stream']

const FRAME_LIMIT = 64 * 1024
/** A recorded connection has a sign of life every 2.5 s. After a longer silence (recorded ms) its replay is silent too. */
const SILENT_AFTER = 2_700

interface Client {
  readonly socket: WebSocket
  readonly wanted: Set<string>
  readonly given: Set<string>
  authenticated: boolean
}

/** One of the two recorded connections. */
interface Wire {
  up: boolean
  connection: number
  /** Recorded time of the last sign of life; a connection that never existed does not count as silent. */
  heardAt: EpochMs
  /** Channels that the recorded client was subscribed to. */
  readonly channels: Set<string>
}

export interface ReplayStreamsOptions {
  readonly profile: VenueProfile
  readonly token: string
  /** Recorded time now. */
  readonly now: () => EpochMs
}

export class ReplayStreams {
  readonly server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: FRAME_LIMIT,
    autoPong: false,
  })
  private readonly options: ReplayStreamsOptions
  private readonly books: ReplayedBooks
  private readonly clients = new Set<Client>()
  private readonly wires: Readonly<Record<StreamName, Wire>> = { public: wire(), private: wire() }
  /** Private frames without a client yet, by channel: their records must not get lost. */
  private readonly unheard = new Map<string, string[]>()

  constructor(options: ReplayStreamsOptions) {
    this.options = options
    this.books = new ReplayedBooks(options.profile)
  }

  serve(socket: WebSocket): void {
    const client: Client = { socket, wanted: new Set(), given: new Set(), authenticated: false }
    this.clients.add(client)
    socket.on('close', () => this.clients.delete(client))
    socket.on('error', () => socket.terminate())
    socket.on('ping', () => {
      if (!this.isSilent(client)) socket.pong()
    })
    socket.on('message', (data: Buffer) => this.asked(client, data.toString('utf8')))
  }

  /** Adds one record of either stream; ignores answers. `message` is the frame of an `in` record. */
  take(record: SessionRecord, message: StreamMessage | null): void {
    const { stream, kind, connection } = record
    const wire = this.wires[stream]
    if (kind === 'opened') {
      wire.up = true
      wire.connection = connection
      wire.heardAt = record.time
      wire.channels.clear()
      return
    }
    if (kind === 'end' || (kind === 'closed' && connection === wire.connection))
      return this.cut(stream, false)
    if (connection !== wire.connection) return
    if (kind === 'heard' || kind === 'in') wire.heardAt = record.time
    if (kind === 'out') this.recordedAsk(stream, record.payload.toString('utf8'))
    if (kind === 'in' && message) this.pass(stream, record.payload, message)
  }

  /** Frames of this stream are missing: data built from the stream must not appear complete. */
  hole(stream: StreamName): void {
    this.cut(stream, this.wires[stream].up)
  }

  /** Ends every connection and accepts none afterwards. */
  close(): void {
    for (const { socket } of this.clients) socket.terminate()
    this.server.close()
  }

  private cut(stream: StreamName, stillUp: boolean): void {
    this.wires[stream].up = stillUp
    if (stream === 'public') this.books.forgetAll()
    for (const client of this.clients)
      if ([...client.wanted].some((name) => streamOf(name) === stream)) client.socket.terminate()
  }

  private pass(stream: StreamName, payload: Buffer, message: StreamMessage): void {
    if (message.kind === 'ack') {
      for (const name of message.op.startsWith('unsub') ? [] : message.channels) this.begin(stream, name)
      return
    }
    if (stream === 'public') this.books.take(message)
    const { channel } = message
    const text = payload.toString('utf8')
    let heard = false
    for (const client of this.clients) {
      const fits =
        channel === null
          ? [...client.given].some((name) => streamOf(name) === stream)
          : client.given.has(channel)
      if (!fits) continue
      heard = true
      client.socket.send(text)
    }
    if (heard || stream === 'public' || channel === null) return
    const kept = this.unheard.get(channel) ?? []
    kept.push(text)
    this.unheard.set(channel, kept)
  }

  /** A frame of the recorded client. A channel that it left is no longer followed. */
  private recordedAsk(stream: StreamName, text: string): void {
    const { op, args } = readAsk(text)
    for (const name of args) {
      if (op === 'subscribe') this.begin(stream, name)
      if (op !== 'unsubscribe') continue
      this.wires[stream].channels.delete(name)
      this.books.forget(name)
      const ended = JSON.stringify({
        channel: name,
        code: 'ORDERBOOK_STREAM_UPSTREAM_ERROR',
        message: 'the recorded session left this channel',
      })
      for (const client of this.clients) if (client.given.delete(name)) client.socket.send(ended)
    }
  }

  private begin(stream: StreamName, name: string): void {
    const { channels } = this.wires[stream]
    if (channels.has(name)) return
    channels.add(name)
    for (const client of this.clients) if (client.wanted.has(name)) this.give(client, name)
  }

  private asked(client: Client, text: string): void {
    const { op, args, token } = readAsk(text)
    if (op === 'authenticate') {
      client.authenticated = token === this.options.token
      const answer = client.authenticated
        ? { op, args: [] }
        : { op, code: 'UNAUTHORIZED', message: 'the token is unknown' }
      client.socket.send(JSON.stringify(answer))
      return
    }
    for (const name of args) {
      if (op === 'unsubscribe') {
        client.wanted.delete(name)
        client.given.delete(name)
      } else if (op === 'subscribe') {
        if (streamOf(name) === 'private' && !client.authenticated) continue
        client.wanted.add(name)
        if (this.wires[streamOf(name)].up && this.wires[streamOf(name)].channels.has(name))
          this.give(client, name)
      }
    }
  }

  /** Begins a subscription: sends the confirmation, then the missed frames. */
  private give(client: Client, name: string): void {
    client.given.add(name)
    client.socket.send(JSON.stringify({ op: 'subscribe', args: [name] }))
    const snapshot = this.books.snapshot(name)
    if (snapshot !== null) client.socket.send(snapshot)
    for (const text of this.unheard.get(name) ?? []) client.socket.send(text)
    this.unheard.delete(name)
  }

  private isSilent({ wanted }: Client): boolean {
    const streams = new Set([...wanted].map(streamOf))
    const now = this.options.now()
    return [...streams].some((name) => now - this.wires[name].heardAt > SILENT_AFTER)
  }
}

const wire = (): Wire => ({ up: false, connection: 0, heardAt: Infinity, channels: new Set() })

const PRIVATE: ReadonlySet<string> = new Set(PRIVATE_CHANNELS)
const streamOf = (channel: string): StreamName => (PRIVATE.has(channel) ? 'private' : 'public')

function readAsk(text: string): { op: string; args: readonly string[]; token: unknown } {
  try {
    const frame = JSON.parse(text) as { op?: unknown; args?: unknown; token?: unknown }
    return {
      op: typeof frame.op === 'string' ? frame.op : '',
      args: (Array.isArray(frame.args) ? frame.args : []).filter((name) => typeof name === 'string'),
      token: frame.token,
    }
  } catch {
    return { op: '', args: [], token: null }
  }
}

/** Parses a frame once for all users of it. */
export const messageOf = (record: SessionRecord, profile: VenueProfile): StreamMessage | null =>
  record.kind === 'in' ? parseStreamMessage(record.payload.toString('utf8'), profile.stream) : null
