/** Checks a scale against the limits: the whole as one order, then each of its orders. All its orders count, or none. Sends nothing. */

import { ZERO, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { worstPerLimit } from '../../../../shared/domain/limits/limitCheck.ts'
import { limitBlockNews, UNCONFIRMED } from '../../../../shared/domain/limits/limitNotices.ts'
import type { News } from '../../../../shared/domain/notice.ts'
import type { LimitDecision } from '../../../../shared/domain/orders/limitDecision.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { actKey } from '../../approvals/actKey.ts'
import { askForNumber, namesOf } from './askForNumber.ts'
import type { LimitRevisionsOptions } from './changeLimitsInForce.ts'
import { scaleToHold } from './ordersToHold.ts'
import type { LimitVerdict } from './limitVerdict.ts'
import type { createExceededLimits, ExceededLimits } from './exceededLimits.ts'
import type { JournalFindings } from './journalLimitFindings.ts'
import type { SentOrderTotals } from './sentOrderTotals.ts'
import type { WarningAnswers } from './warningAnswers.ts'

export interface ScaleCheckOptions {
  readonly exceeded: ReturnType<typeof createExceededLimits>
  readonly sent: Pick<SentOrderTotals, 'note'>
  readonly answers: WarningAnswers
  readonly journalFindings: JournalFindings
  readonly report: (news: readonly News[]) => void
  readonly hold: LimitRevisionsOptions['hold']
  /** Of the limits in force. */
  readonly version: () => number
}

export interface ScaleToCheck {
  readonly intentId: string
  /** All contracts at the highest price. */
  readonly whole: OrderDraft
  /** Each order with the intent id under which it counts. */
  readonly orders: readonly { readonly intentId: string; readonly draft: OrderDraft }[]
  /** The number that the dealer typed at a warning of this scale, else null. */
  readonly typed: string | null
}

export type ScaleVerdict =
  | { readonly kind: 'pass'; readonly decisions: readonly LimitDecision[] }
  | Exclude<LimitVerdict, { readonly kind: 'pass' }>

const GIVEN = { confirmed: false, walk: null, amends: null, isOfScale: true }

/** All orders of a scale as one. */
export const wholeScale = (
  exceeded: ScaleCheckOptions['exceeded'],
  whole: OrderDraft,
  orders: number,
): ExceededLimits => exceeded(whole, { ...GIVEN, orders })

export const createScaleCheck =
  ({ exceeded, sent, answers, journalFindings, report, hold, version }: ScaleCheckOptions) =>
  ({ intentId, whole, orders, typed }: ScaleToCheck): ScaleVerdict => {
    const all = wholeScale(exceeded, whole, orders.length)
    // Small orders that together turn the position are no trade-outs, as the order of the whole is none.
    const each = orders.map(({ draft }) => exceeded(draft, { ...GIVEN, isPartOfMore: !all.tradeOut }))
    const findings = worstPerLimit([all, ...each].flatMap(({ weighed }) => weighed))
    const unconfirmed = all.blocks.filter(({ limit }) => limit === UNCONFIRMED)
    const blocks = [...unconfirmed, ...findings.filter(({ level }) => level === 'block')]
    if (blocks.length > 0) {
      journalFindings(intentId, whole, blocks)
      report([limitBlockNews(intentId, whole, blocks)])
      return { kind: 'block', findings: blocks, version: version() }
    }
    const isAnswered = answers.isAnswered(intentId, namesOf(findings), typed)
    if (findings.length > 0 && !isAnswered) {
      return askForNumber(
        { answers, journalFindings, version: version() },
        intentId,
        whole,
        findings,
        all.notional,
      )
    }
    const act = scaleToHold(
      { draft: whole, ...all },
      orders.map(({ draft }) => draft),
    )
    const held = act === null ? null : hold(actKey('scale', intentId), act)
    if (held !== null) return { kind: 'held', sentence: held }
    answers.forget(intentId)
    return {
      kind: 'pass',
      decisions: orders.map((order, at): LimitDecision => {
        const notional: Decimal | null = each[at]?.notional ?? null
        sent.note(order.intentId, order.draft, notional ?? ZERO)
        return {
          version: version(),
          findings: [...findings],
          typed: isAnswered ? typed : null,
          ...(notional === null ? {} : { notional: toText(notional) }),
        }
      }),
    }
  }
