/** What the dealer chose for a chart, as saved with its panel. Draws nothing. */

import { z } from 'zod'

const indicatorChoice = z.object({
  /** `ema`, `rsi`. A word of a later release stays as it is and is not drawn. */
  kind: z.string().min(1).max(20),
  /** Periods and widths in the order of the indicator; the anchor of a VWAP in ms since epoch. */
  numbers: z.array(z.number()).max(4),
})
export type IndicatorChoice = z.infer<typeof indicatorChoice>

/** The most indicators of one chart. */
export const MOST_INDICATORS = 12

export const chartChoices = z.object({
  indicators: z.array(indicatorChoice).max(MOST_INDICATORS).catch([]),
})
export type ChartChoices = z.infer<typeof chartChoices>

export const DEFAULT_CHART: ChartChoices = { indicators: [] }
