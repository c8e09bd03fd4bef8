/** What a window reports of its own durations: from a key to its command, and each step of a change of a book until it was drawn. The core believes no more than fits the bounds. */

import { z } from 'zod'
import { BUCKETS, bucketOf, countOf } from './histogram.ts'

/** Frames that one report may count: five seconds of forty ladders at 240 frames a second. */
export const MOST_DRAWN = 50_000
/** The longest time that counts, µs. A longer one is a machine that slept, or a clock that was set. */
export const LONGEST_DRAWN = 60_000_000

/** `counts`: a number for each bucket of `histogram.ts`. `most`: the longest of them, µs. */
export const drawnCounts = z
  .strictObject({
    counts: z.array(z.number().int().min(0).max(MOST_DRAWN)).length(BUCKETS),
    most: z.number().int().min(1).max(LONGEST_DRAWN),
  })
  .refine(({ counts }) => countOf(counts) <= MOST_DRAWN, 'counts too many frames')
  .refine(
    ({ counts, most }) => counts.findLastIndex((count) => count > 0) === bucketOf(most),
    'counts nothing as long as the longest',
  )
export type DrawnCounts = z.infer<typeof drawnCounts>

/** The steps of a change of a book until it was drawn; the last is the whole way. */
export const DRAWN_STEPS = [
  'bookFolded',
  'frameWaited',
  'frameDelivered',
  'frameDrawn',
  'wireToPixel',
] as const

const counted = drawnCounts.optional()

/** `unmeasured`: durations that no clock could measure, since the last report. They are in no count. */
export const windowDurations = z.strictObject({
  measures: z.strictObject({
    keyToCall: counted,
    bookFolded: counted,
    frameWaited: counted,
    frameDelivered: counted,
    frameDrawn: counted,
    wireToPixel: counted,
  }),
  unmeasured: z.number().int().min(0).max(MOST_DRAWN),
})
export type WindowDurations = z.infer<typeof windowDurations>
