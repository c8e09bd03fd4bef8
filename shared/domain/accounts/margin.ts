/** Leverage, margin profiles, and the percent of margin in force. The venue's margin profile outranks every estimate. */

import { z } from 'zod'
import {
  absolute,
  decimal,
  decimalOf,
  divide,
  maximum,
  multiplyDivide,
  roundToStep,
  type Decimal,
  type DecimalText,
} from '../../base/decimal.ts'
import type { Instrument } from '../instrument.ts'
import { customerCode, decimalText, epochMs, symbol } from '../scalars.ts'

/** A customer's margin settings (docs/api.md#margin-profile). Percentages of notional, as decimals: 10 means 10 %. */
export const marginProfile = z.strictObject({
  initialMargin: decimalText.nullable(),
  maintenanceMargin: decimalText.nullable(),
  /** Highest leverage selectable at order entry. */
  maxLeverage: decimalText.nullable(),
  /** Instruments whose initial margin is not the default. */
  instrumentMargins: z.array(
    z.strictObject({ symbol, leverage: decimalText.nullable(), initialMargin: decimalText.nullable() }),
  ),
})
export type MarginProfile = z.infer<typeof marginProfile>

/** The last reading of one customer's margin profile. */
export const customerMargin = z.strictObject({
  customerCode,
  /** As last read; null where none was read, or where it may have changed since. */
  profile: marginProfile.nullable(),
  /** Core's wall clock when the profile was last read; null: not in this session. */
  readAt: epochMs.nullable(),
  /** Why the last reading failed, in one sentence; null where it did not fail. */
  why: z.string().nullable(),
})
export type CustomerMargin = z.infer<typeof customerMargin>

/** Why a known profile may be old: a clause without a full stop. Null: it is as last read, or there is none. */
export const whyProfileOld = (margin: CustomerMargin | undefined): string | null =>
  margin?.profile && margin.why ? `the margin profile is old: ${margin.why.replace(/\.$/, '')}` : null

/** Initial margin in force for customer and instrument, in percent: the profile's own of the instrument, else the profile's, else the instrument's. Null without a profile: it may hold a leverage of the customer's own. */
export function initialMarginOf(instrument: Instrument, profile: MarginProfile | null): Decimal | null {
  if (profile === null) return null
  const own = profile.instrumentMargins.find((margin) => margin.symbol === instrument.symbol)?.initialMargin
  const text = own ?? profile.initialMargin ?? instrument.initialMarginRequirement
  return text ? decimal(text) : null
}

/** Leverage in force for customer and instrument: the profile's own of the instrument; null where it lists none. */
export function standingLeverage(instrument: Instrument, profile: MarginProfile | null): Decimal | null {
  const text = profile?.instrumentMargins.find((margin) => margin.symbol === instrument.symbol)?.leverage
  return text ? decimal(text) : null
}

/** Maintenance margin in percent: the higher one of instrument and profile. Null: none is known. */
export function maintenanceMarginOf(instrument: Instrument, profile: MarginProfile | null): Decimal | null {
  const texts = [instrument.maintenanceMarginRequirement, profile?.maintenanceMargin ?? null]
  const known = texts.flatMap((text) => (text === null ? [] : [decimal(text)]))
  return known.length === 0 ? null : known.reduce((highest, percent) => maximum(highest, percent))
}

/** Initial margin of a leverage, in percent: 100 ÷ leverage rounded up to a whole percent (docs/api.md#gap.20). An estimate. */
export const initialMarginOfLeverage = (leverage: number): Decimal =>
  roundToStep(divide(decimal('100'), decimalOf(leverage), 'up'), decimalOf(1), 'up')

/** Percent in force once the customer chose a leverage: the leverage's own, but at least the instrument's (docs/api.md#4.rule.5, #gap.20). */
export const initialMarginInForce = (instrumentPercent: DecimalText, leverage: number | null): Decimal =>
  leverage === null
    ? decimal(instrumentPercent)
    : maximum(decimal(instrumentPercent), initialMarginOfLeverage(leverage))

const HUNDRED = decimal('100')

/** USDC that a notional binds at an initial margin given in percent. */
export const marginOfNotional = (notional: Decimal, percent: Decimal): Decimal =>
  multiplyDivide(absolute(notional), percent, HUNDRED)
