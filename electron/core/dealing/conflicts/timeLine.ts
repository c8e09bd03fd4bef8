/** The times of a journal on a line that never goes back, so that the order of two acts is right although the wall clock was set back between them. Pure. */

import type { EpochMs } from '../../../../shared/base/clock.ts'

/** Ms by which the times of entries may go back without a step of the clock. */
const TOLERANCE = 2_000

export interface TimeLine {
  /** Takes the wall time of each entry, in the order in which the entries were written. */
  take(at: EpochMs): void
  /** Ms that a wall time of the entry taken last must go on. */
  readonly ahead: number
  /** The wall time of a moment on the line. */
  wallOf(moment: number): EpochMs
}

export function createTimeLine(): TimeLine {
  let ahead = 0
  let newest = -Infinity
  const steps: { readonly from: number; readonly ahead: number }[] = []
  return {
    take(at) {
      if (at + ahead < newest - TOLERANCE) {
        ahead = newest + 1 - at
        steps.push({ from: newest + 1, ahead })
      }
      newest = Math.max(newest, at + ahead)
    },
    get ahead() {
      return ahead
    },
    wallOf: (moment) => moment - (steps.findLast(({ from }) => moment >= from)?.ahead ?? 0),
  }
}
