/** The limits of a desk that holds nothing but what it cannot know (a price, a book): for stories about something else than limits. */

import type { LimitRule } from '../../shared/domain/limits.ts'

export const NO_LIMITS: readonly LimitRule[] = [
  { customerCode: null, symbol: null, bounds: {}, instruments: null },
]

/** The core's setting that holds limits, and its text. */
export const limitSetting = (rules: readonly LimitRule[]): [name: string, text: string] => [
  'core-limits',
  JSON.stringify({ version: 0, rules, history: [] }),
]
