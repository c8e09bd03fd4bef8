/** Allows one look-up per order in 30 s, so that a repeated stream message does not look an order up again. Forgets older look-ups. */

import type { Clock } from '../../../shared/base/clock.ts'

/** Ms between two look-ups of one order for its stream messages: a venue may repeat them. The audit reads lists as often. */
const APART = 30_000

export class LookUpThrottle {
  private readonly clock: Clock
  /** Monotonic ms of each order's last look-up, by order key, oldest first. */
  private readonly lookedUpAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Orders that are remembered. */
  get size(): number {
    return this.lookedUpAt.size
  }

  /** Whether the order may be looked up now. If so, the look-up counts from this moment. */
  claim(key: string): boolean {
    this.forgetOld()
    if (this.lookedUpAt.has(key)) return false
    this.lookedUpAt.set(key, this.clock.monotonic())
    return true
  }

  /** The look-up got no answer: the next message may look the order up again. */
  release(key: string): void {
    this.lookedUpAt.delete(key)
  }

  private forgetOld(): void {
    for (const [key, at] of this.lookedUpAt) {
      if (this.clock.monotonic() - at < APART) return
      this.lookedUpAt.delete(key)
    }
  }
}
