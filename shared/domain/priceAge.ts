/** How old a price may be. Reads no clock and compares no prices. */

import type { EpochMs } from '../base/clock.ts'

/** Ms after which a price is too old to check an order against (docs/limits.md#price-age). */
export const MAX_PRICE_AGE = 5_000

/**
 * Whether a time lies ahead of the clock that made it: the wall clock was set back since, and how old the price is, is not known. A few seconds
 * ahead count as now, because the times of trades are the venue's.
 */
export const isAhead = (at: EpochMs, now: EpochMs): boolean => at - now >= MAX_PRICE_AGE

/** Whether a price of the time `at` may be used at `now`: younger than 5 s, and not from before the clock was set back. */
export const isYoung = (at: EpochMs, now: EpochMs): boolean => now - at < MAX_PRICE_AGE && !isAhead(at, now)
