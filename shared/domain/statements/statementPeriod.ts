/** Periods of a statement: whole days, UTC. Pure. */

import type { EpochMs } from '../../base/clock.ts'

export const PERIODS = ['today', 'yesterday', 'this month', 'last month'] as const
export type PeriodName = (typeof PERIODS)[number]

export interface Period {
  /** First and last ms. */
  readonly from: EpochMs
  readonly to: EpochMs
}

const DAY = 86_400_000

/** Ms from 1970 that a date can be at most; a venue may report any number. */
const LAST = 8_640_000_000_000_000

/** `2026-11-20T14:03:07.512Z`; the plain number where no date is that far away. */
export const isoMoment = (at: EpochMs): string =>
  Math.abs(at) <= LAST ? new Date(at).toISOString() : `${at} ms`

/** `2026-11-20`, UTC. */
export const isoDay = (at: EpochMs): string => isoMoment(at).replace(/T.*/, '')

/** The period with this name at `now`. */
export function periodOf(name: PeriodName, now: EpochMs): Period {
  const today = now - (now % DAY)
  const date = new Date(now)
  const month = (offset: number): EpochMs => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset)
  switch (name) {
    case 'today':
      return { from: today, to: today + DAY - 1 }
    case 'yesterday':
      return { from: today - DAY, to: today - 1 }
    case 'this month':
      return { from: month(0), to: month(1) - 1 }
    case 'last month':
      return { from: month(-1), to: month(0) - 1 }
  }
}
