/** Answers what would become of an order: refused, warned or admitted. Changes nothing. */

import { toText } from '../../../shared/base/decimal.ts'
import type { Reply } from '../../../shared/contract/contract.ts'
import { legDraft } from '../../../shared/domain/orders/bracket/bracket.ts'
import type { BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../shared/domain/orders/orderLife.ts'
import type { LimitEngine } from '../risk/limits/checkAndCountOrders.ts'
import type { TradingGate } from '../risk/tradingGate.ts'
import type { RuleProblemOf } from './ruleProblemsOfNewOrder.ts'

export interface OrderCheckOptions {
  readonly limits: Pick<LimitEngine, 'preview'>
  readonly gate: TradingGate
  readonly ruleProblemOf: RuleProblemOf
}

/** What the admission of a new order would answer. */
export type CheckOrder = (draft: OrderDraft, bracket?: BracketPrices | null) => Promise<Reply<'order.check'>>

export const createOrderCheck =
  ({ limits, gate, ruleProblemOf }: OrderCheckOptions): CheckOrder =>
  async (draft, bracket = null) => {
    const leg = bracket === null ? null : legDraft({ ...draft, prices: bracket }, null)
    const { findings, notional } = await limits.preview(withDefaults(draft), leg)
    const refusal = gate.whyBlocked(draft, 'new-risk') ?? ruleProblemOf(draft, 'new-risk', bracket)
    const block = findings.find(({ level }) => level === 'block')
    return {
      refusal: refusal?.message ?? block?.sentence ?? null,
      findings: [...findings],
      notional: notional === null ? null : toText(notional),
    }
  }
