/** Decides whether a new order is admitted: trading gate, order rules, limits. Assigns its reference id and journals its intent. Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { legDraft } from '../../../shared/domain/orders/bracket/bracket.ts'
import { isUnproven, type Order, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../shared/domain/orders/orderLife.ts'
import { NO_REMARKS } from '../../../shared/domain/orders/orderRemarks.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import { SESSION_ENDED } from '../orders/lastCheckAndJournalBeforeSend.ts'
import type { ArrivalOf } from '../market/arrivalMid.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { MintReferenceId } from '../orders/mintReferenceIds.ts'
import type { Broker } from '../ports/broker.ts'
import type { LimitEngine } from '../risk/limits/checkAndCountOrders.ts'
import { createWhyUnconfirmedSince } from '../risk/whyUnconfirmedSince.ts'
import type { Purpose, TradingGate } from '../risk/tradingGate.ts'
import type { Access } from '../support/brokerAccess.ts'
import type { RuleProblemOf } from './ruleProblemsOfNewOrder.ts'

export interface OrderAdmissionOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: OrderStore
  readonly customers: Pick<CustomerDirectory, 'see'>
  /** Mints a reference id that no order ever had. */
  readonly mint: MintReferenceId
  readonly limits: Pick<LimitEngine, 'walk' | 'check' | 'whyUnconfirmed'>
  readonly ruleProblemOf: RuleProblemOf
  readonly gate: TradingGate
  readonly arrivalOf: ArrivalOf
  /** Who deals, in the dealer's own words; null: nobody is named. */
  readonly dealer: () => string | null
}

/** An order that may be sent. It counts against the limits, and its intent is on the way to the disk. */
export interface AdmittedOrder {
  /** The session in which the dealer acted. Another session must never send the order. */
  readonly broker: Broker
  readonly order: Order
  /** The draft with the API's defaults filled in, as it is sent. */
  readonly wire: OrderDraft
  /** Resolves ok once the intent is on disk. */
  readonly intentOnDisk: Promise<Result<null, string>>
  /** Why the limits became unconfirmed after they passed the order, a sentence; null: they did not. */
  readonly whyUnconfirmed: () => string | null
}

/** The one answer to "may this order be sent?". `warned`: the dealer must type a number first. */
export type Admission =
  | { readonly kind: 'admitted'; readonly admitted: AdmittedOrder }
  | { readonly kind: 'warned'; readonly warning: Extract<Reply<'order.submit'>, { outcome: 'warned' }> }
  | { readonly kind: 'refused'; readonly failure: Failure }

const refused = (failure: Failure): Admission => ({ kind: 'refused', failure })

/** From the limits to the stored intent an order is admitted in one turn of the event loop, so that two orders cannot both fit under one limit. */
export type OrderAdmission = (request: Request<'order.submit'>, how: SubmittedAs) => Promise<Admission>

/** As what an order is submitted. */
export interface SubmittedAs {
  readonly purpose: Purpose
  readonly whyOutdated: WhyOutdated
  /** The entry that the order closes as a leg; null for every other order. */
  readonly legOf: ReferenceId | null
  /** Monotonic ms when the core received the dealer's act; left out for a row of a block or a scale, which waits for its turn. */
  readonly receivedAt?: number
}

/** Why the size of an order is wrong by now: a sentence. Null: it is not. Asked again after every wait, the last time before the first byte. */
export type WhyOutdated = () => string | null

/**
 * Why an order must not leave whose size the position gave; null while the position is that one. `was`: signed contracts. `order`: its name in the
 * sentence. `next`: what the dealer does then.
 */
export function whyPositionChanged(
  trades: Pick<TradeBook, 'positionAsRead'>,
  { customerCode, symbol }: Pick<OrderDraft, 'customerCode' | 'symbol'>,
  { was, order, next }: { readonly was: DecimalText; readonly order: string; readonly next: string },
): string | null {
  const now = trades.positionAsRead(customerCode, symbol)?.size ?? '0'
  return decimal(now) === decimal(was)
    ? null
    : `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} changed from ${was} to ${now} contracts before ${order} left. Nothing was sent. ${next}`
}

/** Whether an order may fill at any moment: its request is on the way, its fate is not proven, or it is a market order that works. */
const isOnItsWay = (order: Order): boolean =>
  order.phase === 'intent' || isUnproven(order) || order.type === 'market'

/**
 * Why an order whose size a position gave must not be made: another one to the same side is on its way, and no fill of it shows in the position yet. Two windows that
 * read one position would close it twice. A sentence; null: there is none. A resting order is none: the dealer sees it. `next`: what the dealer does then.
 */
