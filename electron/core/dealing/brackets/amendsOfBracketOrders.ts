/** Finds the amends that a bracket forbids: of its entry past its own legs, and of a leg beyond what it was placed for. Pure. */

import { compare, decimal, toText } from '../../../../shared/base/decimal.ts'
import { bracketProblems } from '../../../../shared/domain/orders/bracketPrices.ts'
import type { Order, OrderChanges } from '../../../../shared/domain/orders/order.ts'

/** Why the bracket of the order forbids the change, in one sentence; null: it does not, or the order has none. */
export function whyBracketForbids(order: Order, changes: OrderChanges): string | null {
  if (order.legOf !== undefined && changes.amount !== null && order.amount !== null)
    if (compare(decimal(changes.amount), decimal(order.amount)) > 0)
      return 'A leg closes no more than its entry filled, so its amount cannot grow. Send another order for more.'
  if (order.bracket === undefined) return null
  const entry = {
    ...order,
    limitPrice: changes.limitPrice ?? order.limitPrice,
    triggerPrice: changes.triggerPrice ?? order.triggerPrice,
  }
  const [problem] = bracketProblems(entry, order.bracket, null, toText)
  return problem
    ? `${problem.sentence} The bracket stays as it was sent: cancel the order and send it anew with other prices.`
    : null
}
