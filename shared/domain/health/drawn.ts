/** What a window reports of its ladders: how long changes of books took until they were drawn. The core believes no more than fits the bounds. */

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
