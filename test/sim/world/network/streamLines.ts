/** The lines between desk and venue: each connection delivers its frames in order, one way and the other. Knows no channel and no fault but a stall and a frozen line. */

import type { Machine } from '../machine.ts'
import type { VirtualTime } from '../virtualTime.ts'

export const OPEN = 1
export const CLOSED = 3

type Listener = (...values: never[]) => void

/** One end of a connection, as `ws` shows it. */
export class SocketEnd {
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

export interface Connection {
  readonly desk: SocketEnd
  readonly venue: SocketEnd
  readonly machine: Machine
  /** Both sides think it is open; nothing gets through any more. */
  frozen: boolean
  stalledUntil: number
  /** When the last frame each way arrives: none overtakes. */
  arrives: { up: number; down: number }
}

export interface StreamLinesOptions {
  readonly time: VirtualTime
  /** Ms for one frame, drawn anew at each call. */
  readonly latency: () => number
  /** Something reached the desk (`text` is empty for an answer to a ping), or its connection ended (null). */
  readonly onDesk: (machine: Machine, heard: { readonly text: string } | null) => void
}

export interface StreamLines {
  /** Every connection that the venue has open. */
  readonly open: Set<Connection>
  pass(line: Connection, way: 'up' | 'down', run: () => void): void
  toDesk(line: Connection, size: number, text: string, run: () => void): void
  toVenue(line: Connection, run: () => void): void
  endVenue(line: Connection): void
  endDesk(line: Connection): void
}

export function createStreamLines({ time, latency, onDesk }: StreamLinesOptions): StreamLines {
  const open = new Set<Connection>()
  const pass: StreamLines['pass'] = (line, way, run) => {
    const at = Math.max(line.arrives[way], line.stalledUntil, time.elapsed + latency())
    line.arrives[way] = at
    time.after(at - time.elapsed, () => {
      if (!line.frozen) run()
    })
  }
  return {
    open,
    pass,
    toDesk: (line, size, text, run) =>
      pass(line, 'down', () => {
        if (line.desk.readyState !== OPEN || !line.machine.isOn) return
        line.desk.bytesRead += size
        onDesk(line.machine, { text })
        run()
      }),
    toVenue: (line, run) =>
      pass(line, 'up', () => {
        if (line.venue.readyState === OPEN) run()
      }),
    endVenue(line) {
      if (line.venue.readyState === CLOSED) return
      line.venue.readyState = CLOSED
      line.venue.tell('close')
      open.delete(line)
    },
    endDesk(line) {
      if (line.desk.readyState === CLOSED || !line.machine.isOn) return
      line.desk.readyState = CLOSED
      onDesk(line.machine, null)
      line.desk.tell('close', 1006)
    },
  }
}
