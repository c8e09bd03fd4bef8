/** The network between desk and venue as far as streams go: frames in order on each connection, with the faults that streams have. */

import type { Random } from '../../../shared/base/random.ts'
import type { SocketMaker, StreamSocket } from '../../../electron/net/supervisedSocket.ts'
import type { StreamSocket as VenueSocket } from '../../../electron/paper/stream/streamClient.ts'
import type { ThirdDialect } from '../../fakes/venue/thirdVariant.ts'
import type { Machine } from './machine.ts'
import type { Trace } from '../trace.ts'
import type { SimVenue } from './venue.ts'
import type { VirtualTime } from './virtualTime.ts'

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
  readonly dialect: ThirdDialect | null
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

const OPEN = 1
const CLOSED = 3

type Listener = (...values: never[]) => void

/** One end of a connection, as `ws` shows it. */
class End {
  readyState = 0
  readonly bufferedAmount = 0
  bytesRead = 0
  private readonly listeners = new Map<string, Listener[]>()

  on(event: string, listener: Listener): this {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
    return this
  }

  tell(event: string, ...values: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) listener(...(values as never[]))
  }
}

interface Connection {
  readonly desk: End
  readonly venue: End
  readonly machine: Machine
  frozen: boolean
  stalledUntil: number
  /** When the last frame each way arrives: none overtakes. */
  arrives: { up: number; down: number }
}

export function openStreams(options: StreamsOptions): Streams {
  const { time, trace, random, venue } = options
  const connections = new Set<Connection>()
  let missing = 0
  let doubled: number | null = null
  let downUntil = 0

  const latency = () => 3 + random.integer(30)
  const pass = (of: Connection, way: 'up' | 'down', run: () => void): void => {
    const at = Math.max(of.arrives[way], of.stalledUntil, time.elapsed + latency())
    of.arrives[way] = at
    time.after(at - time.elapsed, () => {
      if (!of.frozen) run()
    })
  }
  const toDesk = (of: Connection, size: number, text: string, run: () => void): void =>
    pass(of, 'down', () => {
      if (of.desk.readyState !== OPEN || !of.machine.isOn) return
      of.desk.bytesRead += size
      options.onDesk(of.machine, { text })
      run()
    })
  const toVenue = (of: Connection, run: () => void): void =>
    pass(of, 'up', () => {
      if (of.venue.readyState === OPEN) run()
    })
  const endVenue = (of: Connection): void => {
    if (of.venue.readyState === CLOSED) return
    of.venue.readyState = CLOSED
    of.venue.tell('close')
    connections.delete(of)
  }
  const endDesk = (of: Connection): void => {
    if (of.desk.readyState === CLOSED || !of.machine.isOn) return
    of.desk.readyState = CLOSED
    options.onDesk(of.machine, null)
    of.desk.tell('close', 1006)
  }
  const isRecord = (text: string): boolean => !text.includes('"op":')

  const deliver = (of: Connection, text: string): void =>
    toDesk(of, text.length, text, () => {
      trace.note('stream', `${of.machine.name} hears ${text.slice(0, 200)}`)
      of.desk.tell('message', Buffer.from(text))
    })

  /** The venue's end: what it says goes down to the desk. */
  class VenueEnd extends End implements VenueSocket {
    connection: Connection | null = null
    send(text: string): void {
      const of = this.connection
      if (!of) return
      if (isRecord(text) && missing > 0) {
        missing -= 1
        trace.note('stream', `lost ${text.slice(0, 120)}`)
        return
      }
      if (isRecord(text) && doubled !== null) {
        time.after(doubled, () => deliver(of, text))
        doubled = null
      }
      for (const frame of options.dialect?.frames(text) ?? [text]) deliver(of, frame)
    }
    ping(): void {
      const of = this.connection
      if (!of) return
      toDesk(of, 2, '', () => {
        of.desk.tell('ping')
        toVenue(of, () => this.tell('pong'))
      })
    }
    terminate(): void {
      const of = this.connection
      if (!of) return
      endVenue(of)
      pass(of, 'down', () => endDesk(of))
    }
  }

  const connect = (machine: Machine, desk: End, url: string): Connection => {
    const venueEnd = new VenueEnd()
    const of: Connection = {
      desk,
      venue: venueEnd,
      machine,
      frozen: false,
      stalledUntil: 0,
      arrives: { up: 0, down: 0 },
    }
    venueEnd.connection = of
    const refused = downUntil > time.elapsed
    time.after(latency(), () => {
      if (!machine.isOn || desk.readyState === CLOSED) return
      if (refused) {
        desk.tell('error', new Error('connect ECONNREFUSED'))
        return
      }
      connections.add(of)
      desk.readyState = OPEN
      venueEnd.readyState = OPEN
      trace.note('stream', `${machine.name} connected`)
      venue.house.streams.serve(venueEnd, new URL(url).pathname)
      desk.tell('upgrade', { socket: desk, headers: {} })
      desk.tell('open')
    })
    return of
  }
  /** The desk's end: what it says goes up to the venue. */
  const socketOf = (machine: Machine): SocketMaker =>
    class extends End implements StreamSocket {
      private readonly connection: Connection

      constructor(url: string) {
        super()
        this.connection = connect(machine, this, url)
      }
      send(text: string): void {
        options.onWire(text)
        toVenue(this.connection, () => this.connection.venue.tell('message', Buffer.from(text), false))
      }
      ping(): void {
        toVenue(this.connection, () => toDesk(this.connection, 2, '', () => this.tell('pong')))
      }
      terminate(): void {
        if (this.readyState === OPEN) options.onDesk(machine, null)
        this.readyState = CLOSED
        pass(this.connection, 'up', () => endVenue(this.connection))
      }
    }

  const each = (run: (of: Connection) => void) => {
    for (const of of connections) run(of)
  }
  return {
    socketOf,
    gone: (machine) =>
      each((of) => {
        if (of.machine === machine) time.after(latency(), () => endVenue(of))
      }),
    drop: () =>
      each((of) => {
        endVenue(of)
        time.after(latency(), () => endDesk(of))
      }),
    halfOpen: () =>
      each((of) => {
        of.frozen = true
      }),
    stall: (ms) =>
      each((of) => {
        of.stalledUntil = time.elapsed + ms
      }),
    miss(frames) {
      missing = frames
    },
    double(ms) {
      doubled = ms
    },
    outage(ms) {
      downUntil = time.elapsed + ms
      each((of) => {
        of.frozen = true
      })
    },
    heal() {
      missing = 0
      doubled = null
      downUntil = 0
    },
  }
}
