/** Decides at the turn of one row whether its order may leave, and journals its intent. The same checks as for every order. Sends nothing. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { draftOfRow } from '../../../../shared/domain/block/blockAct.ts'
import { areSamePrices, termsOfRetry } from '../../../../shared/domain/block/rows/rowTerms.ts'
import { dealerOfRow, intentOfBlockRow, type Block } from '../../../../shared/domain/block/blockFold.ts'
import { withDefaults } from '../../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import { SESSION_ENDED } from '../../orders/lastCheckAndJournalBeforeSend.ts'
import type { ArrivalOf } from '../../market/arrivalMid.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { MintReferenceId } from '../../orders/mintReferenceIds.ts'
import type { LimitEngine } from '../../risk/limits/checkAndCountOrders.ts'
import { createWhyUnconfirmedSince } from '../../risk/whyUnconfirmedSince.ts'
import type { TradingGate } from '../../risk/tradingGate.ts'
import type { Access } from '../../support/brokerAccess.ts'
import { dealtBy, type AdmittedOrder } from '../admitAndJournalOrder.ts'
import type { RuleProblemOf } from '../ruleProblemsOfNewOrder.ts'
import { termsUnknown, type RowsAtVenue, type WhyMayLive, type WhyUnjudged } from './retryRule.ts'
import type { WhyMissized } from './sizeByPosition.ts'

export interface RowAdmissionOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: Pick<OrderStore, 'get' | 'commit'>
  readonly customers: Pick<CustomerDirectory, 'see'>
  readonly mint: MintReferenceId
  readonly limits: Pick<LimitEngine, 'walk' | 'checkRow' | 'whyUnconfirmed'>
  readonly ruleProblemOf: RuleProblemOf
  readonly whyMissized: WhyMissized
  readonly whyMayLive: WhyMayLive
  readonly whyUnjudged: WhyUnjudged
  readonly rowsAtVenue: Pick<RowsAtVenue, 'whyTaken'>
  readonly gate: TradingGate
  readonly arrivalOf: ArrivalOf
  /** The order that each intent of this user became, in earlier runs too. */
  readonly intents: () => Map<string, ReferenceId>
}

/**
 * `wait`: the limits of a second allow it soon · `pause`: no other row could leave either · `not-sent`: a matter of this row alone · `late`: its turn is over, because its
 * block is no longer sending.
 */
export type RowAdmission =
  | { readonly kind: 'admitted'; readonly admitted: AdmittedOrder }
  | { readonly kind: 'wait' | 'late' }
  | { readonly kind: 'pause' | 'not-sent'; readonly why: string }

export interface RowTurn {
  readonly block: Block
  /** From 0. */
  readonly index: number
  /** From 1. */
  readonly attempt: number
  /** Asked right before the intent. */
  readonly isLate: () => boolean
}

export type AdmitBlockRow = (turn: RowTurn) => Promise<RowAdmission>

export function createRowAdmission(options: RowAdmissionOptions): AdmitBlockRow {
  const { clock, access, orderStore, customers, mint, limits, ruleProblemOf, whyMissized } = options
  const { whyMayLive, whyUnjudged, rowsAtVenue, gate, arrivalOf, intents } = options

  return async ({ block, index, attempt, isLate }) => {
    const { plan, rows } = block
    const row = plan.rows[index]
    const state = rows[index]
    if (!row || !state) return { kind: 'late' }
    const terms = attempt > 1 ? termsOfRetry(plan.draft, row, state) : { ...plan.draft, amount: row.amount }
    if (terms === null) return { kind: 'not-sent', why: termsUnknown(row.customerCode) }
    const { amount, limitPrice, triggerPrice } = terms
    const draft = draftOfRow({ ...plan.draft, limitPrice, triggerPrice }, { ...row, amount })
    const broker = access.broker()
    const whyNot = (): RowAdmission | null => {
      const forAll = gate.whyManyBlocked(draft)
      if (forAll) return { kind: 'pause', why: forAll.message }
      const failure = gate.whyBlocked(draft, 'new-risk') ?? ruleProblemOf(draft, 'new-risk')
      const why =
        failure?.message ??
        whyMissized(draft, row, null) ??
        whyMayLive(row.customerCode, state) ??
        rowsAtVenue.whyTaken(block, index) ??
        (attempt > 1 ? whyUnjudged(block, index) : null)
      return why === null ? null : { kind: 'not-sent', why }
    }
    const problem = whyNot()
    if (problem) return problem
    const wire = withDefaults(draft)
    const walk = await limits.walk(wire)
    // The book may have taken long: halts, limits and the block itself may have changed.
    const problemNow = whyNot()
    if (isLate()) return { kind: 'late' }
    if (problemNow) return problemNow
    if (!broker || access.broker() !== broker) return { kind: 'pause', why: SESSION_ENDED }
    const intentId = intentOfBlockRow(plan.intentId, index + 1, attempt)
    // The last guard: an intent of this name that became an order never becomes another one.
    if (intents().has(intentId))
      return {
        kind: 'not-sent',
        why: 'An order of this row was made before. Look at the orders of the customer.',
      }
    const { check, warnings = [] } = plan
    // The dealer answered the warnings for the prices of the plan.
    const isAnswered = areSamePrices(plan.draft, terms)
    const whyUnconfirmed = createWhyUnconfirmedSince(limits)
    const verdict = limits.checkRow(intentId, wire, {
      walk,
      blockId: plan.blockId,
      together: new Set(plan.rows.map(({ customerCode }) => customerCode)),
      warnings: isAnswered ? warnings : [],
      isRetry: attempt > 1,
      typed: isAnswered ? check.typed : null,
    })
    if (verdict.kind === 'wait') return { kind: 'wait' }
    if (verdict.kind === 'stop')
      return { kind: verdict.isForAll ? 'pause' : 'not-sent', why: verdict.sentence }
    const referenceId = mint(plan.blockId)
    customers.see([row.customerCode])
    intents().set(intentId, referenceId)
    const intentOnDisk = orderStore.commit(row.customerCode, referenceId, {
      kind: 'intent',
      at: clock.now(),
      intentId,
      draft: wire,
      check: verdict.decision,
      arrival: arrivalOf(wire.symbol),
      // Also where the row leaves after the shift has changed.
      ...dealtBy(dealerOfRow(block, index)),
      block: { id: plan.blockId, row: index + 1, count: plan.rows.length, attempt },
    })
    const order = orderStore.get(row.customerCode, referenceId)
    return order
      ? { kind: 'admitted', admitted: { broker, order, wire, intentOnDisk, whyUnconfirmed } }
      : { kind: 'late' }
  }
}
