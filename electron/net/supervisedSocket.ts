/** Keeps one WebSocket open: connects, watches for silence, reconnects with back-off. Handles no channel and no message; runs on any thread. */

import type { ClientRequestArgs } from 'node:http'
import type { ClientOptions, RawData } from 'ws'
import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { watchLiveness } from './livenessWatch.ts'

/** `live`: open, and something was received lately. `suspect`: silent for longer than a healthy socket. */
export type SocketState = 'connecting' | 'live' | 'suspect' | 'down'

/** The part of a WebSocket that this file uses. The WebSocket of `ws` has it; `InflatingSocket` reads compressed messages faster. */
export interface StreamSocket {
  readonly readyState: number
  send(text: string): void
  ping(): void
  terminate(): void
  on(event: 'upgrade', listener: (response: Answer & { readonly socket: Inbound }) => void): unknown
  on(event: 'unexpected-response', listener: (request: unknown, response: Answer) => void): unknown
  on(event: 'open' | 'ping' | 'pong', listener: () => void): unknown
  on(event: 'message', listener: (data: RawData) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'close', listener: (code: number) => void): unknown
}

/** The venue's HTTP answer to the upgrade request. */
interface Answer {
  readonly statusCode?: number | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The bytes below the frames. A live peer makes their number grow. */
interface Inbound {
  readonly bytesRead: number
}

/** Opens one connection. */
export type SocketMaker = new (url: string, options: ClientOptions & ClientRequestArgs) => StreamSocket

export interface SupervisedSocketOptions {
  /** `ws:` or `wss:`; redirects are not followed. */
  readonly url: string
  readonly clock: Clock
  readonly random: Random
  readonly WebSocket: SocketMaker
  /** Whether the venue is requested to compress its messages. */
  readonly compression: VenueProfile['stream']['compression']
  /** Called after each opening: the caller sends its subscriptions. */
  readonly onOpen: () => void
  /** Called for each whole message, before it is read. */
  readonly onHeard?: () => void
  /** Receives a whole message as bytes, before they become text. Returns true when it handled the message. The socket reuses the bytes: do not store them. */
  readonly onBytes?: (bytes: Uint8Array) => boolean
  /** Receives one whole message as text, in order of arrival, unless `onBytes` handled it. */
  readonly onMessage: (text: string) => void
  /** Called on every change; `why` is a sentence for `down` and `suspect`. Never called after `close`. */
  readonly onState: (state: SocketState, why: string | null) => void
  /** Ends the connection after this time without an inbound byte. Default 10 000 ms; pings every quarter of it. */
  readonly livenessMs?: number
  /** Default 10 000 ms. */
  readonly connectMs?: number
  /** Largest message accepted, bytes. Default 1 MiB. */
  readonly maximumBytes?: number
}

export interface SupervisedSocket {
  /** False when the socket is not open. The message is then dropped, because `onOpen` will be called. */
  send(text: string): boolean
  /** Wall clock, ms, of the newest message, ping or pong on any connection; 0 before the first. Inside `onBytes` and `onMessage`: the time of that message. */
  heardAt(): EpochMs
  /** Ends the current connection at once and reconnects with the back-off. */
  restart(why: string): void
  /** Ends the connection for good. */
  close(): void
}

// docs/market-data.md#connections: full jitter, base 0.5 s, cap 30 s.
const BACKOFF_BASE = 500
const BACKOFF_CAP = 30_000
const OPEN = 1

/** Connects at once, and again after every loss, until closed. Failures go to `onState`; nothing throws. */
export function superviseSocket(options: SupervisedSocketOptions): SupervisedSocket {
  const { url, clock, random, livenessMs = 10_000, connectMs = 10_000, maximumBytes = 1 << 20 } = options
  const asksCompression = options.compression !== 'none'
  let socket: StreamSocket | null = null
  let attempt = 0
  let state: SocketState | null = null
  let closed = false
  let heardAt: EpochMs = 0
  let stopTimers: Stop = () => {}

  const say = (next: SocketState, why: string | null) => {
    if (closed || next === state) return
    state = next
    options.onState(next, why)
  }

  const lose = (lost: StreamSocket, why: string) => {
    if (lost !== socket) return
    socket = null
    stopTimers()
    lost.terminate()
    again(why)
  }

  const again = (why: string) => {
    say('down', why)
    if (closed) return
    const delay = random.next() * Math.min(BACKOFF_CAP, BACKOFF_BASE * 2 ** attempt)
    attempt += 1
    stopTimers = clock.after(delay, connect)
  }

  const watch = (current: StreamSocket, bytesRead: () => number): Stop =>
    watchLiveness({
      clock,
      livenessMs,
      bytesRead,
      ping: () => current.ping(),
      onLost: (why) => lose(current, why),
      onPing: (isSilent) => say(isSilent ? 'suspect' : 'live', isSilent ? 'The stream is silent.' : null),
      onHealthy() {
        attempt = 0
      },
    })

  function connect(): void {
    if (closed) return
    say('connecting', null)
    let current: StreamSocket
    try {
      current = new options.WebSocket(url, {
        perMessageDeflate: asksCompression,
        maxPayload: maximumBytes,
        followRedirects: false,
      })
    } catch {
      return again(`${url} is not a stream address: correct the venue profile.`)
    }
    socket = current
    let inbound: Inbound | null = null
    stopTimers = clock.after(connectMs, () =>
      lose(current, `The stream did not open within ${Math.round(connectMs / 1000)} s.`),
    )
    current.on('upgrade', (response) => {
      inbound = response.socket
      if (!asksCompression && namesCompression(response))
        lose(current, `The venue compresses the stream although Openpit did not ask for it: ${ENABLE_IT}`)
    })
    current.on('unexpected-response', (_request, response) =>
      lose(current, refusalWords(response, asksCompression)),
    )
    current.on('open', () => {
      if (current !== socket) return
      stopTimers()
      stopTimers = watch(current, () => inbound?.bytesRead ?? 0)
      say('live', null)
      options.onOpen()
    })
    const heard = () => {
      if (current === socket) heardAt = clock.now()
    }
    current.on('pong', heard)
    current.on('ping', heard)
    current.on('message', (data: RawData) => {
      heard()
      if (current !== socket) return
      options.onHeard?.()
      if (options.onBytes && Buffer.isBuffer(data) && options.onBytes(data)) return
      options.onMessage(textOf(data))
    })
    current.on('error', (error) => lose(current, `The stream failed: ${error.message}.`))
    current.on('close', (code) => lose(current, `The venue closed the stream (${code}).`))
  }

  connect()
  return {
    send(text) {
      if (socket?.readyState !== OPEN) return false
      socket.send(text)
      return true
    },
    heardAt: () => heardAt,
    restart(why) {
      if (socket) lose(socket, why)
    },
    close() {
      closed = true
      stopTimers()
      const last = socket
      socket = null
      last?.terminate()
    },
  }
}

const ENABLE_IT = 'set stream.compression to permessage-deflate in the venue profile.'

const namesCompression = ({ headers }: Answer): boolean =>
  String(headers['sec-websocket-extensions'] ?? '').includes('permessage-deflate')

/** Statuses for an incomplete request. With any other status, missing compression is an unlikely cause. */
const LACKING: ReadonlySet<number | undefined> = new Set([400, 426])

const refusalWords = (response: Answer, askedCompression: boolean): string => {
  const words = `The venue refused the stream (${response.statusCode}).`
  const maybe = !askedCompression && (LACKING.has(response.statusCode) || namesCompression(response))
  return maybe ? `${words} If it takes compressed streams only: ${ENABLE_IT}` : words
}

const textOf = (data: RawData): string =>
  Array.isArray(data)
    ? Buffer.concat(data).toString('utf8')
    : data instanceof ArrayBuffer
      ? Buffer.from(data).toString('utf8')
      : data.toString('utf8')
