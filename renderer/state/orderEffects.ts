/** Before → after of an order: position, its value at the mark, margin, fee. Estimates; each is null while a part is unknown. Pure. */

import { absolute, add, decimal, multiply, subtract, type Decimal } from '../../shared/base/decimal.ts'
import { feeOf, type FeeProfileItem } from '../../shared/domain/accounts/fees.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import {
  initialMarginOf,
  initialMarginOfLeverage,
  marginOfNotional,
  type MarginProfile,
} from '../../shared/domain/accounts/margin.ts'
import type { Side } from '../../shared/domain/scalars.ts'

interface EffectInput {
  readonly side: Side
  /** Contracts and USDC of the order. */
  readonly amount: Decimal | null
  readonly notional: Decimal | null
  readonly takes: boolean | null
  /** Contracts held, signed. */
  readonly position: Decimal | null
  readonly mark: Decimal | null
  /** Leverage typed in the ticket; null when none. */
  readonly leverage: number | null
  readonly instrument: Instrument
  readonly margin: MarginProfile | null
  readonly fees: readonly FeeProfileItem[] | null
}

export interface Change {
  readonly before: Decimal | null
  readonly after: Decimal | null
}

export interface Effects {
  readonly position: Change
  /** USDC, unsigned: the position at the mark, not the order's own value. */
  readonly notional: Change
  readonly margin: Change
  /** USDC; below 0 is a rebate. */
  readonly fee: Decimal | null
  /** The bps of the fee. */
  readonly feeBps: Decimal | null
}

const when = <T>(value: Decimal | null, make: (amount: Decimal) => T): T | null =>
  value === null ? null : make(value)

export function effectsOf(input: EffectInput): Effects {
  const after = when(input.position, (held) =>
    when(input.amount, (amount) => (input.side === 'buy' ? add(held, amount) : subtract(held, amount))),
  )
  const notionalOf = (size: Decimal | null) =>
    when(size, (held) => when(input.mark, (mark) => absolute(multiply(held, mark))))
  const standing = initialMarginOf(input.instrument, input.margin)
  const next = input.leverage === null ? standing : initialMarginOfLeverage(input.leverage)
  const marginAt = (notional: Decimal | null, percent: Decimal | null) =>
    when(notional, (value) => when(percent, (rate) => marginOfNotional(value, rate)))
  const before = notionalOf(input.position)
  const later = notionalOf(after)
  const item = input.fees?.find((fee) => fee.symbol === input.instrument.symbol)
  const bpsText = input.takes === null ? null : input.takes ? item?.takerFee : item?.makerFee
  const feeBps = bpsText ? decimal(bpsText) : null
  return {
    position: { before: input.position, after },
    notional: { before, after: later },
    margin: { before: marginAt(before, standing), after: marginAt(later, next) },
    fee: when(input.notional, (value) => when(feeBps, (bps) => feeOf(value, bps))),
    feeBps,
  }
}
