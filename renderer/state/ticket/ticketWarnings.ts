/** The warnings of the ticket before an order is sent. Pure; blocks no order. */

import { ZERO, add, compare, decimal, divide, subtract, type Decimal } from '../../../shared/base/decimal.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { freshPricesOf } from '../marketProblems.ts'
import { exact, grouped } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import type { TicketContext } from './ticketContext.ts'

export interface TicketWarning {
  readonly title: string
  readonly detail: string
}

const PERCENT = decimal('0.01')

/** Warns about a limit price that is worse than the touch by more than 1 %, or that cannot be compared with a fresh touch. */
function touchWarning({ limitPrice, side }: OrderDraft, context: TicketContext): TicketWarning | null {
  if (limitPrice === null) return null
  const fresh = freshPricesOf(context)
  const [name, touch, known] =
    side === 'buy'
      ? ['best ask', fresh.ask, context.ticker?.bestAsk]
      : ['best bid', fresh.bid, context.ticker?.bestBid]
  if (touch === null)
    return known
      ? {
          title: `No fresh ${name} is known`,
          detail:
            'Openpit cannot tell whether the limit price is through the touch. Look at the ladder first.',
        }
      : null
  const limit = decimal(limitPrice)
  const share = divide(side === 'buy' ? subtract(limit, touch) : subtract(touch, limit), touch)
  if (compare(share, PERCENT) <= 0) return null
  return {
    title: `${grouped((share * 100n) as Decimal, 1)} % through the touch`,
    detail: `The ${name} is ${grouped(touch, pricePlaces(context.instrument))}; the warning is at 1 %.`,
  }
}

/** At most three, worst first. `amount`: contracts of the order; null while unknown. */
export function warningsOf(
  draft: OrderDraft,
  context: TicketContext,
  amount: Decimal | null,
): readonly TicketWarning[] {
  const warnings: TicketWarning[] = []
  const ofTouch = touchWarning(draft, context)
  if (ofTouch) warnings.push(ofTouch)
  if (context.position !== null && amount !== null && context.position !== ZERO) {
    const after = draft.side === 'buy' ? add(context.position, amount) : subtract(context.position, amount)
    if (after !== ZERO && after > 0n !== context.position > 0n)
      warnings.push({
        title: `Flips the position from ${context.position > 0n ? 'long to short' : 'short to long'}`,
        detail: `Held ${exact(context.position)}; the order is larger.`,
      })
  }
  if (
    draft.leverage !== null &&
    (context.leverage === null || context.leverage !== decimal(String(draft.leverage)))
  )
    warnings.push({
      title: `Leverage ${context.leverage === null ? 'becomes' : `${exact(context.leverage)}× →`} ${draft.leverage}×, and stays`,
      detail:
        'It is set for this customer and instrument before the order, even if the order is then refused.',
    })
  return warnings.slice(0, 3)
}
