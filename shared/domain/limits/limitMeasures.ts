/** The measured value of a draft under each limit: prices against the market, sizes, earlier sends. Pure and exact. Knows no bounds. */

import {
  absolute,
  add,
  decimal,
  decimalOf,
  divide,
  maximum,
  multiply,
  subtract,
  type Decimal,
} from '../../base/decimal.ts'
import type { BookWalk } from '../book/bookWalk.ts'
import type { RestingOrder } from './crossing.ts'
import type { ExposureOf, OpenPair } from './exposure.ts'
import type { LimitName, LimitScope } from './limits.ts'
import type { Unseen } from '../orders/openOrderReading.ts'
import type { OrderDraft } from '../orders/order.ts'
import { isYoung } from '../priceAge.ts'
import type { CustomerCode } from '../scalars.ts'
import type { SentTotal, SentWindow } from './sentOrders.ts'

/** Newest prices of the draft's instrument; times are of the core's wall clock. */
export interface ReferencePrices {
  readonly bid: Decimal | null
  readonly ask: Decimal | null
  readonly touchAt: number | null
  readonly mark: Decimal | null
  readonly markAt: number | null
}

/** What a limit on customers of one desk counts, and the sentences that say so. */
export interface CountedConflict {
  readonly count: number
  readonly words: string
}

export interface LimitContext {
  /** Core's wall clock, ms. */
  readonly now: number
  readonly prices: ReferencePrices
  /** Every customer and instrument with a position or a live order, the draft's own included. */
  readonly pairs: readonly OpenPair[]
  /** Open exposure of the pairs of other customers, where `pairs` leaves them out. Left out: `pairs` holds all. */
  readonly beside?: ExposureOf
  /** Orders sent before this one. */
  readonly sent: (scope: LimitScope, window: SentWindow) => SentTotal
  /** Core's wall clock since when everything sent in the window is known; null: all of the window is known. */
  readonly sentSince: (window: SentWindow) => number | null
  /** Same orders in the last 10 s. */
  readonly alike: number
  /** Live orders of other customers that the draft may trade with, best price first. Asked only where a limit bounds it. */
  readonly crossed: () => readonly RestingOrder[]
  /** Live orders of other customers on the same side that the draft goes ahead of, best price first. Asked only where a limit bounds it. */
  readonly passed: () => readonly RestingOrder[]
  /** How often in a row the customer would be first of a series; null for an order that begins none. Asked only where a limit bounds it. */
  readonly first: () => CountedConflict | null
  /** Other customers left without a fill where the draft's customer was filled; null: none. Asked only where a limit bounds it. */
  readonly favored: () => CountedConflict | null
  /** What of the open orders of all customers besides this one is not read. Asked only where a warning names orders of others. */
  readonly unread: (besides: CustomerCode) => Unseen
  /** The leverage set for this customer and instrument; null where it is not known. */
  readonly leverage: Decimal | null
  /** The levels that a market order would fill against; null without a live order book. */
  readonly walk: BookWalk | null
  /** The leg that the draft's bracket would have now. Null or left out: none. */
  readonly leg?: OrderDraft | null
  /** The orders that the draft stands for: more than one for a scale as a whole. Left out: one. */
  readonly orders?: number
  /** The draft is one of several orders that together do more than reduce the position, so it is no trade-out either. */
  readonly isPartOfMore?: boolean
}

const HUNDRED = decimalOf(100)
/** The limits that count what was sent, and over which window. */
export const WINDOWS = {
  ordersInSecond: 'second',
  ordersInMinute: 'minute',
  ordersInDay: 'day',
  valueInSecond: 'second',
  valueInMinute: 'minute',
  valueInDay: 'day',
} as const satisfies Partial<Record<LimitName, SentWindow>>

const percentOf = (difference: Decimal, reference: Decimal): Decimal =>
  divide(multiply(difference, HUNDRED, 'ceil'), reference, 'ceil')

export type FreshPrices = Pick<ReferencePrices, 'bid' | 'ask' | 'mark'>

/** The prices that are recent enough; null for each that is not. */
export function freshPrices({ prices, now }: Pick<LimitContext, 'prices' | 'now'>): FreshPrices {
  const isFresh = (at: number | null) => at !== null && isYoung(at, now)
  const touch = isFresh(prices.touchAt)
  return {
    bid: touch ? prices.bid : null,
    ask: touch ? prices.ask : null,
    mark: isFresh(prices.markAt) ? prices.mark : null,
  }
}

