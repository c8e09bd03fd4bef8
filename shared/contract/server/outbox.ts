/** Holds one subscription's messages while the window has no credit, folded as the topic declares (C3, C4). Sends no frame itself. */

import type { Delivery } from '../define.ts'

export interface OutboxOptions {
  readonly delivery: Delivery<unknown>
  /** Messages that may be under way without credit; 1 for a `paint` topic. */
  readonly window: number
  readonly send: (kind: 'snapshot' | 'delta', place: number, body: unknown) => void
  /** Called when more messages wait than may wait. The outbox is then closed. */
  readonly overflow: () => void
  /** The window has credit and nothing waits, so the source may make the next delta. */
  readonly ready: () => void
}

export interface Outbox {
  snapshot(body: unknown): void
  delta(body: unknown): void
  /** The window drew or applied everything up to `place`. */
  credit(place: number): void
  close(): void
  /** The number of deltas that wait. */
  readonly waiting: number
}

/** Messages under way on a topic that is credited on receipt. Enough to keep a loopback link busy, few enough to notice a stalled window. */
export const RECEIPT_WINDOW = 64

export function createOutbox({ delivery, window, send, overflow, ready }: OutboxOptions): Outbox {
  let closed = false
  let next = 0
  let credited = -1
  let snapshot: { body: unknown } | null = null
  let deltas: unknown[] = []
  let first = 0

  const hasCredit = () => next - 1 - credited < window
  const waiting = () => deltas.length - first

  function flush(): void {
    // Sending may close the outbox: the transport can break meanwhile.
    for (;;) {
      if (closed || !hasCredit()) return
      if (snapshot) {
        const { body } = snapshot
        snapshot = null
        send('snapshot', next++, body)
      } else if (waiting() > 0) {
        const body = deltas[first]
        deltas[first++] = undefined
        if (first === deltas.length || first > 1_000) {
          deltas = deltas.slice(first)
          first = 0
        }
        send('delta', next++, body)
      } else return
    }
  }

  return {
    snapshot(body) {
      if (closed) return
      // The snapshot includes the deltas that wait.
      deltas = []
      first = 0
      snapshot = { body }
      flush()
    },
    delta(body) {
      if (closed) return
      if (delivery.kind === 'every') {
        if (waiting() >= delivery.limit) {
          closed = true
          deltas = []
          overflow()
          return
        }
        deltas.push(body)
      } else if (waiting() === 0) deltas.push(body)
      else deltas[first] = delivery.kind === 'merge' ? delivery.merge(deltas[first], body) : body
      flush()
    },
    credit(place) {
      if (closed || place <= credited || place >= next) return
      credited = place
      flush()
      if (!closed && hasCredit() && waiting() === 0) ready()
    },
    close() {
      closed = true
      deltas = []
      snapshot = null
    },
    get waiting() {
      return waiting()
    },
  }
}
