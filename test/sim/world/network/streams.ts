/** The network between desk and venue as far as streams go: frames in order on each connection, with the faults that streams have. */

import type { Random } from '../../../../shared/base/random.ts'
import type { SocketMaker, StreamSocket } from '../../../../electron/net/supervisedSocket.ts'
import type { StreamSocket as VenueSocket } from '../../../../electron/paper/stream/streamClient.ts'
import type { ThirdVariant } from '../../../fakes/venue/thirdVariant.ts'
import type { Machine } from '../machine.ts'
import {
  CLOSED,
  OPEN,
  SocketEnd,
  createStreamLines,
  type Connection,
  type StreamLines,
} from './streamLines.ts'
import type { Trace } from '../../trace.ts'
import type { SimVenue } from '../venue.ts'
import type { VirtualTime } from '../virtualTime.ts'

export interface StreamsOptions {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly random: Random
  readonly venue: SimVenue
  /** A frame of the desk leaves: what it says. */
  readonly onWire: (text: string) => void
  /** Something reached the desk (`text` is empty for an answer to a ping), or its connection ended (null). */
  readonly onDesk: (machine: Machine, heard: { readonly text: string } | null) => void
  /** How the venue says what the API leaves open (docs/api.md#gaps). */
  readonly variant: ThirdVariant | null
}

export interface Streams {
  /** The WebSocket of this machine. */
  socketOf(machine: Machine): SocketMaker
  /** The machine is off: the venue finds its connections closed. */
  gone(machine: Machine): void
  drop(): void
  /** Both sides think it is open; nothing gets through any more. */
  halfOpen(): void
  stall(ms: number): void
  /** The venue forgets to send the next records. */
  miss(frames: number): void
  /** The next record comes again `ms` later, perhaps after newer ones. */
  double(ms: number): void
  outage(ms: number): void
  heal(): void
}

const isRecord = (text: string): boolean => !text.includes('"op":')

/** The venue's end: what it says goes down to the desk. */
class VenueEnd extends SocketEnd implements VenueSocket {
  connection: Connection | null = null
  private readonly lines: StreamLines
  private readonly publish: (line: Connection, text: string) => void

  constructor(lines: StreamLines, publish: (line: Connection, text: string) => void) {
    super()
    this.lines = lines
    this.publish = publish
  }

  send(text: string): void {
    if (this.connection) this.publish(this.connection, text)
  }

  ping(): void {
    const line = this.connection
    if (!line) return
    this.lines.toDesk(line, 2, '', () => {
      line.desk.tell('ping')
      this.lines.toVenue(line, () => this.tell('pong'))
    })
  }

  terminate(): void {
    const line = this.connection
    if (!line) return
    this.lines.endVenue(line)
    this.lines.pass(line, 'down', () => this.lines.endDesk(line))
  }
}

export function openStreams(options: StreamsOptions): Streams {
  const { time, trace, random, venue } = options
  let missing = 0
  let doubled: number | null = null
  let downUntil = 0

  const latency = () => 3 + random.integer(30)
  const lines = createStreamLines({ time, latency, onDesk: options.onDesk })

  const deliver = (line: Connection, text: string): void =>
    lines.toDesk(line, text.length, text, () => {
      trace.note('stream', `${line.machine.name} hears ${text.slice(0, 200)}`)
      line.desk.tell('message', Buffer.from(text))
    })

  /** What the venue says on this line, with the records that it forgets or repeats. */
  const publish = (line: Connection, text: string): void => {
    if (isRecord(text) && missing > 0) {
      missing -= 1
      trace.note('stream', `lost ${text.slice(0, 120)}`)
      return
    }
    if (isRecord(text) && doubled !== null) {
      time.after(doubled, () => deliver(line, text))
      doubled = null
    }
    for (const frame of options.variant?.frames(text) ?? [text]) deliver(line, frame)
  }

  const connect = (machine: Machine, desk: SocketEnd, url: string): Connection => {
    const venueEnd = new VenueEnd(lines, publish)
    const line: Connection = {
      desk,
      venue: venueEnd,
      machine,
      frozen: false,
      stalledUntil: 0,
      arrives: { up: 0, down: 0 },
    }
    venueEnd.connection = line
    const refused = downUntil > time.elapsed
    time.after(latency(), () => {
      if (!machine.isOn || desk.readyState === CLOSED) return
      if (refused) {
        desk.tell('error', new Error('connect ECONNREFUSED'))
        return
      }
      lines.open.add(line)
      desk.readyState = OPEN
      venueEnd.readyState = OPEN
      trace.note('stream', `${machine.name} connected`)
      venue.paper.streams.serve(venueEnd, new URL(url).pathname)
      desk.tell('upgrade', { socket: desk, headers: {} })
      desk.tell('open')
    })
    return line
  }
  /** The desk's end: what it says goes up to the venue. */
  const socketOf = (machine: Machine): SocketMaker =>
    class extends SocketEnd implements StreamSocket {
      private readonly connection: Connection

      constructor(url: string) {
        super()
        this.connection = connect(machine, this, url)
      }
      send(text: string): void {
        options.onWire(text)
        lines.toVenue(this.connection, () => this.connection.venue.tell('message', Buffer.from(text), false))
      }
      ping(): void {
        lines.toVenue(this.connection, () => lines.toDesk(this.connection, 2, '', () => this.tell('pong')))
      }
      terminate(): void {
        if (this.readyState === OPEN) options.onDesk(machine, null)
        this.readyState = CLOSED
        lines.pass(this.connection, 'up', () => lines.endVenue(this.connection))
      }
    }

  const each = (run: (line: Connection) => void) => lines.open.forEach((line) => run(line))
  return {
    socketOf,
    gone: (machine) =>
      each((line) => {
        if (line.machine === machine) time.after(latency(), () => lines.endVenue(line))
      }),
    drop: () =>
      each((line) => {
        lines.endVenue(line)
        time.after(latency(), () => lines.endDesk(line))
      }),
    halfOpen: () =>
      each((line) => {
        line.frozen = true
      }),
    stall: (ms) =>
      each((line) => {
        line.stalledUntil = time.elapsed + ms
      }),
    miss(frames) {
      missing = frames
    },
    double(ms) {
      doubled = ms
    },
    outage(ms) {
      downUntil = time.elapsed + ms
      each((line) => {
        line.frozen = true
      })
    },
    heal() {
      missing = 0
      doubled = null
      downUntil = 0
    },
  }
}
