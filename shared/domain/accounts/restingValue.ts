/** What a customer's live orders may still cost, by instrument and side: the part of the margin that orders bind. Pure. */

import { ZERO, add, decimal, maximum, multiply, subtract, type Decimal } from '../../base/decimal.ts'
import type { CustomerCode, Symbol } from '../scalars.ts'
import { isLive, isUnproven, type Order } from '../orders/order.ts'

export interface RestingValue {
  /** USDC of orders that may still fill. */
  readonly buys: Decimal
  readonly sells: Decimal
  /** Why the sums may be wrong: a clause without a full stop. Null: nothing is unknown. */
  readonly caution: string | null
}

export const NOTHING_RESTS: RestingValue = { buys: ZERO, sells: ZERO, caution: null }

/** An order never changes: news of it makes another one. So each is multiplied once, however often all are summed. */
const leftKnown = new WeakMap<Order, Decimal | null>()

/** USDC that the rest of an order costs at its limit; null where the order names no price. */
function leftOf(order: Order): Decimal | null {
  const known = leftKnown.get(order)
  if (known !== undefined) return known
  const left = computeLeft(order)
  leftKnown.set(order, left)
  return left
}

function computeLeft(order: Order): Decimal | null {
  if (order.amount !== null && order.limitPrice !== null)
    return multiply(subtract(decimal(order.amount), decimal(order.filledAmount)), decimal(order.limitPrice))
  if (order.cashAmount !== null) return subtract(decimal(order.cashAmount), decimal(order.filledQuote))
  return null
}

interface Sum {
  count: number
  buys: Decimal
  sells: Decimal
  /** Ids of the orders whose outcome has no proof. */
  readonly unproven: Set<string>
}

/** The sums of one customer's orders, by instrument. A change of an order costs the same however many orders there are: the sums are exact. */
class RestingSums {
  private readonly sums = new Map<Symbol, Sum>()
  private read: ReadonlyMap<Symbol, RestingValue> | null = null

  /** Never changes: another change of an order makes another map. */
  get values(): ReadonlyMap<Symbol, RestingValue> {
    this.read ??= new Map([...this.sums].map(([symbol, sum]) => [symbol, valueOf(sum)] as const))
    return this.read
  }

  /** Replaces the record of an order; undefined: it was not counted before, or counts no more. */
  change(before: Order | undefined, now: Order | undefined): void {
    if (before) this.count(before, -1)
    if (now) this.count(now, 1)
    this.read = null
  }

  /** An order that waits for its trigger binds nothing. */
  private count(order: Order, by: 1 | -1): void {
    if (!isLive(order) || order.status === 'untriggered') return
    const { symbol, referenceId } = order
    const sum = this.sums.get(symbol) ?? { count: 0, buys: ZERO, sells: ZERO, unproven: new Set<string>() }
    const left = leftOf(order)
    const value = maximum(ZERO, left ?? ZERO)
    const side = order.side === 'buy' ? 'buys' : 'sells'
    sum[side] = by > 0 ? add(sum[side], value) : subtract(sum[side], value)
    sum.count += by
    if (by < 0) sum.unproven.delete(referenceId)
    else if (isUnproven(order) || left === null) sum.unproven.add(referenceId)
    if (sum.count === 0) this.sums.delete(symbol)
    else this.sums.set(symbol, sum)
  }
}

const NO_SUMS: ReadonlyMap<Symbol, RestingValue> = new Map()

/** The sums of each customer's orders. */
export class RestingByCustomer {
  private readonly byCustomer = new Map<CustomerCode, RestingSums>()

  /** By instrument. */
  of(customer: CustomerCode): ReadonlyMap<Symbol, RestingValue> {
    return this.byCustomer.get(customer)?.values ?? NO_SUMS
  }

  clear(): void {
    this.byCustomer.clear()
  }

  /** Replaces the record of an order, which stays with its customer. */
  change(before: Order | undefined, now: Order | undefined): void {
    const customer = (now ?? before)?.customerCode
    if (customer === undefined) return
    const sums = this.byCustomer.get(customer) ?? new RestingSums()
    this.byCustomer.set(customer, sums)
    sums.change(before, now)
  }
}

function valueOf({ buys, sells, unproven }: Sum): RestingValue {
  const [first] = unproven
  return {
    buys,
    sells,
    caution: first === undefined ? null : `the order ${first} has no proven outcome yet`,
  }
}

/** The sums of a list of orders. */
export function restingValues(orders: readonly Order[]): ReadonlyMap<Symbol, RestingValue> {
  const sums = new RestingSums()
  for (const order of orders) sums.change(undefined, order)
  return sums.values
}
