/** What the terminal knows of its own health: durations, figures, warnings and their history. Schemas and names only. */

import { z } from 'zod'
import { epochMs } from '../scalars.ts'

/** Durations that are counted. `keyToWire` is the sum of what comes before it from `admitted` on, `wireToPixel` that of the four before it. */
export const MEASURES = [
  'keyToCall',
  'callToCore',
  'admitted',
  'stored',
  'dispatched',
  'keyToWire',
  'answered',
  'amendSent',
  'amendAnswered',
  'cancelSent',
  'cancelAnswered',
  'bookFolded',
  'frameWaited',
  'frameDelivered',
  'frameDrawn',
  'wireToPixel',
  'diskSync',
] as const
export type MeasureName = (typeof MEASURES)[number]

/** Figures that are read from time to time. */
export const FIGURES = [
  'heapUsed',
  'heapLimit',
  'resident',
  'windowsMemory',
  'largestWindow',
  'loopLag',
  'unmeasured',
  'diskFree',
  'ordersWaiting',
  'cancelsWaiting',
  'readsWaiting',
  'requests',
  'throttled',
  'reconnects',
  'marketMessages',
  'accountMessages',
  'workerWaiting',
  'workerOldest',
  'clockOffset',
  'clockDoubt',
  'signatureAt',
] as const
export type FigureName = (typeof FIGURES)[number]

// The lists of names are not in the start of a window: the panel that shows them is loaded when it is opened.
const isText = (value: unknown): boolean => typeof value === 'string'
const count = z.number().int().min(0)

/** `counts`: of the last quarter of an hour, a number for each bucket of `histogram.ts`. Empty: nothing was measured. `most`: µs. */
const measure = z.strictObject({
  name: z.custom<MeasureName>(isText),
  counts: z.array(count),
  most: count,
  lastAt: epochMs.nullable(),
})
export type Measure = z.infer<typeof measure>

/** `value`: bytes, µs, ms, a count, messages a second or ms since epoch, as the name says; null: not measured, and `why` says why. `at`: when it was read. */
const figure = z.strictObject({
  name: z.custom<FigureName>(isText),
  value: z.number().nullable(),
  at: epochMs.nullable(),
  why: z.string().nullable(),
})
export type Figure = z.infer<typeof figure>

export const health = z.strictObject({
  at: epochMs,
  measures: z.array(measure),
  figures: z.array(figure),
  /** What is wrong now, as the notices say it. */
  warnings: z.array(z.string()),
  /** The newest warnings and errors of the log, newest first. */
  problems: z.array(z.strictObject({ at: epochMs, sentence: z.string() })),
  /** Whether and where the history is stored: a sentence. */
  history: z.string(),
})
export type Health = z.infer<typeof health>
