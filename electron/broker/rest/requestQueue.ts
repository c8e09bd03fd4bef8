/** Decides which request goes out next: cancels first, then look-ups, new orders, orders of a block or scale, other reads. Sends nothing twice and reads no answer. */

import { momentOf, msSince, type Clock, type Moment } from '../../../shared/base/clock.ts'

/** In order of precedence (docs/api.md#request-order). */
const LANES = ['cancel', 'look-up', 'order', 'batch', 'read'] as const
export type Lane = (typeof LANES)[number]

export interface RequestQueue {
  /**
   * Runs `job` when its turn comes. Resolves to null, without running it, when it waited longer than `patienceMs` or the queue closed:
   * a dealer's order must not go out long after the dealer's act.
   */
  run<T>(lane: Lane, job: () => Promise<T>, patienceMs?: number): Promise<T | null>
  /** Pauses reads for `ms` (429, docs/api.md#gap.26); orders, cancels and look-ups go on. */
  pauseReads(ms: number): void
  /** How many wait in each lane. */
  waiting(): Readonly<Record<Lane, number>>
  close(): void
}

interface Waiting {
  readonly since: Moment
  readonly patienceMs: number
  /** Called with true when the turn has come, with false when it will not. */
  readonly turn: (come: boolean) => void
}

/**
 * At most `slots` requests at a time. Reads and the orders of a block or scale may use all but two of them and single orders all but one, so that a cancel
 * never waits for a page of history, and a single order never waits for a block.
 */
export function createRequestQueue(clock: Clock, slots: number): RequestQueue {
  const waiting: Record<Lane, Waiting[]> = { cancel: [], 'look-up': [], order: [], batch: [], read: [] }
  const ceiling: Record<Lane, number> = {
    cancel: slots,
    'look-up': slots,
    order: Math.max(1, slots - 1),
    batch: Math.max(1, slots - 2),
    read: Math.max(1, slots - 2),
  }
  let busy = 0
  let closed = false
  let readsFrom = 0

  const next = (): Waiting | undefined => {
    for (const lane of LANES) {
      if (busy >= ceiling[lane]) continue
      if (lane === 'read' && clock.monotonic() < readsFrom) continue
      const first = waiting[lane].shift()
      if (first) return first
    }
    return undefined
  }

  const pump = () => {
    for (let item = next(); item; item = next()) {
      const inTime = msSince(clock, item.since) <= item.patienceMs
      if (inTime) busy += 1
      item.turn(inTime)
    }
  }

  const myTurn = (lane: Lane, patienceMs: number): Promise<boolean> =>
    new Promise((turn) => {
      waiting[lane].push({ since: momentOf(clock), patienceMs, turn })
      pump()
    })

  return {
    async run<T>(
      lane: Lane,
      job: () => Promise<T>,
      patienceMs = Number.POSITIVE_INFINITY,
    ): Promise<T | null> {
      if (closed || !(await myTurn(lane, patienceMs))) return null
      try {
        return await job()
      } finally {
        busy -= 1
        pump()
      }
    },
    pauseReads(ms) {
      readsFrom = Math.max(readsFrom, clock.monotonic() + ms)
      clock.after(ms, pump)
    },
    waiting: () => ({
      cancel: waiting.cancel.length,
      'look-up': waiting['look-up'].length,
      order: waiting.order.length,
      batch: waiting.batch.length,
      read: waiting.read.length,
    }),
    close() {
      closed = true
      for (const lane of LANES) for (const item of waiting[lane].splice(0)) item.turn(false)
    },
  }
}
