/** Finds the rule of the API or of the instrument that forbids a new order. Checks no limit and no halt. */

import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import { fitProblems } from '../../../shared/domain/orders/marketFit.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { orderProblems } from '../../../shared/domain/orders/orderFieldRules.ts'
import type { InstrumentStore } from '../market/instrumentAndTickerStore.ts'
import type { Purpose } from '../risk/tradingGate.ts'
import type { FitContextOf } from './priceAndSizeCheckInputs.ts'

/** Why the API or the instrument forbids the order; null: neither does. */
export type RuleProblemOf = (draft: OrderDraft, purpose: Purpose) => Failure | null

export const createRuleProblemOf =
  (instruments: Pick<InstrumentStore, 'get' | 'mayListMore'>, fitContext: FitContextOf): RuleProblemOf =>
  (draft, purpose) => {
    const [problem] = orderProblems(draft)
    if (problem) return failureOf('refused', problem.sentence, { field: problem.field })
    const instrument = instruments.get(draft.symbol)
    if (!instrument)
      return failureOf(
        'refused',
        instruments.mayListMore()
          ? `${draft.symbol} is unknown, and the list of instruments is not complete. Nothing was sent. Openpit reads the list again.`
          : `This venue has no instrument ${draft.symbol}. Choose another.`,
        { field: 'symbol' },
      )
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
