/** Gives one turn at a time to work that can wait, so that all of it together sends the venue few requests. The caller defines the work. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'

export class SpacedTurns {
  private readonly clock: Clock
  private readonly ms: number
  private readonly waiting: (() => void)[] = []
  private pausing = false

  /** A turn every `ms`. */
  constructor(clock: Clock, ms: number) {
    this.clock = clock
    this.ms = ms
  }

  /** Runs `run` once when its turn comes. With `first` it goes before everything that waits. Returns how to give the turn up. */
  join(run: () => void, first: boolean): Stop {
    // A new function each time, because the same work may wait twice.
    const turn = () => run()
    if (first) this.waiting.unshift(turn)
    else this.waiting.push(turn)
    this.runNext()
    return () => {
      const index = this.waiting.indexOf(turn)
      if (index >= 0) this.waiting.splice(index, 1)
    }
  }

  private runNext(): void {
    if (this.pausing) return
    const turn = this.waiting.shift()
    if (!turn) return
    this.pausing = true
    this.clock.after(this.ms, () => {
      this.pausing = false
      this.runNext()
    })
    turn()
  }
}
