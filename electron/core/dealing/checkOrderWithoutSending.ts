/** Answers what would become of an order: refused, warned or admitted. Changes nothing. */

import { toText } from '../../../shared/base/decimal.ts'
import type { Reply } from '../../../shared/contract/contract.ts'
import { legDraft } from '../../../shared/domain/orders/bracket/bracket.ts'
import { WAITED_FOR } from '../../../shared/domain/limits/basketCheck.ts'
import type { BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { withDefaults } from '../../../shared/domain/orders/orderLife.ts'
import { MATTERS_OF_ALL } from '../risk/limits/checkAtTurn.ts'
import type { LimitEngine } from '../risk/limits/checkAndCountOrders.ts'
import type { TradingGate } from '../risk/tradingGate.ts'
import type { RuleProblemOf } from './ruleProblemsOfNewOrder.ts'

export interface OrderCheckOptions {
  readonly limits: Pick<LimitEngine, 'preview'>
  readonly gate: TradingGate
  readonly ruleProblemOf: RuleProblemOf
}

/** Whether a limit may allow the same order later, with nothing changed at this customer. */
const mayAllowLater = (limit: string): boolean => MATTERS_OF_ALL.has(limit) || WAITED_FOR.has(limit)

/** What the admission of a new order would answer. */
export type CheckOrder = (draft: OrderDraft, bracket?: BracketPrices | null) => Promise<Reply<'order.check'>>

export const createOrderCheck =
  ({ limits, gate, ruleProblemOf }: OrderCheckOptions): CheckOrder =>
  async (draft, bracket = null) => {
    const leg = bracket === null ? null : legDraft({ ...draft, prices: bracket }, null)
    const { findings, notional } = await limits.preview(withDefaults(draft), leg)
    const blocked = gate.whyBlocked(draft, 'new-risk')
    const problem = blocked ? null : ruleProblemOf(draft, 'new-risk', bracket)
    const blocks = findings.filter(({ level }) => level === 'block')
    const refusal = (blocked ?? problem)?.message ?? blocks[0]?.sentence ?? null
    return {
      refusal,
      mayPass:
        refusal !== null &&
        (blocked === null || gate.mayPass(draft)) &&
        // A size that does not fit is a matter of this order. The other rules are the same for every customer.
        problem?.field !== 'amount' &&
        blocks.every(({ limit }) => mayAllowLater(limit)),
      findings: [...findings],
      notional: notional === null ? null : toText(notional),
    }
  }
