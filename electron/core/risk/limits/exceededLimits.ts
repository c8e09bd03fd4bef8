/** Finds the limits that an order would exceed now. Changes nothing: an order that is only looked at counts for nothing. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { ZERO, parseDecimal, type Decimal } from '../../../../shared/base/decimal.ts'
import { once } from '../../../../shared/domain/limits/once.ts'
import type { BookWalk } from '../../../../shared/domain/book/bookWalk.ts'
import {
  aheadOf,
  crossedBy,
  standingOrders,
  type StandingOrders,
} from '../../../../shared/domain/limits/crossing.ts'
import { favoredAgain, leftBeside } from '../../../../shared/domain/conflicts/favoredAgain.ts'
import { repeatedPreference } from '../../../../shared/domain/conflicts/preference.ts'
import type { CountedConflict, LimitContext } from '../../../../shared/domain/limits/limitMeasures.ts'
import { UNCONFIRMED } from '../../../../shared/domain/limits/limitNotices.ts'
import { checkLimits, type WeighedFinding } from '../../../../shared/domain/limits/limitCheck.ts'
import type { SentWindow } from '../../../../shared/domain/limits/sentOrders.ts'
import type { Unseen } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { LimitFinding } from '../../../../shared/domain/orders/limitDecision.ts'
import { oppositeSide, type CustomerCode, type Symbol } from '../../../../shared/domain/scalars.ts'
import type { InstrumentStore } from '../../market/instrumentAndTickerStore.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { LimitRevisions } from './changeLimitsInForce.ts'
import { openPairs, type OpenPairsOptions } from './openExposures.ts'
import type { SentOrderTotals } from './sentOrderTotals.ts'

/** What the checks of many amends of one moment have in common, gathered once. */
export interface GatheredForAmends {
  /** The pairs of the customer without the order that is amended, and the exposure of all others. */
  pairsFor(amends: Order): Pick<LimitContext, 'pairs' | 'beside'>
  standing(subject: Pick<Order, 'symbol' | 'side'>): StandingOrders
}

/** The inputs of a check besides the draft and the state of the core. */
export interface CheckedCircumstances {
  /** The dealer confirmed the order as a trade-out. */
  readonly confirmed: boolean
  readonly walk: BookWalk | null
  /** The order that the draft would change; null for a new order. */
  readonly amends: Order | null
  /** The leg that the order's bracket would have now. Null or left out: none. */
  readonly leg?: OrderDraft | null
  /** The orders that the draft stands for. Left out: one. */
  readonly orders?: number
  /** The draft is one of several orders that together do more than reduce the position. */
  readonly isPartOfMore?: boolean
  /** The block that the draft is a row of. Null or left out: none. */
  readonly blockId?: string | null
  /** The customers of the block. Left out: only the draft's own. */
  readonly together?: ReadonlySet<CustomerCode>
  /** What was sent in the last second does not count, because the draft waits for it. Left out: it counts. */
  readonly isFirstOfSecond?: boolean
  /** Left out: the desk is gathered for this check alone. */
  readonly gathered?: GatheredForAmends
  /** The draft is a leg of a bracket. Left out: no. */
  readonly isLeg?: boolean
  /** The draft is a scale, or an order of one. Left out: no. */
  readonly isOfScale?: boolean
}

export interface ExceededLimits {
  /** Every limit that is exceeded, worst first. */
  readonly findings: readonly LimitFinding[]
  /** Those that no answer of the dealer lets pass; limits that are not confirmed come first. */
  readonly blocks: readonly LimitFinding[]
  /** USDC at most; null without a price. */
  readonly notional: Decimal | null
  /** Whether the order only reduces a position. */
  readonly tradeOut: boolean
  /** The findings with how far each lies over its bound. */
  readonly weighed: readonly WeighedFinding[]
}

export interface ExceededLimitsOptions extends OpenPairsOptions {
  readonly clock: Clock
  readonly orderStore: Pick<OrderStore, 'recent' | 'newest'>
  /** Who deals, as new orders name the dealer; null: nobody is named. */
  readonly dealer: () => string | null
  readonly instruments: InstrumentStore
  /** The leverage last read for a customer and instrument; null where none is known. */
  readonly leverage: (customer: CustomerCode, symbol: Symbol) => string | null
  /** What of the open orders of all customers besides this one is not read. */
  readonly unread: (besides: CustomerCode) => Unseen
}

