/** Repeats reads of the venue. Never runs one read twice at the same time; backs off while it fails. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import { backOff } from './backOff.ts'

/** Ms at most between two attempts at a read that fails. */
const AGAIN_LATEST = 60_000
/** The same while the venue cannot be reached: prices must not be missed for long once it can. */
const REACH_LATEST = 8_000

export interface RepeatedReads {
  /** Runs `work` every `ms` unless the last run is still under way. After failures the pause grows. */
  every(ms: number, work: () => Promise<Result<unknown, ReadFailure>>): void
  stop(): void
}

export function createRepeatedReads(clock: Clock, random: Random): RepeatedReads {
  const stops: Stop[] = []
  return {
    every(ms, work) {
      let isBusy = false
      let failures = 0
      let notBefore = 0
      stops.push(
        clock.every(ms, () => {
          if (isBusy || clock.monotonic() < notBefore) return
          isBusy = true
          void work().then((done) => {
            isBusy = false
            failures = done.ok ? 0 : failures + 1
            const latest = done.ok || done.failure.kind === 'unreachable' ? REACH_LATEST : AGAIN_LATEST
            notBefore = done.ok ? 0 : clock.monotonic() + backOff(random, failures, 2 * ms, latest)
            return undefined
          })
        }),
      )
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
