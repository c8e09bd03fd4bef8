/** Time as something handed in, so that a whole desk replays from a seed. Never reads a clock itself. */

/** Milliseconds since the Unix epoch, UTC. */
export type EpochMs = number

/** Stops what it came from; calling it again does nothing. */
export type Stop = () => void

export interface Clock {
  /** Wall clock, ms since epoch: for display and for stamps, may step. */
  now(): EpochMs
  /** Ms since an arbitrary start, never steps back: for ages and time-outs. */
  monotonic(): number
  /** Calls `run` once, `ms` from now. */
  after(ms: number, run: () => void): Stop
  /** Calls `run` every `ms`. */
  every(ms: number, run: () => void): Stop
}
