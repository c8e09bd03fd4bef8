/** One turn at a time for work that can wait, so that all of it together asks little of the venue. Knows nothing of the work. */

import type { Clock, Stop } from '../../shared/base/clock.ts'

export class SlowLane {
  private readonly clock: Clock
  private readonly ms: number
  private readonly waiting: (() => void)[] = []
  private resting = false

  /** A turn every `ms`. */
  constructor(clock: Clock, ms: number) {
    this.clock = clock
    this.ms = ms
  }

  /** Runs once when its turn comes; `first`: before all that wait. */
  join(run: () => void, first: boolean): Stop {
    // A function of its own: the same work may wait twice.
    const turn = () => run()
    if (first) this.waiting.unshift(turn)
    else this.waiting.push(turn)
    this.go()
    return () => {
      const at = this.waiting.indexOf(turn)
      if (at >= 0) this.waiting.splice(at, 1)
    }
  }

  private go(): void {
    if (this.resting) return
    const turn = this.waiting.shift()
    if (!turn) return
    this.resting = true
    this.clock.after(this.ms, () => {
      this.resting = false
      this.go()
    })
    turn()
  }
}