interface CountedOrders {
  readonly revisions: LimitRevisions
  readonly sent: Pick<SentOrderTotals, 'total' | 'sinceIn' | 'alikeCount'>
}

/** Null: no text, or no number. */
export const readNumber = (text: string | null): Decimal | null => {
  const read = parseDecimal(text ?? '')
  return read.ok ? read.value : null
}

/** How often in a row the customer would be first of a series; null for what makes no series: a leg, a scale, a row of a block, an amend. */
const firstOf = (
  { orderStore, dealer, clock }: ExceededLimitsOptions,
  draft: OrderDraft,
  { amends, blockId, isLeg, isOfScale }: CheckedCircumstances,
): CountedConflict | null =>
  amends || blockId || isLeg || isOfScale
    ? null
    : repeatedPreference(orderStore.newest(), draft, dealer(), clock.now())

/** Those who are left without a fill where the customer was filled; null: none, or the draft is no order of its own: a leg, an amend. */
function favoredOf(
  { orderStore, clock, unread }: ExceededLimitsOptions,
  draft: OrderDraft,
  { amends, isLeg, together = new Set() }: CheckedCircumstances,
): CountedConflict | null {
  if (amends || isLeg) return null
  const { customerCode } = draft
  const left = leftBeside(orderStore.newest(), draft, clock.now())(customerCode, together)
  return favoredAgain(left, draft, unread(customerCode))
}

export function createExceededLimits(
  options: ExceededLimitsOptions,
  { revisions, sent }: CountedOrders,
): (draft: OrderDraft, circumstances: CheckedCircumstances) => ExceededLimits {
  const { clock, instruments } = options
  return (draft, circumstances) => {
    const { confirmed, walk, amends, leg = null, orders = 1, isPartOfMore = false } = circumstances
    const isUncounted = (window: SentWindow) => circumstances.isFirstOfSecond === true && window === 'second'
    const { blockId = amends?.block?.id ?? null, gathered } = circumstances
    const { rules, unconfirmed } = revisions.inForce()
    const { symbol, side } = draft
    const known = once(() => options.orderStore.recent())
    const standing = (subject: Pick<Order, 'symbol' | 'side'>): StandingOrders =>
      gathered?.standing(subject) ?? standingOrders(known(), subject)
    const { pairs, ...beside }: Pick<LimitContext, 'pairs' | 'beside'> =
      gathered && amends ? gathered.pairsFor(amends) : { pairs: openPairs(options, [draft], amends) }
    const found = checkLimits(draft, rules, {
      now: clock.now(),
      prices: instruments.prices(draft.symbol),
      // A confirmed trade-out is checked against the known contracts. The dealer was warned where they are not certain.
      pairs: confirmed
        ? pairs.map((pair) =>
            pair.customerCode === draft.customerCode && pair.symbol === draft.symbol
              ? { ...pair, certain: true }
              : pair,
          )
        : pairs,
      ...beside,
      sent: (scope, window) => (isUncounted(window) ? { orders: 0, value: ZERO } : sent.total(scope, window)),
      sentSince: (window) => (isUncounted(window) ? null : sent.sinceIn(window)),
      alike: amends ? 0 : sent.alikeCount(draft),
      crossed: once(() => crossedBy(draft, walk, standing({ symbol, side: oppositeSide(side) }))),
      passed: once(() => aheadOf(draft, standing({ symbol, side }), { amends, blockId })),
      first: once(() => firstOf(options, draft, circumstances)),
      favored: once(() => favoredOf(options, draft, circumstances)),
      unread: options.unread,
      leverage: readNumber(options.leverage(draft.customerCode, draft.symbol)),
      walk,
      leg,
      orders,
      isPartOfMore,
    })
    const blocks = [
      ...(unconfirmed === null || found.tradeOut
        ? []
        : [{ level: 'block' as const, limit: UNCONFIRMED, sentence: unconfirmed }]),
      ...found.findings.filter(({ level }) => level === 'block'),
    ]
    return { ...found, blocks }
  }
}
