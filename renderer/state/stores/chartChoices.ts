/** What the dealer chose for a chart, as saved with its panel. Draws nothing. */

import { z } from 'zod'
import { decimalText, epochMs, symbol } from '../../../shared/domain/scalars.ts'

/** The latest moment that a date can have, ms. */
const LAST_MOMENT = 8.64e15
const moment = epochMs.min(-LAST_MOMENT).max(LAST_MOMENT)

const indicatorChoice = z.object({
  /** `ema`, `rsi`. A word of a later release stays as it is and is not drawn. */
  kind: z.string().min(1).max(20),
  /** Periods and widths in the order of the indicator; the anchor of a VWAP in ms since epoch. */
  numbers: z.array(z.number()).max(8),
})
export type IndicatorChoice = z.infer<typeof indicatorChoice>

const drawing = z.object({
  /** `trend`, `fib`. A word of a later release stays as it is and is not drawn. */
  kind: z.string().min(1).max(20),
  /** `at`: ms since epoch. */
  points: z
    .array(z.object({ at: moment, price: decimalText }))
    .min(1)
    .max(8),
})
export type Drawing = z.infer<typeof drawing>

/** A list whose unreadable entries are left out, so that one of them does not cost the others. */
const readable = <T>(entry: z.ZodType<T>, most: number) =>
  z
    .array(z.unknown())
    .transform((all) =>
      all
        .flatMap((one) => {
          const read = entry.safeParse(one)
          return read.success ? [read.data] : []
        })
        .slice(0, most),
    )
    .catch([])

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
  /** The second instrument, drawn as a line over the candles; null for none. */
  compare: symbol.nullable().catch(null),
  /** By symbol: a drawing belongs to one instrument. */
  drawings: z.record(z.string(), readable(drawing, MOST_DRAWINGS)).catch({}),
  indicators: readable(indicatorChoice, MOST_INDICATORS),
})
export type ChartChoices = z.infer<typeof chartChoices>

export const DEFAULT_CHART: ChartChoices = {
  kind: 'candles',
  scale: 'linear',
  profile: false,
  compare: null,
  drawings: {},
  indicators: [],
}

/** The drawings on one instrument. A symbol may have a name that every object has, such as `constructor`. */
export const drawingsOn = ({ drawings }: ChartChoices, instrument: string): readonly Drawing[] =>
  (Object.hasOwn(drawings, instrument) ? drawings[instrument] : undefined) ?? NO_DRAWINGS

const NO_DRAWINGS: readonly Drawing[] = []
