/** Runs a function at most once in `ms`, and once more at the end when it was requested meanwhile. */

import type { Clock } from '../../../shared/base/clock.ts'

export class Throttle {
  private readonly clock: Clock
  private readonly ms: number
  private readonly run: () => void
  private resting = false
  private wanted = false

  constructor(clock: Clock, ms: number, run: () => void) {
    this.clock = clock
    this.ms = ms
    this.run = run
  }

  request(): void {
    if (this.resting) {
      this.wanted = true
      return
    }
    this.resting = true
    this.clock.after(this.ms, () => {
      this.resting = false
      if (!this.wanted) return
      this.wanted = false
      this.request()
    })
    this.run()
  }
}
