/** Decides whether a new order is admitted: trading gate, order rules, limits. Assigns its reference id and journals its intent. Sends nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import { toText } from '../../../shared/base/decimal.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import { fitProblems } from '../../../shared/domain/orders/marketFit.ts'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../shared/domain/orders/orderLife.ts'
import { orderProblems } from '../../../shared/domain/orders/orderFieldRules.ts'
import { NO_REMARKS } from '../../../shared/domain/orders/orderRemarks.ts'
import type { CustomerDirectory } from '../accounts/customersAndLookAlikes.ts'
import type { InstrumentStore } from '../market/instrumentAndTickerStore.ts'
import { SESSION_ENDED } from '../orders/lastCheckAndJournalBeforeSend.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { MintReferenceId } from '../orders/referenceIds.ts'
import type { Broker } from '../ports.ts'
import type { LimitEngine } from '../risk/limits/checkAndCountOrders.ts'
import type { Purpose, TradingGate } from '../risk/tradingGate.ts'
import type { Access } from '../support/brokerAccess.ts'
import { createTurns } from '../support/serialQueue.ts'
import type { FitContextOf } from './priceAndSizeCheckInputs.ts'

export interface OrderAdmissionOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: OrderStore
  readonly instruments: InstrumentStore
  readonly customers: Pick<CustomerDirectory, 'see'>
  /** Mints a reference id that no order ever had. */
  readonly mint: MintReferenceId
  readonly limits: Pick<LimitEngine, 'check' | 'preview'>
  readonly fitContext: FitContextOf
  readonly gate: TradingGate
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
}

/** The one answer to "may this order be sent?". `warned`: the dealer must type a number first. */
export type Admission =
  | { readonly kind: 'admitted'; readonly admitted: AdmittedOrder }
  | { readonly kind: 'warned'; readonly warning: Extract<Reply<'order.submit'>, { outcome: 'warned' }> }
  | { readonly kind: 'refused'; readonly failure: Failure }

const refused = (failure: Failure): Admission => ({ kind: 'refused', failure })

export interface OrderAdmission {
  /** Admits one order at a time, so that two orders cannot both fit under one limit. */
  admit(request: Request<'order.submit'>, purpose: Purpose): Promise<Admission>
  /** What `admit` would answer for new risk. Changes nothing. */
  check(draft: OrderDraft): Promise<Reply<'order.check'>>
}

export function createOrderAdmission(options: OrderAdmissionOptions): OrderAdmission {
  const { clock, access, orderStore, instruments, customers, mint, limits, fitContext, gate } = options
  const inTurn = createTurns()

  /** Why the API or the instrument forbids the order; null: neither does. */
  const problemOf = (draft: OrderDraft, purpose: Purpose): Failure | null => {
    const [problem] = orderProblems(draft)
    if (problem) return failureOf('refused', problem.sentence, { field: problem.field })
    const instrument = instruments.get(draft.symbol)
    if (!instrument)
      return failureOf('refused', `This venue has no instrument ${draft.symbol}. Choose another.`, {
        field: 'symbol',
      })
    const allowed = tradability(instrument.status)
    if (allowed === 'halted')
      return failureOf('refused', `${draft.symbol} is halted: the venue takes no new orders.`, {
        field: 'symbol',
      })
    if (allowed === 'limit-only' && draft.type !== 'limit')
      return failureOf('refused', `${draft.symbol} is post only now: send a limit order.`, { field: 'type' })
    // A position is closed at its own size, whatever lot the order book has shown.
    const fit = purpose === 'new-risk' ? fitContext(draft) : null
    const misfit = fit && fitProblems(draft, fit)[0]
    return misfit ? failureOf('refused', misfit.sentence, { field: misfit.field }) : null
  }

  const check: OrderAdmission['check'] = async (draft) => {
    const { findings, notional } = await limits.preview(withDefaults(draft))
    const refusal = gate.whyBlocked(draft, 'new-risk') ?? problemOf(draft, 'new-risk')
    const block = findings.find(({ level }) => level === 'block')
    return {
      refusal: refusal?.message ?? block?.sentence ?? null,
      findings: [...findings],
      notional: notional === null ? null : toText(notional),
    }
  }

  const admit: OrderAdmission['admit'] = ({ intentId, draft, typed, remarks = NO_REMARKS }, purpose) => {
    // The session in which the dealer pressed the key. The limits may take long, and another user's session must never send the order.
    const broker = access.broker()
    return inTurn(async () => {
      const blocked = gate.whyBlocked(draft, purpose)
      if (blocked) return refused(blocked)
      const problem = problemOf(draft, purpose)
      if (problem) return refused(problem)
      const wire = withDefaults(draft)
      const verdict = await limits.check(intentId, wire, typed, purpose !== 'new-risk')
      if (verdict.kind === 'block') {
        const [worst] = verdict.findings
        return refused(failureOf('refused', worst?.sentence ?? 'A limit forbids this order.'))
      }
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
      // The limits may have waited for a price. The gate may have closed meanwhile.
      const blockedNow = gate.whyBlocked(draft, purpose)
      if (blockedNow) return refused(blockedNow)
      if (!broker || access.broker() !== broker)
        return refused(failureOf('refused', `Nothing was sent. ${SESSION_ENDED}`))
      const referenceId = mint(remarks.reference)
      customers.see([draft.customerCode])
      // The intent counts at once, so that the limits of the next order include it. No byte is sent before the intent is on disk.
      const intentOnDisk = orderStore.commit(draft.customerCode, referenceId, {
        kind: 'intent',
        at: clock.now(),
        intentId,
        draft: wire,
        check: verdict.decision,
        ...(remarks.note === null ? {} : { note: remarks.note }),
      })
      const order = orderStore.get(draft.customerCode, referenceId)
      return order
        ? { kind: 'admitted', admitted: { broker, order, wire, intentOnDisk } }
        : refused(
            failureOf(
              'internal',
              'Openpit lost the order before it was sent. Nothing was sent. Restart Openpit.',
            ),
          )
    })
  }

  return { admit, check }
}
