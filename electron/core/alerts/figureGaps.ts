/** Knows for how long each figure of each alert was not read, so that a firing never claims to have seen how a level was reached. Fires nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { AlertFigures } from './alertFigure.ts'

/** Seconds from which a length of time is given in minutes. */
const IN_MINUTES = 120

/** `42 s`, `7 min`: whole, and never more than passed. `ms`: a length of time. */
export function atLeastWords(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return seconds < IN_MINUTES ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
}

export interface FigureGaps {
  /**
   * An alert is read now. The result says of a subject why the alert did not see how its figure came to the level: one sentence. Null: the figure was read right
   * before, or is new.
   */
  read(id: number, reading: AlertFigures): (subject: string) => string | null
  /** These alerts were not watched until now. */
  begin(ids: readonly number[]): void
}

interface GapsOfAlert {
  /**
   * Since when a subject that `subjects` does not name may be unread, core's monotonic clock in ms. Null: the watch begins. Undefined: nothing was missing, so the
   * subject is new.
   */
  readonly others: number | null | undefined
  /** By subject: since when its figure has not been read. Undefined: it was read at the last reading. */
  readonly subjects: ReadonlyMap<string, number | undefined>
  /** Whether the last reading knew that the subject is not there: then it is new. */
  readonly isOver: (subject: string) => boolean
}

const BEGUN: GapsOfAlert = { others: null, subjects: new Map(), isOver: () => false }

const sinceOf = ({ others, subjects, isOver }: GapsOfAlert, subject: string): number | null | undefined =>
  subjects.has(subject) || isOver(subject) ? subjects.get(subject) : others

function gapsAfter(before: GapsOfAlert, { figures, why, isOver }: AlertFigures, now: number): GapsOfAlert {
  const subjects = new Map<string, number | undefined>()
  if (why !== null)
    for (const [subject, since] of before.subjects) if (!isOver(subject)) subjects.set(subject, since ?? now)
  for (const { subject } of figures) subjects.set(subject, undefined)
  return { others: why === null ? undefined : (before.others ?? now), subjects, isOver }
}

export function createFigureGaps(clock: Clock): FigureGaps {
  const gaps = new Map<number, GapsOfAlert>()
  return {
    read(id, reading) {
      const now = clock.monotonic()
      const before = gaps.get(id) ?? BEGUN
      gaps.set(id, gapsAfter(before, reading, now))
      return (subject) => {
        const from = sinceOf(before, subject)
        if (from === undefined) return null
        return from === null
          ? 'It was so when the watch began, so the level may have been reached earlier.'
          : `It was not read for at least ${atLeastWords(now - from)} before, so the level may have been reached earlier.`
      }
    },
    begin(ids) {
      for (const id of ids) gaps.set(id, BEGUN)
    },
  }
}
