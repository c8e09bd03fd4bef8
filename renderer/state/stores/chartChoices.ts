/** What the dealer chose for a chart, as saved with its panel. Draws nothing. */

import { z } from 'zod'
import { decimalText, epochMs } from '../../../shared/domain/scalars.ts'

const indicatorChoice = z.object({
  /** `ema`, `rsi`. A word of a later release stays as it is and is not drawn. */
  kind: z.string().min(1).max(20),
  /** Periods and widths in the order of the indicator; the anchor of a VWAP in ms since epoch. */
  numbers: z.array(z.number()).max(4),
})
export type IndicatorChoice = z.infer<typeof indicatorChoice>

const drawing = z.object({
  /** `trend`, `fib`. A word of a later release stays as it is and is not drawn. */
  kind: z.string().min(1).max(20),
  /** `at`: ms since epoch. */
  points: z
    .array(z.object({ at: epochMs, price: decimalText }))
    .min(1)
    .max(2),
})
export type Drawing = z.infer<typeof drawing>

/** The most drawings of one instrument on a chart. */
export const MOST_DRAWINGS = 40

/** The most indicators of one chart. */
export const MOST_INDICATORS = 12

export const CHART_KINDS = ['candles', 'bars', 'line', 'area', 'heikin-ashi'] as const
export type ChartKind = (typeof CHART_KINDS)[number]
export const CHART_SCALES = ['linear', 'logarithmic', 'percent'] as const
export type ChartScale = (typeof CHART_SCALES)[number]

export const chartChoices = z.object({
  kind: z.enum(CHART_KINDS).catch('candles'),
  scale: z.enum(CHART_SCALES).catch('linear'),
  /** The volume profile of the view. */
  profile: z.boolean().catch(false),
  /** By symbol: a drawing belongs to one instrument. */
  drawings: z.record(z.string(), z.array(drawing).max(MOST_DRAWINGS)).catch({}),
  indicators: z.array(indicatorChoice).max(MOST_INDICATORS).catch([]),
})
export type ChartChoices = z.infer<typeof chartChoices>

export const DEFAULT_CHART: ChartChoices = {
  kind: 'candles',
  scale: 'linear',
  profile: false,
  drawings: {},
  indicators: [],
}
