/** A clock that moves only when a test moves it. */

import type { Clock, Stop } from '../../shared/base/clock.ts'

export class FakeClock implements Clock {
  /** Ms since the start: counted by themselves, because added to 1970 they would lose their last digits. */
  private elapsed = 0
  private start: number
  private nextId = 0
  private readonly timers = new Map<number, { at: number; every: number | null; run: () => void }>()

  /** Starts at `now`, ms since epoch. */
  constructor(now = Date.UTC(2026, 0, 5, 9)) {
    this.start = now
  }

  now(): number {
    return this.start + this.elapsed
  }

  /** Sets the wall clock on (or back) by `ms`; no timer hears of it. */
  setWall(ms: number): void {
    this.start += ms
  }

  monotonic(): number {
    return this.elapsed
  }

  after(ms: number, run: () => void): Stop {
    return this.plan(ms, null, run)
  }

  every(ms: number, run: () => void): Stop {
    return this.plan(ms, ms, run)
  }

  private plan(ms: number, every: number | null, run: () => void): Stop {
    const id = this.nextId++
    this.timers.set(id, { at: this.elapsed + Math.max(0, ms), every, run })
    return () => this.timers.delete(id)
  }

  /** Moves on by `ms`, running what falls due in order of time, then of planning. */
  advance(ms: number): void {
    const until = this.elapsed + ms
    for (;;) {
      let due: [number, { at: number; every: number | null; run: () => void }] | undefined
      for (const entry of this.timers)
        if (entry[1].at <= until && (!due || entry[1].at < due[1].at)) due = entry
      if (!due) break
      const [id, timer] = due
      this.elapsed = Math.max(this.elapsed, timer.at)
      if (timer.every === null) this.timers.delete(id)
      else timer.at = this.elapsed + timer.every
      timer.run()
    }
    this.elapsed = until
  }

  /** Moves on to the next planned timer and runs it; false when none is planned. */
  step(): boolean {
    const next = Math.min(...[...this.timers.values()].map((timer) => timer.at))
    if (!Number.isFinite(next)) return false
    this.advance(Math.max(0, next - this.elapsed))
    return true
  }

  /** Moves on by `ms` in small steps and lets promises settle between them. */
  async run(ms: number, step = 10): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      this.advance(Math.min(step, left))
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    }
  }

  /** Timers still planned. */
  get planned(): number {
    return this.timers.size
  }
}
