/** Checks the amend of a block against the limits: the block as it would be after the change, and each changed order for itself. Pure and exact. What was sent in the last second does not count, because a change waits for it. */

import { ZERO, add, toText, type Decimal } from '../../base/decimal.ts'
import type { OrderDraft } from '../orders/order.ts'
import type { CustomerCode } from '../scalars.ts'
import { withWarned, type BasketCheck } from './basketCheck.ts'
import { warningsOf } from './basketWarnings.ts'
import { exposureFindings, overBounds, worstPerLimit, type WeighedFinding } from './limitCheck.ts'
import { measuresOf, notionalOf, type LimitContext } from './limitMeasures.ts'
import type { LimitRule } from './limits.ts'

/** One order of the amend, and what the limits say to it alone, as if nothing was sent in the last second. */
export interface AmendedOrder {
  readonly customerCode: CustomerCode
  readonly weighed: readonly WeighedFinding[]
  /** USDC of what would be left to fill, at most; null where no price is known. */
  readonly notional: Decimal | null
  /** The order only reduces the position of its customer. */
  readonly tradeOut: boolean
  /** The change does nothing but take contracts away. */
  readonly isOnlySmaller: boolean
}

/** `pairs`: every live order at the larger of its amount now and after the change. */
export type AmendedContext = Pick<LimitContext, 'now' | 'prices' | 'pairs' | 'sent' | 'sentSince' | 'unread'>

/** USDC of all changed orders, at most; null where one has no price. */
const sumOf = (each: readonly AmendedOrder[]): Decimal | null =>
  each.reduce<Decimal | null>(
    (sum, { notional }) => (sum === null || notional === null ? null : add(sum, notional)),
    ZERO,
  )

/**
 * `whole`: all contracts of the block after the change, with what has filled, as one order at the highest price of its orders. The limits of the desk and of the
 * instrument bound it as they bound a new block; the counts of a minute and a day get what the changed orders have left to fill.
 */
export function checkAmendedBasket(
  whole: OrderDraft,
  each: readonly AmendedOrder[],
  rules: readonly LimitRule[],
  given: AmendedContext,
): BasketCheck {
  const context: LimitContext = {
    ...given,
    alike: 0,
    crossed: () => [],
    passed: () => [],
    first: () => null,
    favored: () => null,
    leverage: null,
    walk: null,
    leg: null,
    orders: each.length,
  }
  const notional = notionalOf(whole, context)
  // A block above its limits must be able to become smaller.
  const isFree = each.every(({ tradeOut, isOnlySmaller }) => tradeOut || isOnlySmaller)
  const ofAll = rules.filter(
    ({ customerCode, symbol }) => customerCode === null && (symbol === null || symbol === whole.symbol),
  )
  const { amount, notional: value } = measuresOf(whole, context, notional, false)
  const { ordersInMinute, ordersInDay, valueInMinute, valueInDay } = measuresOf(
    whole,
    context,
    sumOf(each),
    false,
  )
  const wholeFindings = isFree
    ? []
    : [
        // Every order is in the pairs already.
        ...exposureFindings({ ...whole, amount: toText(ZERO), cashAmount: null }, given.pairs, ofAll),
        ...overBounds(
          ofAll,
          Object.fromEntries(
            Object.entries({
              amount,
              notional: value,
              ordersInMinute,
              ordersInDay,
              valueInMinute,
              valueInDay,
            }).filter(([, measure]) => measure !== undefined),
          ),
        ),
      ]
  const warnings = warningsOf(wholeFindings, each)
  const findings = worstPerLimit([...wholeFindings, ...each.flatMap(({ weighed }) => weighed)])
  return {
    findings: findings.map((finding) => withWarned(finding, warnings, each.length)),
    warnings,
    notional,
    tradeOut: each.every(({ tradeOut }) => tradeOut),
  }
}
