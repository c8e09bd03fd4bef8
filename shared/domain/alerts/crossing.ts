/** When a figure that reaches a level fires, and when it may fire again. Pure. */

import {
  absolute,
  add,
  compare,
  decimal,
  maximum,
  multiply,
  subtract,
  type Decimal,
} from '../../base/decimal.ts'
import type { AlertDirection, AlertKind } from './alertRule.ts'

/** How far a figure must come back before it may fire again: a share of the level, and at least `least`. */
const BANDS: Readonly<Record<AlertKind, { readonly share: string; readonly least: string }>> = {
  price: { share: '0.0005', least: '0' },
  spread: { share: '0.1', least: '0' },
  funding: { share: '0.1', least: '0.0005' },
  liquidation: { share: '0.1', least: '0' },
  margin: { share: '0.02', least: '1' },
  used: { share: '0.05', least: '0' },
  equity: { share: '0.02', least: '1' },
  // An order only grows older: it fires once.
  orderAge: { share: '0', least: '0' },
  fill: { share: '0', least: '0' },
  reject: { share: '0', least: '0' },
  connection: { share: '0', least: '0' },
}

/** Ticks that a price must come back at least. */
const TICKS_BACK = decimal('2')

/** The band of a level. `tick`: that of the instrument, for a price; null where it is not known. */
export function bandOf(kind: AlertKind, level: Decimal, tick: Decimal | null): Decimal {
  const { share, least } = BANDS[kind]
  const band = maximum(multiply(absolute(level), decimal(share)), decimal(least))
  return kind === 'price' && tick !== null ? maximum(band, multiply(tick, TICKS_BACK)) : band
}

export interface Level {
  readonly direction: AlertDirection
  readonly level: Decimal
  /** How far the figure must come back before it may fire again; 0 or above. */
  readonly band: Decimal
}

export const hasReached = (value: Decimal, { direction, level }: Level): boolean =>
  direction === 'above' ? compare(value, level) >= 0 : compare(value, level) <= 0

/** Whether the figure came back so far that reaching the level again is news. */
const cameBack = (value: Decimal, at: Level): boolean => {
  const { direction, level, band } = at
  if (hasReached(value, at)) return false
  return direction === 'above'
    ? compare(value, subtract(level, band)) <= 0
    : compare(value, add(level, band)) >= 0
}

/** The next state of one subject. `wasBeyond`: it fired, and has not come back since. */
export function crossing(
  wasBeyond: boolean,
  value: Decimal,
  at: Level,
): { readonly isBeyond: boolean; readonly fires: boolean } {
  if (wasBeyond) return { isBeyond: !cameBack(value, at), fires: false }
  const isReached = hasReached(value, at)
  return { isBeyond: isReached, fires: isReached }
}
