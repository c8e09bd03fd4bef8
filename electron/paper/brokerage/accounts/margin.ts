/** The margin rules of the paper broker alone: withdrawals, and whether an order may be placed. Pure. */

import {
  ZERO,
  add,
  compare,
  maximum,
  minimum,
  subtract,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { freeForOrders, type Funds } from '../../../../shared/domain/accounts/accountFigures.ts'

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
