/** The position of a replay: moves with an injected clock at a chosen speed, and can be paused and moved. Plays nothing itself. */

import type { Clock } from './clock.ts'

export interface Playhead {
  /** Ms in the recording. */
  readonly position: number
  readonly speed: number
  readonly running: boolean
  run(): void
  hold(): void
  /** Ms in the recording per ms of the clock; above 0. */
  setSpeed(speed: number): void
  moveTo(position: number): void
}

export function makePlayhead(clock: Clock, startSpeed: number): Playhead {
  let speed = startSpeed
  /** The position at `since` (monotonic ms). */
  let base = 0
  let since = 0
  let running = false
  const position = () => (running ? base + (clock.monotonic() - since) * speed : base)
  const moveTo = (to: number) => {
    base = to
    since = clock.monotonic()
  }
  return {
    get position() {
      return position()
    },
    get speed() {
      return speed
    },
    get running() {
      return running
    },
    run() {
      moveTo(position())
      running = true
    },
    hold() {
      moveTo(position())
      running = false
    },
    setSpeed(next) {
      moveTo(position())
      speed = next
    },
    moveTo,
  }
}
