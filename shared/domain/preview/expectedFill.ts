/** What an order would do to the book as it is now: what it takes, what rests, what it drops, and the fee. The paper broker's rules. An estimate. Pure. */

import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  divide,
  multiply,
  subtract,
  type Decimal,
  type DecimalText,
} from '../../base/decimal.ts'
import { feeOf, type FeeProfileItem } from '../accounts/fees.ts'
import type { BookWalk, WalkSize } from '../book/bookWalk.ts'
import { isLive, type Order, type OrderDraft } from '../orders/order.ts'

/** Contracts and USDC, both unsigned. */
export interface FillPart {
  readonly amount: Decimal
  readonly quote: Decimal
}

const NOTHING: FillPart = { amount: ZERO, quote: ZERO }

export interface ExpectedFill {
  /** What it takes from the book, as a taker. */
  readonly taken: FillPart
  /** What then rests at its limit, and fills there as a maker. */
  readonly rests: FillPart
  /** Contracts that it does not fill and that do not rest. */
  readonly dropped: Decimal
  /** Whether it waits for its trigger first. */
  readonly waits: boolean
  /** How much worse than the best price it takes, as a fraction of that price; null where it takes nothing, or waits. */
  readonly slippage: Decimal | null
  /** Why it may come otherwise: a clause without a full stop. Null: the book shows it. */
  readonly caution: string | null
}

/** The expected fill, or why none is known: a clause without a full stop. */
export type Expected = { readonly fill: ExpectedFill } | { readonly why: string }

/** What the order may take from the book now; null for an order that waits for a trigger. */
export function walkSizeOf(draft: OrderDraft, lotSize: DecimalText | null): WalkSize | null {
  const { amount, cashAmount, limitPrice } = draft
  if (waits(draft)) return null
  const limit = limitPrice === null ? {} : { limit: limitPrice }
  if (amount !== null) return { amount, ...limit }
  if (cashAmount === null) return null
  return { cash: cashAmount, ...(lotSize === null ? {} : { lot: lotSize }), ...limit }
}

const waits = ({ triggerPrice, stopLossPrice, takeProfitPrice }: OrderDraft): boolean =>
  triggerPrice !== null || stopLossPrice !== null || takeProfitPrice !== null

/** A waiting order meets the book of another moment: at its trigger, or at its limit where that is the better price for it. */
function waitingFill({ side, amount, limitPrice, triggerPrice }: OrderDraft): Expected {
  if (triggerPrice === null) return { why: 'it depends on which of its two prices comes first' }
  if (amount === null) return { why: 'the order has no amount' }
  const trigger = decimal(triggerPrice)
  const limit = limitPrice === null ? null : decimal(limitPrice)
  const isTaker = limit === null || (side === 'buy' ? limit >= trigger : limit <= trigger)
  const contracts = decimal(amount)
  const part = { amount: contracts, quote: multiply(contracts, isTaker ? trigger : (limit ?? trigger)) }
  return {
    fill: {
      taken: isTaker ? part : NOTHING,
      rests: isTaker ? NOTHING : part,
      dropped: ZERO,
      waits: true,
      slippage: null,
      caution: 'the book at its trigger is not known yet',
    },
  }
}

/** Whether one of the customer's own orders stands where the order takes. */
const meetsOwn = (draft: OrderDraft, worst: Decimal, orders: readonly Order[]): boolean =>
  orders.some(
    (order) =>
      isLive(order) &&
      order.status !== 'untriggered' &&
      order.symbol === draft.symbol &&
      order.side !== draft.side &&
      order.limitPrice !== null &&
      (draft.side === 'buy' ? decimal(order.limitPrice) <= worst : decimal(order.limitPrice) >= worst),
  )

interface FillInput {
  readonly draft: OrderDraft
  /** The answer to `walkSizeOf`; null without a live book. */
  readonly walk: BookWalk | null
  readonly lotSize: DecimalText | null
  /** Orders of the customer. */
  readonly orders: readonly Order[]
}

export function expectedFill({ draft, walk, lotSize, orders }: FillInput): Expected {
  if (waits(draft)) return waitingFill(draft)
  if (walk === null) return { why: 'there is no live book' }
  const { amount, timeInForce } = draft
  const limit = draft.limitPrice === null ? null : decimal(draft.limitPrice)
  const found = { amount: decimal(walk.filled), quote: decimal(walk.quote) }
  const taken = timeInForce === 'FOK' && !walk.whole ? NOTHING : found
  const left = amount === null ? ZERO : subtract(decimal(amount), taken.amount)
  const isResting = limit !== null && timeInForce !== 'IOC' && timeInForce !== 'FOK'
  const rests = isResting ? { amount: left, quote: multiply(left, limit) } : NOTHING
  const best = decimal(walk.bestPrice)
  const average = taken.amount === ZERO ? null : divide(taken.quote, taken.amount)
  return {
    fill: {
      taken,
      rests,
      dropped: isResting ? ZERO : left,
      waits: false,
      slippage: average === null ? null : divide(absolute(subtract(average, best)), best),
      caution: meetsOwn(draft, decimal(walk.worstPrice), taken.amount === ZERO ? [] : orders)
        ? 'an own order stands on the other side, where it takes'
        : amount === null && lotSize === null
          ? 'the lot is not known'
          : walk.ranOut
            ? 'the known book holds less'
            : null,
    },
  }
}

/** USDC per contract of a part; null for none. */
export const averagePrice = ({ amount, quote }: FillPart): Decimal | null =>
  compare(amount, ZERO) === 0 ? null : divide(quote, amount)

/** USDC of fees on both parts, below 0 for a rebate; null where a rate that it needs is not known. */
export function expectedFee(
  { taken, rests }: ExpectedFill,
  fees: FeeProfileItem | undefined,
): Decimal | null {
  const ofPart = (part: FillPart, bps: DecimalText | null | undefined) =>
    part.amount === ZERO ? ZERO : bps ? feeOf(part.quote, decimal(bps)) : null
  const taker = ofPart(taken, fees?.takerFee)
  const maker = ofPart(rests, fees?.makerFee)
  return taker === null || maker === null ? null : add(taker, maker)
}
