/** Gives some intents of a simulated day a bracket, and tells the legs of each from every other order. Plans only; the desk places the legs. */

import { decimal, toText } from '../../../shared/base/decimal.ts'
import type { Random } from '../../../shared/base/random.ts'
import type { BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { MIDDLES } from '../world/quietExchange.ts'
import { priceOf, type Intent, type PlannedAct } from './dealer.ts'

/** The prices by which a leg is known: no two intents share them, and no order of the dealer's own lies so far away. */
export interface LegPrices {
  readonly symbol: string
  readonly type: string
  readonly takeProfitPrice: string | null
  readonly triggerPrice: string | null
}

const NEAREST_OWN = 100

/** Of a leg's own price, or of any other order, for which it finds nothing. */
export function legKey({ symbol, type, takeProfitPrice, triggerPrice }: LegPrices): string | null {
  const own = type === 'take_profit_stop_loss' ? takeProfitPrice : triggerPrice
  return own === null ? null : `${type} ${symbol} ${toText(decimal(own))}`
}

const WITH_BRACKET: ReadonlySet<OrderDraft['type']> = new Set(['market', 'limit'])

function bracketOf(random: Random, draft: OrderDraft, index: number): BracketPrices {
  const middle = MIDDLES.get(draft.symbol) ?? 0
  const better = draft.side === 'buy' ? 1 : -1
  const entry = draft.limitPrice === null ? middle : Math.round(Number(draft.limitPrice) * 2)
  const own = NEAREST_OWN + index
  const kind = random.integer(4)
  if (kind === 0) return { takeProfitPrice: null, stopLossPrice: priceOf(middle - better * own) }
  if (kind === 1) return { takeProfitPrice: priceOf(middle + better * own), stopLossPrice: null }
  // The stop lies near the entry, so that some legs trigger while the day lasts.
  const stop = Math.min(better * entry, better * middle) - 4 - random.integer(25)
  return { takeProfitPrice: priceOf(middle + better * own), stopLossPrice: priceOf(better * stop) }
}

/** Two of three orders that may have one get a bracket. The acts stay as they are otherwise. */
export function withBrackets(random: Random, acts: readonly PlannedAct[]): PlannedAct[] {
  let index = 0
  return acts.map((planned) => {
    const { act } = planned
    if (act.does !== 'submit') return planned
    index++
    const fits =
      WITH_BRACKET.has(act.intent.draft.type) &&
      Number.isInteger(Number(act.intent.draft.limitPrice ?? 0) * 2)
    if (!fits || random.next() >= 2 / 3) return planned
    const bracket = bracketOf(random, act.intent.draft, index)
    return { ...planned, act: { ...act, intent: { ...act.intent, bracket } } }
  })
}

/** The intents with a bracket, by the key of their legs. */
export function intentsByLeg(acts: readonly PlannedAct[]): ReadonlyMap<string, Intent> {
  const byLeg = new Map<string, Intent>()
  for (const { act } of acts) {
    if (act.does !== 'submit' || !act.intent.bracket) continue
    const { intent } = act
    const { takeProfitPrice, stopLossPrice } = act.intent.bracket
    const type =
      takeProfitPrice === null
        ? 'stop_loss'
        : stopLossPrice === null
          ? 'take_profit'
          : 'take_profit_stop_loss'
    const triggerPrice = takeProfitPrice ?? stopLossPrice
    const key = legKey({ symbol: intent.draft.symbol, type, takeProfitPrice, triggerPrice })
    if (key !== null) byLeg.set(key, intent)
  }
  return byLeg
}
