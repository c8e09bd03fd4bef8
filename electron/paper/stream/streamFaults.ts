/** Injects faults into streams, drawn from a seed: a connection ends, stalls, loses or mangles a message, or a channel fails. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { oneOf } from '../exchange/randomDraws.ts'
import { BOOK, PRINTS, type ChannelErrorCode } from './channels.ts'
import type { StreamSocket } from './streamClient.ts'
import type { StreamHub } from './streamHub.ts'

/** Ms between faults: the minimum, and the largest random addition. */
const PAUSE = 20_000
const PAUSE_MORE = 50_000
/** Ms that a stalled connection holds its frames. A terminal marks a stream quiet after 5 s. */
const STALL = 8_000

const CODES: Readonly<Record<string, ChannelErrorCode>> = {
  [BOOK]: 'ORDERBOOK_STREAM_UPSTREAM_ERROR',
  [PRINTS]: 'MARKET_TRADES_UPSTREAM_ERROR',
}

/** The state of the faults of one client. */
interface Line {
  readonly socket: StreamSocket
  /** Frames that a stall holds back; null without a stall. */
  held: string[] | null
  /** The fault of the next frame of a book. */
  next: 'lost' | 'mangled' | null
}

export interface StreamFaultsOptions {
  readonly clock: Clock
  readonly random: Random
  /** Receives one sentence for each fault. */
  readonly say: (sentence: string) => void
  /** Instruments whose channels may fail. */
  readonly symbols: readonly string[]
}

/** Wraps the hub: serves clients as the hub does, and injects a fault into one of them from time to time. */
export function faultyStreams(hub: StreamHub, options: StreamFaultsOptions): StreamHub {
  const { clock, random, say, symbols } = options
  const lines = new Set<Line>()
  let stopNext: Stop = () => {}

  const faults: readonly (() => string | null)[] = [
    () =>
      onLine((line) => {
        line.socket.terminate()
        return 'a connection ends.'
      }),
    () =>
      onLine((line) => {
        line.held ??= []
        clock.after(STALL, () => release(line))
        return `a connection stalls for ${STALL / 1_000} s.`
      }),
    () =>
      onLine((line) => {
        line.next = 'lost'
        return 'the next change of a book is lost.'
      }),
    () =>
      onLine((line) => {
        line.next = 'mangled'
        return 'the next change of a book arrives in pieces.'
      }),
    () => {
      const [family, code] = oneOf(random, Object.entries(CODES))
      const channel = `${family}:${oneOf(random, symbols)}`
      return hub.fail(channel, code) === 0 ? null : `${channel} fails.`
    },
  ]

  const onLine = (fault: (line: Line) => string): string | null =>
    lines.size === 0 ? null : fault(oneOf(random, [...lines]))

  const planNext = () => {
    stopNext = clock.after(PAUSE + random.integer(PAUSE_MORE), () => {
      const done = oneOf(random, faults)()
      if (done !== null) say(`Streams: ${done}`)
      planNext()
    })
  }
  planNext()

  return {
    ...hub,
    serve(socket, path) {
      const line: Line = { socket, held: null, next: null }
      lines.add(line)
      socket.on('close', () => lines.delete(line))
      hub.serve(socketOf(line), path)
    },
    close() {
      stopNext()
      hub.close()
    },
  }
}

function release(line: Line): void {
  const held = line.held ?? []
  line.held = null
  for (const text of held) line.socket.send(text)
}

/** The client's socket, with the faults of its line applied to sent frames. Received frames are unchanged. */
function socketOf(line: Line): StreamSocket {
  const { socket } = line
  return {
    get readyState() {
      return socket.readyState
    },
    get bufferedAmount() {
      return socket.bufferedAmount
    },
    send(text) {
      const out = afterFault(line, text)
      if (out === null) return
      if (line.held) line.held.push(out)
      else socket.send(out)
    },
    ping: () => socket.ping(),
    terminate: () => socket.terminate(),
    on: socket.on.bind(socket),
  }
}

/** The frame to send; null when it is lost. */
function afterFault(line: Line, text: string): string | null {
  if (line.next === null || !isBookUpdate(text)) return text
  const fault = line.next
  line.next = null
  return fault === 'lost' ? null : text.slice(0, text.length / 2)
}

const isBookUpdate = (text: string): boolean => text.includes(`${BOOK}:`) && text.includes('"changes"')
