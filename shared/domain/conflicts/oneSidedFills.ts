/** Finds series and blocks in which one customer was filled and another was not. Pure. */

import { ZERO, add, decimal, toText, type Decimal } from '../../base/decimal.ts'
import { isLive, isUnproven, type Order } from '../orders/order.ts'
import type { CustomerCode } from '../scalars.ts'
import type { OneSidedFills, UnfilledOrder } from './conflictReport.ts'
import { nearSeries, sentAt } from './orderSeries.ts'

export const isFilled = ({ filledAmount }: Order): boolean => decimal(filledAmount) > ZERO

/** Whether nobody can say yet that nothing of the order filled. */
export const isOpenQuestion = (order: Order): boolean =>
  isUnproven(order) || order.phase === 'intent' || order.status === 'filled'

const unfilledOf = (order: Order): UnfilledOrder => ({
  customerCode: order.customerCode,
  referenceId: order.referenceId,
  amount: order.amount,
  cashAmount: order.cashAmount,
  limitPrice: order.limitPrice,
  isLive: isLive(order),
})

const filledContracts = (orders: readonly Order[]): Decimal =>
  orders.reduce((sum, { filledAmount }) => add(sum, decimal(filledAmount)), ZERO)

interface BlockRows {
  readonly count: number
  readonly isWhole: boolean
}

/** In a block of which orders may be missing here: whether the missing ones could have filled. Attempts go missing from the first on. */
const lacksAttempts = (own: readonly Order[]): boolean => own.every(({ block }) => (block?.attempt ?? 1) > 1)

/** `orders`: of one side of one instrument, oldest first. `rows`: of the block; null for a series. */
function judge(orders: readonly Order[], rows: BlockRows | null): OneSidedFills | null {
  const [first] = orders
  if (!first) return null
  const byCustomer = new Map<CustomerCode, Order[]>()
  for (const order of orders) {
    const known = byCustomer.get(order.customerCode)
    if (known) known.push(order)
    else byCustomer.set(order.customerCode, [order])
  }
  const customers = [...byCustomer.values()]
  const filled = customers.flatMap((own) => {
    const [firstFilled] = own.filter(isFilled)
    if (!firstFilled) return []
    const { customerCode, referenceId } = firstFilled
    return { customerCode, referenceId, amount: toText(filledContracts(own)) }
  })
  const without = customers.filter((own) => !own.some(isFilled))
  const unfilled = without
    .filter((own) => !own.some(isOpenQuestion) && (rows?.isWhole !== false || !lacksAttempts(own)))
    .flatMap((own) => own.slice(-1).map(unfilledOf))
  const others = rows === null ? 0 : Math.max(0, rows.count - customers.length)
  const rowsWithoutOrder = rows?.isWhole === true ? others : 0
  if (filled.length === 0 || unfilled.length + rowsWithoutOrder === 0) return null
  return {
    at: sentAt(first),
    symbol: first.symbol,
    side: first.side,
    blockId: first.block?.id ?? null,
    filled,
    unfilled,
    unknown: without.length - unfilled.length + others - rowsWithoutOrder,
    rowsWithoutOrder,
  }
}

/**
 * `orders`: those of this desk, of any dealer. A block is judged with every attempt of its rows. A customer whose order has an unknown outcome is
 * counted, and is called neither filled nor unfilled. `isWhole`: whether every row of the block had its turn and none of its orders is missing in
 * `orders`. Of any other block nobody knows why a row has no order here, so its customer counts as unknown.
 */
export function oneSidedFills(
  orders: readonly Order[],
  isWhole: (blockId: string) => boolean,
): readonly OneSidedFills[] {
  const blocks = new Map<string, Order[]>()
  for (const order of orders) {
    if (!order.block) continue
    const known = blocks.get(order.block.id)
    if (known) known.push(order)
    else blocks.set(order.block.id, [order])
  }
  const oldestFirst = (a: Order, b: Order) =>
    (a.block?.attempt ?? 0) - (b.block?.attempt ?? 0) || sentAt(a) - sentAt(b)
  return [
    ...nearSeries(orders).map((series) => judge(series, null)),
    ...[...blocks].map(([id, rows]) =>
      judge(rows.toSorted(oldestFirst), { count: rows[0]?.block?.count ?? 0, isWhole: isWhole(id) }),
    ),
  ].flatMap((found) => found ?? [])
}
