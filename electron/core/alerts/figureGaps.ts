/** Knows for how long the figures of each alert were not read, so that a firing never claims to have seen how a level was reached. Fires nothing. */

import type { Clock } from '../../../shared/base/clock.ts'

/** Seconds from which a length of time is given in minutes. */
const IN_MINUTES = 120

/** `42 s`, `7 min`: whole, and never more than passed. `ms`: a length of time. */
export function atLeastWords(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return seconds < IN_MINUTES ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
}

export interface FigureGaps {
  /** Why the alert did not see how its figure came to the level: one sentence. Null: it read the figure right before. */
  before(id: number): string | null
  /** An alert was read now. `isWatched`: it has a figure, or there is none to read. */
  read(id: number, isWatched: boolean): void
  /** These alerts were not watched until now. */
  begin(ids: readonly number[]): void
}

export function createFigureGaps(clock: Clock): FigureGaps {
  /** By alert: since when its figure has not been read, core's monotonic clock in ms; null: the watch begins. */
  const since = new Map<number, number | null>()
  return {
    before(id) {
      const from = since.get(id)
      if (from === undefined) return null
      return from === null
        ? 'It was so when the watch began, so the level may have been reached earlier.'
        : `It was not read for at least ${atLeastWords(clock.monotonic() - from)} before, so the level may have been reached earlier.`
    },
    read(id, isWatched) {
      if (isWatched) since.delete(id)
      else since.set(id, since.get(id) ?? clock.monotonic())
    },
    begin(ids) {
      for (const id of ids) since.set(id, null)
    },
  }
}
