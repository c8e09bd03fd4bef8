/** Counts the messages of the market worker in memory that both threads share. The core reads it at any time, also while the worker is busy. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { MarketTraffic } from '../../core/ports/market.ts'

/** Messages from the venue, and messages of the core that the worker took. Both wrap around at 32 bits. */
const HEARD = 0
const TAKEN = 1
const BYTES = 2 * Int32Array.BYTES_PER_ELEMENT
/** Messages of the core whose times are known. A longer backlog is at least as old as the oldest of them. */
const TIMES = 1_024

export interface WorkerCounts {
  /** The worker heard a message of the venue. */
  heard(): void
  /** The worker took a message of the core. */
  took(): void
}

/** The worker's end: one addition for each message. */
export function workerCounts(shared: SharedArrayBuffer): WorkerCounts {
  const counts = new Int32Array(shared)
  return {
    heard: () => void Atomics.add(counts, HEARD, 1),
    took: () => void Atomics.add(counts, TAKEN, 1),
  }
}

/** The core's end, for one run of the worker. */
export class WorkerTraffic {
  readonly shared = new SharedArrayBuffer(BYTES)
  private readonly clock: Clock
  private readonly startedAt: number
  private readonly counts = new Int32Array(this.shared)
  private readonly postedAt = new Float64Array(TIMES)
  private posted = 0
  private heard = 0

  constructor(clock: Clock) {
    this.clock = clock
    this.startedAt = clock.monotonic()
  }

  /** The core sends the worker a message. */
  post(): void {
    this.postedAt[this.posted % TIMES] = this.clock.monotonic()
    this.posted += 1
  }

  read(): MarketTraffic {
    this.heard += (Atomics.load(this.counts, HEARD) - this.heard) >>> 0
    const waiting = (this.posted - Atomics.load(this.counts, TAKEN)) >>> 0
    const oldest = this.postedAt[(this.posted - Math.min(waiting, TIMES)) % TIMES] ?? 0
    return {
      startedAt: this.startedAt,
      heard: this.heard,
      waiting,
      oldestMs: waiting === 0 ? null : this.clock.monotonic() - oldest,
    }
  }
}
