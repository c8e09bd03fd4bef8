/** The limits of a desk that holds nothing but what it cannot know (a price, a book): for stories about something else than limits. */

import type { LimitRule } from '../../../shared/domain/limits/limits.ts'

export const NO_LIMITS: readonly LimitRule[] = [
  { customerCode: null, symbol: null, bounds: {}, instruments: null },
]
