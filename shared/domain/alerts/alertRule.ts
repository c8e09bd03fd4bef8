/** What an alert watches, what a dealer may change, and what windows see of it. Levels are exact decimals. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { z } from 'zod'
import { ZERO, compare, decimal, isMultiple, signOf, type DecimalText } from '../../base/decimal.ts'
import type { Instrument } from '../instrument.ts'
import { customerCode, decimalText, epochMs, symbol, type Symbol } from '../scalars.ts'

export const alertDirection = z.enum(['above', 'below'])
export type AlertDirection = z.infer<typeof alertDirection>

/** Alerts of one desk at most. */
export const MOST_ALERTS = 200
/** Subjects of one alert that are remembered as beyond the level. */
export const MOST_BEYOND = 5_000

/** What is watched. `level` is a price in USDC, ticks or bps of the spread, percent, USDC of free margin or equity, or seconds. */
export const alertWatch = z.discriminatedUnion('kind', [
  /** The last price reaches the level. */
  z.strictObject({ kind: z.literal('price'), symbol, direction: alertDirection, level: decimalText }),
  /** The spread is at the level or wider. */
  z.strictObject({ kind: z.literal('spread'), symbol, unit: z.enum(['ticks', 'bps']), level: decimalText }),
  /** The funding rate of the current interval, percent, signed. */
  z.strictObject({ kind: z.literal('funding'), symbol, direction: alertDirection, level: decimalText }),
  /** A position's mark is within this percent of its liquidation price. */
  z.strictObject({ kind: z.literal('liquidation'), level: decimalText }),
  /** The free margin is at the level or below, USDC. */
  z.strictObject({ kind: z.literal('margin'), level: decimalText }),
  /** The margin used is at this percent of the equity or above. */
  z.strictObject({ kind: z.literal('used'), level: decimalText }),
  /** The equity is at the level or below, USDC. It may be negative. */
  z.strictObject({ kind: z.literal('equity'), level: decimalText }),
  /** An order is live for this many seconds or longer. */
  z.strictObject({ kind: z.literal('orderAge'), level: decimalText }),
  z.strictObject({ kind: z.literal('fill') }),
  z.strictObject({ kind: z.literal('reject') }),
  /** A link to the venue is lost. */
  z.strictObject({ kind: z.literal('connection') }),
])
export type AlertWatch = z.infer<typeof alertWatch>
export type AlertKind = AlertWatch['kind']
export const ALERT_KINDS = alertWatch.options.map((option) => option.shape.kind.value)

/** The part of a rule that a dealer chooses. */
export const alertChoice = z.strictObject({
  watch: alertWatch,
  /** Null: the desk, which is every customer. On a price, a spread and a funding rate it only names whom the alert is for. */
  customerCode: customerCode.nullable(),
  /** Its notice stays on top of every window until somebody acknowledges it. */
  mustAcknowledge: z.boolean(),
  /** Switched off by its first firing. */
  isOnce: z.boolean(),
})
export type AlertChoice = z.infer<typeof alertChoice>

export const alertRule = alertChoice.extend({
  id: z.number().int().min(1),
  isOn: z.boolean(),
  /** Core's wall clock, ms; null: never. */
  firedAt: epochMs.nullable(),
  /** Firings since the alert was set. */
  fired: z.number().int().min(0),
  /** The subjects whose figure is beyond the level: they do not fire again before the figure came back. */
  beyond: z.array(z.string().max(200)).max(MOST_BEYOND),
})
export type AlertRule = z.infer<typeof alertRule>

/** The figure nearest to the level as last read. */
export const alertReading = z.strictObject({
  /** Null: none is there to read, such as the liquidation of a customer without a position. */
  value: decimalText.nullable(),
  /** Whose figure it is, such as `C1042`; null where the alert has one subject. */
  owner: z.string().nullable(),
  /** Core's wall clock of the figure's source, ms. */
  at: epochMs.nullable(),
  /** Why the alert, or a part of what it watches, cannot be watched: a clause without a full stop. Null: it is watched. */
  why: z.string().nullable(),
})
export type AlertReading = z.infer<typeof alertReading>

export const watchedAlert = alertRule.omit({ beyond: true }).extend({ reading: alertReading })
export type WatchedAlert = z.infer<typeof watchedAlert>

export const alertList = z.strictObject({
  /** In the order in which they were set. */
  alerts: z.array(watchedAlert),
  /** The alert that `undo` would bring back, in words; null: none. */
  deleted: z.string().nullable(),
  /** Why stored alerts are not in force: one sentence. Null: all are. */
  problem: z.string().nullable(),
})
export type AlertList = z.infer<typeof alertList>

const id = z.number().int().min(1)
export const alertChange = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('add'), alert: alertChoice }),
  z.strictObject({ act: z.literal('replace'), id, alert: alertChoice }),
  z.strictObject({ act: z.literal('switch'), id, isOn: z.boolean() }),
  z.strictObject({ act: z.literal('remove'), id }),
  z.strictObject({ act: z.literal('undo') }),
])
export type AlertChange = z.infer<typeof alertChange>

/** Whether the figure fires the alert from above the level or from below it; null for events. */
export function directionOf(watch: AlertWatch): AlertDirection | null {
  switch (watch.kind) {
    case 'price':
    case 'funding':
      return watch.direction
    case 'spread':
    case 'used':
    case 'orderAge':
      return 'above'
    case 'liquidation':
    case 'margin':
    case 'equity':
      return 'below'
    case 'fill':
    case 'reject':
    case 'connection':
      return null
  }
}

/** The level; null for events. */
export const levelOf = (watch: AlertWatch): DecimalText | null => ('level' in watch ? watch.level : null)
/** The instrument; null where the alert is about none of its own. */
export const symbolOf = (watch: AlertWatch): Symbol | null => ('symbol' in watch ? watch.symbol : null)

/** Why an alert cannot be set: one sentence. Null: it can. `instrument`: that of the watch; undefined where the venue has none. */
export function whyNotSet({ watch }: AlertChoice, instrument: Instrument | undefined): string | null {
  if ('symbol' in watch && instrument === undefined)
    return `${shownCode(watch.symbol)} is not an instrument of this venue. The alert was not set.`
  const level = levelOf(watch)
  if (level === null || watch.kind === 'funding' || watch.kind === 'equity') return null
  if (signOf(decimal(level)) < 0 || (watch.kind !== 'margin' && compare(decimal(level), ZERO) === 0))
    return 'The level must be above zero. The alert was not set.'
  if (watch.kind !== 'price') return null
  const tick = instrument?.tickSize ?? null
  return tick === null || isMultiple(decimal(level), decimal(tick))
    ? null
    : `The price must be a multiple of the tick, ${tick}. The alert was not set.`
}