/** The worst-case price: USDC that a contract of the order can cost at most. Null where no price is known. A buy never pays more than its limit price. */
function worstCasePrice(draft: OrderDraft, fresh: FreshPrices, walk: BookWalk | null): Decimal | null {
  const { limitPrice, triggerPrice, stopLossPrice, takeProfitPrice } = draft
  if (draft.side === 'buy' && limitPrice !== null) return decimal(limitPrice)
  const own = [limitPrice, triggerPrice, stopLossPrice, takeProfitPrice, walk?.averagePrice ?? null]
  const known = [
    ...own.flatMap((price) => (price === null ? [] : [decimal(price)])),
    ...[fresh.bid, fresh.ask, fresh.mark].flatMap((price) => price ?? []),
  ]
  return known.length === 0 ? null : known.reduce(maximum)
}

/** USDC of the order at most; null where no price is known. */
export function notionalOf(draft: OrderDraft, context: LimitContext): Decimal | null {
  if (draft.cashAmount !== null) return decimal(draft.cashAmount)
  const price = worstCasePrice(draft, freshPrices(context), context.walk)
  return price === null || draft.amount === null ? null : multiply(decimal(draft.amount), price, 'up')
}

/** % that the order's limit price is worse for the customer than `reference`; below 0 it is better. */
const worseBy = (draft: OrderDraft, price: Decimal, reference: Decimal): Decimal =>
  percentOf(draft.side === 'buy' ? subtract(price, reference) : subtract(reference, price), reference)

/** % between each trigger and the mark, the widest. */
function triggerDistance(draft: OrderDraft, mark: Decimal): Decimal | null {
  const triggers = [draft.triggerPrice, draft.stopLossPrice, draft.takeProfitPrice].flatMap((price) =>
    price === null ? [] : [percentOf(absolute(subtract(decimal(price), mark)), mark)],
  )
  return triggers.length === 0 ? null : triggers.reduce(maximum)
}

function slippageOf(draft: OrderDraft, walk: BookWalk): Decimal {
  const best = decimal(walk.bestPrice)
  const average = decimal(walk.averagePrice)
  return percentOf(draft.side === 'buy' ? subtract(average, best) : subtract(best, average), best)
}

/** The value under one limit, for a rule's scope; null: the limit does not apply. */
export type Measure = (scope: LimitScope) => Decimal | null

const constant =
  (value: Decimal | null): Measure =>
  () =>
    value

const countOf =
  (read: () => CountedConflict | null): Measure =>
  () => {
    const found = read()
    return found === null ? null : decimalOf(found.count)
  }

/** The measures that need only the draft's prices and the market's. */
export function priceMeasures(draft: OrderDraft, fresh: FreshPrices): Partial<Record<LimitName, Measure>> {
  const limit = draft.limitPrice === null ? null : decimal(draft.limitPrice)
  // A limit price behind a trigger meets the market at the trigger price, not at the present touch.
  const trigger = draft.triggerPrice === null ? null : decimal(draft.triggerPrice)
  const touch = trigger ?? (draft.side === 'buy' ? fresh.ask : fresh.bid)
  const mark = trigger ?? fresh.mark
  const anyPrice = fresh.mark ?? fresh.ask ?? fresh.bid
  const against = (reference: Decimal | null) =>
    limit === null || reference === null ? null : worseBy(draft, limit, reference)
  const worseThanMark = against(mark)
  return {
    touch: constant(against(touch)),
    mark: constant(worseThanMark),
    away: constant(worseThanMark === null ? null : (-worseThanMark as Decimal)),
    trigger: constant(anyPrice === null ? null : triggerDistance(draft, anyPrice)),
  }
}

export function measuresOf(
  draft: OrderDraft,
  context: LimitContext,
  notional: Decimal | null,
  tradeOut: boolean,
): Partial<Record<LimitName, Measure>> {
  const sent = (window: SentWindow) => ({
    orders: (scope: LimitScope) => decimalOf(context.sent(scope, window).orders + (context.orders ?? 1)),
    value: (scope: LimitScope) =>
      notional === null ? null : add(context.sent(scope, window).value, notional),
  })
  return {
    amount: constant(draft.amount === null ? null : decimal(draft.amount)),
    notional: constant(notional),
    leverage: constant(
      draft.leverage !== null ? decimalOf(draft.leverage) : tradeOut ? null : context.leverage,
    ),
    ...priceMeasures(draft, freshPrices(context)),
    slippage: constant(draft.type === 'market' && context.walk ? slippageOf(draft, context.walk) : null),
    duplicates: constant(decimalOf(context.alike)),
    crosses: () => decimalOf(context.crossed().length),
    ahead: () => decimalOf(context.passed().length),
    preference: countOf(context.first),
    oneSided: countOf(context.favored),
    ...Object.fromEntries(
      Object.entries(WINDOWS).map(([name, window]) => [
        name,
        name.startsWith('orders') ? sent(window).orders : sent(window).value,
      ]),
    ),
  }
}
