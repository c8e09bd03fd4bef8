/** Time as an argument, so that a whole desk can be replayed from a seed. */

/** Milliseconds since the Unix epoch, UTC. */
export type EpochMs = number

/** Stops the timer or subscription that returned it. A second call does nothing. */
export type Stop = () => void

export interface Clock {
  /** Wall clock, ms since epoch: for display and time stamps. May step. */
  now(): EpochMs
  /** Ms since an arbitrary start, never steps back: for ages and time-outs. */
  monotonic(): number
  /** Calls `run` once, `ms` from now. */
  after(ms: number, run: () => void): Stop
  /** Calls `run` every `ms`. */
  every(ms: number, run: () => void): Stop
}

/** One moment by both clocks of the machine. */
export interface Moment {
  /** Ms since epoch. */
  readonly wall: EpochMs
  /** Ms since the clock's own start. */
  readonly monotonic: number
}

export const momentOf = (clock: Clock): Moment => ({ wall: clock.now(), monotonic: clock.monotonic() })

/**
 * Ms since a moment, by the clock that moved further: for the age of an act. The monotonic clock of Linux stands still while the machine sleeps, and the
 * wall clock may be set back. A wall clock that is set forward makes the act older than it is.
 */
export const msSince = (clock: Clock, { wall, monotonic }: Moment): number =>
  Math.max(clock.monotonic() - monotonic, clock.now() - wall)

/** The parts of a JavaScript host that tell time: `globalThis` in Node and in a page. */
export interface ClockHost {
  readonly Date: { now(): number }
  readonly performance: { now(): number }
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: never): void
  setInterval(run: () => void, ms: number): unknown
  clearInterval(timer: never): void
}

/** The real clock of a host. Each entry (`main.ts`, `serve.ts`, `main.tsx`, a worker) calls this once and passes the clock on. */
export function clockOf(host: ClockHost): Clock {
  return {
    now: () => host.Date.now(),
    monotonic: () => host.performance.now(),
    after(ms, run) {
      const timer = host.setTimeout(run, ms)
      return () => host.clearTimeout(timer as never)
    },
    every(ms, run) {
      const timer = host.setInterval(run, ms)
      return () => host.clearInterval(timer as never)
    },
  }
}
