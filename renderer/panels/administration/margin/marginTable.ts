/** A customer's leverage per instrument, and the margin that each leverage binds. Pure. The venue's figures outrank estimates. */

import {
  absolute,
  decimal,
  multiply,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import {
  initialMarginOfLeverage,
  marginOfNotional,
  type CustomerMargin,
  type MarginProfile,
} from '../../../../shared/domain/accounts/margin.ts'
import { reasonOf } from '../../../../shared/domain/orders/openOrderReading.ts'
import { LEVERAGES } from '../../../../shared/domain/orders/orderFieldRules.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { dayAndTimeWithZone } from '../../../format/times.ts'

export interface MarginRow {
  readonly symbol: Symbol
  /** Null: none was chosen, so the default applies. */
  readonly leverage: DecimalText | null
  /** Percent; null while unknown. */
  readonly initialMargin: DecimalText | null
  /** `customer`: set for this customer · `profile`: the customer's default · `instrument`: the instrument's own · `unknown`. */
  readonly source: 'customer' | 'profile' | 'instrument' | 'unknown'
  readonly maintenanceMargin: DecimalText | null
}

export const marginRows = (
  profile: MarginProfile,
  instruments: readonly Instrument[],
): readonly MarginRow[] => {
  const listed = instruments.map((instrument) => rowOf(profile, instrument.symbol, instrument))
  const known = new Set(instruments.map((instrument) => instrument.symbol))
  const others = profile.instrumentMargins.filter((instrumentMargin) => !known.has(instrumentMargin.symbol))
  return [...listed, ...others.map((other) => rowOf(profile, other.symbol, undefined))]
}

function rowOf(profile: MarginProfile, symbol: Symbol, instrument: Instrument | undefined): MarginRow {
  const own = profile.instrumentMargins.find((instrumentMargin) => instrumentMargin.symbol === symbol)
  const initialMargin =
    own?.initialMargin ?? profile.initialMargin ?? instrument?.initialMarginRequirement ?? null
  return {
    symbol,
    leverage: own?.leverage ?? null,
    initialMargin,
    source: own?.initialMargin
      ? 'customer'
      : profile.initialMargin !== null
        ? 'profile'
        : initialMargin === null
          ? 'unknown'
          : 'instrument',
    maintenanceMargin: profile.maintenanceMargin ?? instrument?.maintenanceMarginRequirement ?? null,
  }
}

interface LeverageChoice {
  readonly leverage: number
  /** Percent of notional, estimated (docs/api.md#gap.20). */
  readonly initialMargin: Decimal
  /** USDC bound by the notional; null while the notional is unknown. */
  readonly bound: Decimal | null
  readonly stands: boolean
}

/** Every leverage that the venue accepts, up to the profile's highest; `notional` in USDC. */
export function leverageChoices(
  profile: MarginProfile,
  standing: DecimalText | null,
  notional: Decimal | null,
): readonly LeverageChoice[] {
  const highest = profile.maxLeverage === null ? null : decimal(profile.maxLeverage)
  return LEVERAGES.filter((leverage) => highest === null || decimal(String(leverage)) <= highest).map(
    (leverage) => {
      const initialMargin = initialMarginOfLeverage(leverage)
      return {
        leverage,
        initialMargin,
        bound: notional === null ? null : marginOfNotional(notional, initialMargin),
        stands: standing !== null && toText(decimal(standing)) === String(leverage),
      }
    },
  )
}

/** USDC value of contracts at a mark; null while either is unknown. */
export const notionalAt = (size: DecimalText | null, mark: DecimalText | null): Decimal | null =>
  size === null || mark === null ? null : absolute(multiply(decimal(size), decimal(mark)))

/** Why a profile, or its absence, may be wrong, and what to do; null where the last reading succeeded. */
export function whyUnsure({ profile, readAt, why }: CustomerMargin): string | null {
  if (why === null) return null
  const reason = reasonOf(why)
  return profile === null
    ? `The margin profile could not be read back: ${reason}. The leverage may have changed. Press Read again.`
    : `The margin profile could not be read again: ${reason}. These margins are of ${dayAndTimeWithZone(readAt)} and may have changed. Press Read again.`
}
