/** One minute of the history of health, as it is stored: the line format of its files. Reads no file. */

import { z } from 'zod'
import { epochMs } from '../scalars.ts'
import { FIGURES, MEASURES } from './health.ts'

/** Raised with every change of the format that an older Openpit could not read. */
export const HISTORY_VERSION = 5

const whole = z.number().int().min(0)

/** Count, median, the time that 99 of 100 did not exceed, and the longest; µs. */
const timed = z.tuple([whole, whole, whole, whole])
export type Timed = z.infer<typeof timed>

/** A measure without durations and a figure that was not read are left out. */
export const minuteOfHealth = z.strictObject({
  at: epochMs,
  measures: z.partialRecord(z.enum(MEASURES), timed),
  figures: z.partialRecord(z.enum(FIGURES), z.number()),
})
export type MinuteOfHealth = z.infer<typeof minuteOfHealth>