export function whyAlreadyClosing(
  orderStore: Pick<OrderStore, 'liveOf'>,
  { customerCode, symbol, side }: Pick<OrderDraft, 'customerCode' | 'symbol' | 'side'>,
  next: string,
): string | null {
  const isThere = orderStore
    .liveOf(customerCode)
    .some((order) => order.symbol === symbol && order.side === side && isOnItsWay(order))
  return isThere
    ? `Another order to ${side} ${shownCode(symbol)} of ${shownCode(customerCode)} is on its way, and it changes the position that gave this size. Nothing was sent. ${next}`
    : null
}

/**
 * Why an order whose size a position gave must not leave: an order shows a fill that the position may lack. A sentence; null: no reported fill is
 * missing. `next`: what the dealer does then.
 */
export function whyFillMissing(
  trades: Pick<TradeBook, 'missingFills'>,
  orderStore: Pick<OrderStore, 'recentOf'>,
  { customerCode, symbol }: Pick<OrderDraft, 'customerCode' | 'symbol'>,
  next: string,
): string | null {
  const { buy, sell } = trades.missingFills(customerCode, symbol, orderStore.recentOf(customerCode))
  return buy === 0n && sell === 0n
    ? null
    : `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} gave the size and is changing: an order shows a fill whose trade has not arrived. Nothing was sent. ${next}`
}

/** Of an intent. Left out where nobody knows who dealt. */
export const dealtBy = (dealer: string | null | undefined): { dealer?: string | null } =>
  dealer === undefined ? {} : { dealer }

export function createOrderAdmission(options: OrderAdmissionOptions): OrderAdmission {
  const { clock, access, orderStore, customers, mint, limits, ruleProblemOf, gate, arrivalOf, dealer } =
    options

  return async (
    { intentId, draft, typed, remarks = NO_REMARKS, bracket = null },
    { purpose, whyOutdated, legOf },
  ) => {
    // The session in which the dealer pressed the key. The book may take long, and another user's session must never send the order.
    const broker = access.broker()
    const whyNot = (): Failure | null => {
      const outdated = whyOutdated()
      if (outdated !== null) return failureOf('refused', outdated)
      return gate.whyBlocked(draft, purpose) ?? ruleProblemOf(draft, purpose, bracket)
    }
    const problem = whyNot()
    if (problem) return refused(problem)
    const wire = withDefaults(draft)
    const walk = await limits.walk(wire)
    // The gate may have closed meanwhile, the position changed, or the instrument halted.
    const problemNow = whyNot()
    if (problemNow) return refused(problemNow)
    if (!broker || access.broker() !== broker)
      return refused(failureOf('refused', `Nothing was sent. ${SESSION_ENDED}`))
    const whyUnconfirmed = createWhyUnconfirmedSince(limits)
    const verdict = limits.check(intentId, wire, {
      typed,
      walk,
      confirmed: purpose !== 'new-risk',
      leg: bracket === null ? null : legDraft({ ...wire, prices: bracket }, null),
      isLeg: purpose === 'leg',
    })
    if (verdict.kind === 'block') {
      const [worst] = verdict.findings
      return refused(failureOf('refused', worst?.sentence ?? 'A limit forbids this order.'))
    }
    if (verdict.kind === 'held') return refused(failureOf('refused', verdict.sentence))
    if (verdict.kind === 'warn')
      return {
        kind: 'warned',
        warning: {
          outcome: 'warned',
          warnings: [...verdict.findings],
          type: verdict.type,
          means: verdict.means,
          notional: verdict.notional,
        },
      }
    const referenceId = mint(remarks.reference)
    customers.see([draft.customerCode])
    // The intent counts at once, so that the limits of the next order include it. No byte is sent before the intent is on disk.
    const intentOnDisk = orderStore.commit(draft.customerCode, referenceId, {
      kind: 'intent',
      at: clock.now(),
      intentId,
      draft: wire,
      check: verdict.decision,
      arrival: arrivalOf(wire.symbol),
      ...dealtBy(legOf === null ? dealer() : orderStore.get(draft.customerCode, legOf)?.dealer),
      ...(remarks.note === null ? {} : { note: remarks.note }),
      ...(bracket === null ? {} : { bracket }),
      ...(legOf === null ? {} : { legOf }),
    })
    const order = orderStore.get(draft.customerCode, referenceId)
    return order
      ? { kind: 'admitted', admitted: { broker, order, wire, intentOnDisk, whyUnconfirmed } }
      : refused(
          failureOf(
            'internal',
            'Openpit lost the order before it was sent. Nothing was sent. Restart Openpit.',
          ),
        )
  }
}
