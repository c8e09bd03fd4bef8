/** Finds the rule of the API or of the instrument that forbids a new order. Checks no limit and no halt. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { decimal, decimalPlaces, type Decimal } from '../../../shared/base/decimal.ts'
import { grouped } from '../../../shared/base/groupedText.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import { legDraft } from '../../../shared/domain/orders/bracket/bracket.ts'
import { bracketProblems, type BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import { fitProblems, type FitContext } from '../../../shared/domain/orders/marketFit.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { orderProblems } from '../../../shared/domain/orders/orderFieldRules.ts'
import type { TriggerPrices } from '../../../shared/domain/orders/triggerFit.ts'
import type { InstrumentStore } from '../market/instrumentAndTickerStore.ts'
import type { Purpose } from '../risk/tradingGate.ts'
import type { FitContextOf } from './priceAndSizeCheckInputs.ts'

/** Why the API or the instrument forbids the order or its bracket; null: neither does. */
export type RuleProblemOf = (
  draft: OrderDraft,
  purpose: Purpose,
  bracket?: BracketPrices | null,
) => Failure | null

const NO_TRIGGERS: TriggerPrices = { trade_price: null, mark_price: null }

/** Why the bracket does not fit its entry, or its prices do not fit the tick. What its legs trigger is judged against the entry's price, not the present one. */
function bracketProblem(draft: OrderDraft, prices: BracketPrices, fit: FitContext | null): Failure | null {
  const step = fit?.instrument.tickSize ?? null
  const write = (price: Decimal) =>
    grouped(price, Math.max(decimalPlaces(price), step === null ? 0 : decimalPlaces(decimal(step))))
  const [problem] = bracketProblems(draft, prices, fit?.prices.mark_price ?? fit?.market ?? null, write)
  if (problem) return failureOf('refused', problem.sentence, { field: `bracket.${problem.field}` })
  const leg = legDraft({ ...draft, prices }, null)
  const [misfit] = fit ? fitProblems(leg, { ...fit, prices: NO_TRIGGERS }) : []
  return misfit ? failureOf('refused', misfit.sentence, { field: `bracket.${misfit.field}` }) : null
}

export const createRuleProblemOf =
  (instruments: Pick<InstrumentStore, 'get' | 'mayListMore'>, fitContext: FitContextOf): RuleProblemOf =>
  (draft, purpose, bracket = null) => {
    const [problem] = orderProblems(draft)
    if (problem) return failureOf('refused', problem.sentence, { field: problem.field })
    const instrument = instruments.get(draft.symbol)
    if (!instrument)
      return failureOf(
        'refused',
        instruments.mayListMore()
          ? `${shownCode(draft.symbol)} is unknown, and the list of instruments is not complete. Nothing was sent. Openpit reads the list again.`
          : `This venue has no instrument ${shownCode(draft.symbol)}. Choose another.`,
        { field: 'symbol' },
      )
    const allowed = tradability(instrument.status)
    if (allowed === 'halted')
      return failureOf('refused', `${shownCode(draft.symbol)} is halted: the venue takes no new orders.`, {
        field: 'symbol',
      })
    if (allowed === 'limit-only' && draft.type !== 'limit')
      return failureOf('refused', `${shownCode(draft.symbol)} is post only now: send a limit order.`, {
        field: 'type',
      })
    // A position is closed at its own size, whatever lot the order book has shown.
    const fit = purpose === 'new-risk' ? fitContext(draft) : null
    const misfit = fit && fitProblems(draft, fit)[0]
    if (misfit) return failureOf('refused', misfit.sentence, { field: misfit.field })
    return bracket === null ? null : bracketProblem(draft, bracket, fit)
  }
