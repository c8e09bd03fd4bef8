/** Says why a block would not be taken, and which limits it would exceed as a whole. The submission judges by the same rules. Sends nothing and counts nothing. */

import { withCode } from '../../../../shared/base/shownCode.ts'
import { toText } from '../../../../shared/base/decimal.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import {
  blockDraftOf,
  draftOfRow,
  whyNoBlock,
  wholeOfBlock,
} from '../../../../shared/domain/block/blockAct.ts'
import { withDefaults } from '../../../../shared/domain/orders/orderLife.ts'
import type { LimitEngine } from '../../risk/limits/checkAndCountOrders.ts'
import type { TradingGate } from '../../risk/tradingGate.ts'
import type { RuleProblemOf } from '../ruleProblemsOfNewOrder.ts'
import type { WhyMissized } from './sizeByPosition.ts'

export interface BlockCheckRules {
  readonly gate: TradingGate
  readonly ruleProblemOf: RuleProblemOf
  readonly whyMissized: WhyMissized
}

export interface BlockProblem {
  readonly failure: Failure
  /** Whether the failure is about the order of one row, and its sentence begins with that customer. */
  readonly isOfRow: boolean
}

type BlockRequest = Request<'order.checkBlock'>

/** The first reason that keeps the block back besides the limits; null: none. All or none is admitted, so the first problem of any row refuses the block. */
export function problemOfBlock(
  { gate, ruleProblemOf, whyMissized }: BlockCheckRules,
  { draft, rows }: BlockRequest,
): BlockProblem | null {
  const forAll = gate.whyManyBlocked(draft)
  if (forAll) return { failure: forAll, isOfRow: false }
  const blockDraft = blockDraftOf(withDefaults(draft))
  for (const row of rows) {
    const order = draftOfRow(blockDraft, row)
    const problem = gate.whyBlocked(order, 'new-risk') ?? ruleProblemOf(order, 'new-risk')
    if (problem)
      return {
        failure: { ...problem, message: withCode(row.customerCode, problem.message) },
        isOfRow: true,
      }
  }
  for (const row of rows) {
    const missized = whyMissized(blockDraft, row, null)
    if (missized !== null) return { failure: failureOf('refused', missized), isOfRow: true }
  }
  return null
}

export type CheckBlock = (request: BlockRequest) => Promise<Result<Reply<'order.checkBlock'>, Failure>>

export const createBlockCheck =
  (options: BlockCheckRules & { readonly limits: Pick<LimitEngine, 'walk' | 'previewBlock'> }): CheckBlock =>
  async (request) => {
    const { limits } = options
    const { rows } = request
    const noBlock = whyNoBlock(request.draft, rows)
    if (noBlock !== null) return ok({ refusal: noBlock, findings: [], notional: null })
    const draft = withDefaults(request.draft)
    const blockDraft = blockDraftOf(draft)
    const whole = wholeOfBlock(draft, rows)
    const orders = rows.map((row) => draftOfRow(blockDraft, row))
    const walk = await limits.walk(whole)
    const { findings, notional } = limits.previewBlock({ whole, orders, walk })
    const problem = problemOfBlock(options, request)
    const block = findings.find(({ level }) => level === 'block')
    return ok({
      refusal: problem?.failure.message ?? block?.sentence ?? null,
      findings: [...findings],
      notional: notional === null ? null : toText(notional),
    })
  }
