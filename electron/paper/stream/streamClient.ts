/** One connected stream client: its authentication, its subscriptions and its send buffer. */

import type { RawData } from 'ws'
import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { ApiVariant } from '../apiVariants.ts'
import type { Outcome } from '../refusal.ts'
import type { Admission, StreamProof } from '../session/authenticator.ts'
import type { Channel, StreamError } from './channels.ts'
import { readClientFrame, type ClientFrame } from './clientFrame.ts'

/** The part of a socket that a client uses. The WebSocket of `ws` has it. */
export interface StreamSocket {
  readonly readyState: number
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number
  send(text: string): void
  ping(): void
  terminate(): void
  on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown
  on(event: 'pong' | 'error' | 'close', listener: () => void): unknown
}

const OPEN = 1

export interface StreamClient {
  hasSubscribed(channel: string): boolean
  /** Closes one subscription with its error; the others continue. */
  end(channel: string, error: StreamError): void
  /** Sends a frame. False when the client is gone, or when this call cut it because its buffer was full. */
  send(text: string): boolean
  /** Pings. Cuts a client that did not answer the ping before. */
  beat(): void
  cut(): void
}

export interface StreamClientOptions {
  readonly clock: Clock
  readonly admit: (proof: StreamProof) => Outcome<Admission>
  readonly apiVariant: ApiVariant
  readonly findChannel: (name: string) => Result<Channel, StreamError>
  /** Bytes that may wait for a slow client before it is cut. */
  readonly bufferLimit: number
}

export function streamClient(socket: StreamSocket, options: StreamClientOptions): StreamClient {
  const subscribed = new Set<string>()
  /** The private channels among them. */
  const privateOnes = new Set<string>()
  let authenticated = false
  let stopExpiry: Stop = () => {}
  let answered = true

  const send = (text: string): boolean => {
    if (socket.readyState !== OPEN) return false
    if (socket.bufferedAmount > options.bufferLimit) {
      socket.terminate()
      return false
    }
    socket.send(text)
    return true
  }
  const sendJson = (value: object) => send(options.apiVariant.frame(value))

  const subscribe = (names: readonly string[]) => {
    const accepted: Channel[] = []
    const refusals: StreamError[] = []
    for (const name of new Set(names)) {
      const found = options.findChannel(name)
      if (!found.ok) refusals.push(found.failure)
      else if (found.value.isPrivate && !authenticated)
        refusals.push({
          channel: name,
          code: 'UNAUTHORIZED',
          message: 'authenticate before private channels',
        })
      else accepted.push(found.value)
    }
    for (const refusal of refusals) sendJson(refusal)
    if (accepted.length > 0) sendJson({ op: 'subscribe', args: accepted.map(({ name }) => name) })
    for (const { name, isPrivate, opening } of accepted) {
      subscribed.add(name)
      if (isPrivate) privateOnes.add(name)
      for (const message of opening()) sendJson(message)
    }
  }

  /** Private channels end with their authentication; public channels continue. */
  const endPrivate = (message: string) => {
    authenticated = false
    stopExpiry()
    for (const channel of privateOnes) {
      privateOnes.delete(channel)
      if (subscribed.delete(channel)) sendJson({ channel, code: 'UNAUTHORIZED', message })
    }
  }

  const authenticate = (proof: StreamProof) => {
    const admitted = options.admit(proof)
    if (!admitted.ok) {
      sendJson({ op: 'authenticate', ...admitted.failure })
      return endPrivate('the newest authenticate was refused; authenticate again')
    }
    authenticated = true
    stopExpiry()
    const { until } = admitted.value
    if (until !== null)
      stopExpiry = options.clock.after(until - options.clock.now(), () =>
        endPrivate('the token has ended; authenticate again'),
      )
    return void sendJson({ op: 'authenticate', args: [] })
  }

  const act = (frame: ClientFrame) => {
    switch (frame.op) {
      case 'authenticate':
        authenticate(frame.proof)
        return
      case 'subscribe':
        subscribe(frame.args)
        return
      case 'unsubscribe':
        for (const name of frame.args) subscribed.delete(name)
        sendJson({ op: 'unsubscribe', args: frame.args })
    }
  }

  socket.on('message', (data, isBinary) => {
    const frame = isBinary ? null : readClientFrame((data as Buffer).toString())
    if (frame?.ok) act(frame.value)
    else
      sendJson({ code: 'VALIDATION_ERROR', message: frame?.failure ?? 'send text frames, not binary ones' })
  })
  socket.on('pong', () => {
    answered = true
  })
  socket.on('close', () => stopExpiry())
  // After a broken connection or a frame over the limit, `ws` closes the socket by itself, and `close` follows.
  socket.on('error', () => socket.terminate())
  return {
    hasSubscribed: (channel) => subscribed.has(channel),
    end(channel, error) {
      if (subscribed.delete(channel)) sendJson(error)
    },
    send,
    beat() {
      if (!answered) socket.terminate()
      answered = false
      if (socket.readyState === OPEN) socket.ping()
    },
    cut: () => socket.terminate(),
  }
}
