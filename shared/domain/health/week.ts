/** The stored week of one measure or figure, hour by hour. Pure. An hour without minutes, or without a reading, is left out and never zero. */

import { z } from 'zod'
import { epochMs } from '../scalars.ts'
import type { FigureName, MeasureName } from './health.ts'
import type { MinuteOfHealth } from './minute.ts'

export const HOUR = 3_600_000

/** In the unit of the name: µs, bytes, ms, a count, messages a second or ms since epoch. */
export const healthHour = z.strictObject({
  /** The beginning of the hour, ms since epoch. */
  at: epochMs,
  /** Minutes that are stored of the hour. */
  minutes: z.number().int().min(1),
  /** Minutes of them with a reading. 0: the other numbers are 0 too and mean nothing. */
  read: z.number().int().min(0),
  /** Of a figure the lowest reading, of a measure the shortest median of a minute. */
  low: z.number(),
  /** The middle of the readings, or of the medians. */
  middle: z.number(),
  /** Of a figure the highest reading, of a measure the longest duration. */
  high: z.number(),
})
export type HealthHour = z.infer<typeof healthHour>

/** The usual and the highest value of a minute; null: the minute has no reading of that name. */
function readingOf({ measures, figures }: MinuteOfHealth, name: string): readonly [number, number] | null {
  const timed = measures[name as MeasureName]
  if (timed) return [timed[1], timed[3]]
  const figure = figures[name as FigureName]
  return figure === undefined ? null : [figure, figure]
}

/** The hours with a stored minute, oldest first. `minutes`: in any order. */
export function hoursOf(name: string, minutes: readonly MinuteOfHealth[]): readonly HealthHour[] {
  const byHour = Map.groupBy(minutes, ({ at }) => Math.floor(at / HOUR) * HOUR)
  return [...byHour]
    .toSorted(([a], [b]) => a - b)
    .map(([at, stored]) => {
      const readings = stored.map((minute) => readingOf(minute, name)).filter((reading) => reading !== null)
      const usual = readings.map(([value]) => value).toSorted((a, b) => a - b)
      return {
        at,
        minutes: stored.length,
        read: readings.length,
        low: usual[0] ?? 0,
        middle: usual[Math.floor(usual.length / 2)] ?? 0,
        high: readings.reduce((most, [, highest]) => Math.max(most, highest), readings[0]?.[1] ?? 0),
      }
    })
}
