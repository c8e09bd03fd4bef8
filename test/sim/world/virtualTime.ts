/** The one time of a simulated world: events in order of time, then of planning, and clocks that look at it. Knows nothing of what happens. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'

interface Planned {
  readonly at: number
  readonly turn: number
  readonly run: () => void
  gone: boolean
}

/** Steps between two turns of the event loop: promises settle between any two steps all the same. */
const STEPS_A_TURN = 64

export class VirtualTime {
  /** Ms since the world began. */
  elapsed = 0
  /** Events run so far. */
  turns = 0
  private planned = 0
  /** A binary heap, the next event first. */
  private readonly heap: Planned[] = []

  /** Runs `run` in `ms` from now. */
  after(ms: number, run: () => void): Stop {
    const event: Planned = { at: this.elapsed + Math.max(0, ms), turn: this.planned++, run, gone: false }
    this.push(event)
    return () => {
      event.gone = true
    }
  }

  /** Lets time pass until `until`; before each event, and at the end, every promise has settled and `settled` is called. */
  pass(until: number, settled: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let over = false
      const step = () => {
        if (over) return
        try {
          settled()
          const event = this.next(until)
          if (event) {
            this.elapsed = event.at
            this.turns += 1
            event.run()
            return
          }
          this.elapsed = Math.max(this.elapsed, until)
          over = true
          resolve()
        } catch (error) {
          over = true
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
      const turn = () => {
        // Node settles all promises between two callbacks of one turn.
        for (let n = 1; n < STEPS_A_TURN; n++) setImmediate(step)
        setImmediate(() => {
          step()
          if (!over) turn()
        })
      }
      turn()
    })
  }

  private next(until: number): Planned | null {
    for (let first = this.heap[0]; first && first.at <= until; first = this.heap[0]) {
      this.pop()
      if (!first.gone) return first
    }
    return null
  }

  private push(event: Planned): void {
    const { heap } = this
    let at = heap.length
    heap.push(event)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent] as Planned
      if (!before(event, above)) break
      heap[at] = above
      at = parent
    }
    heap[at] = event
  }

  private pop(): void {
    const { heap } = this
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1] as Planned, heap[child] as Planned)) child += 1
      if (!before(heap[child] as Planned, last)) break
      heap[at] = heap[child] as Planned
      at = child
    }
    heap[at] = last
  }
}

const before = (a: Planned, b: Planned): boolean => a.at < b.at || (a.at === b.at && a.turn < b.turn)

/** A machine's clock: its wall clock is set by hand, its timers end when it stops. */
export interface MachineClock extends Clock {
  /** Moves the wall clock; the monotonic one goes on as before. */
  step(ms: number): void
  /** The machine is off: nothing that was planned on this clock happens any more. */
  stop(): void
}

/** `startedAt`: the wall clock (ms since epoch) when this clock begins. */
export function machineClock(time: VirtualTime, startedAt: number): MachineClock {
  const bornAt = time.elapsed
  let lead = startedAt
  let on = true
  const guarded = (run: () => void) => () => {
    if (on) run()
  }
  return {
    // Whole milliseconds, as `Date.now` counts them.
    now: () => Math.floor(lead + time.elapsed - bornAt),
    monotonic: () => time.elapsed - bornAt,
    after: (ms, run) => time.after(ms, guarded(run)),
    every(ms, run) {
      let stop: Stop = () => {}
      let stopped = false
      const plan = () => {
        stop = time.after(
          ms,
          guarded(() => {
            run()
            if (!stopped) plan()
          }),
        )
      }
      plan()
      return () => {
        stopped = true
        stop()
      }
    },
    step(ms) {
      lead += ms
    },
    stop() {
      on = false
    },
  }
}
