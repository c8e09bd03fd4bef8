/** The computer that a desk runs on, from one start of the process to its end. */

import { machineClock, type MachineClock, type VirtualTime } from './virtualTime.ts'

export interface Machine {
  readonly name: string
  readonly clock: MachineClock
  readonly isOn: boolean
  /** The process ends here and now: no timer, answer or frame reaches it any more. */
  stop(): void
}

/** `wallClock`: what the computer's clock shows, ms since epoch. */
export function startMachine(name: string, time: VirtualTime, wallClock: number): Machine {
  const clock = machineClock(time, wallClock)
  let isOn = true
  return {
    name,
    clock,
    get isOn() {
      return isOn
    },
    stop() {
      isOn = false
      clock.stop()
    },
  }
}
