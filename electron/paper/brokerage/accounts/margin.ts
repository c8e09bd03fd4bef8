/** The margin rules of the paper broker alone: the initial margin in force, withdrawals, and whether an order may be placed. Pure. */

import {
  ZERO,
  add,
  compare,
  decimal,
  maximum,
  minimum,
  subtract,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { freeForOrders, type Funds } from '../../../../shared/domain/accounts/accountFigures.ts'
import { initialMarginOfLeverage } from '../../../../shared/domain/accounts/margin.ts'

/** Percent in force: from the customer's leverage, but at least the instrument's (docs/api.md#4.rule.5, #gap.20). */
export const initialMarginInForce = (instrumentPercent: DecimalText, leverage: number | null): Decimal =>
  leverage === null
    ? decimal(instrumentPercent)
    : maximum(decimal(instrumentPercent), initialMarginOfLeverage(leverage))

/** USDC that may be withdrawn. Open profit does not count, open loss does. Never below 0. */
export const freeForWithdrawal = (funds: Funds): Decimal =>
  maximum(
    ZERO,
    subtract(subtract(add(funds.balance, minimum(ZERO, funds.unrealised)), funds.bound), funds.pendingOut),
  )

/**
 * Whether an order that moves an account from `before` to `after` may be placed.
 * An order that needs no more margin than before always may, so that a customer short of margin can close.
 */
export const mayPlace = (before: Funds, after: Funds): boolean =>
  compare(after.bound, before.bound) <= 0 || compare(freeForOrders(after), ZERO) >= 0
