/** The limits on orders in a second, minute or day that a scale meets by its number of orders alone. Pure; blocks nothing. */

import { ZERO, absolute, compare, decimal, type Decimal } from '../../../shared/base/decimal.ts'
import { countFindings } from '../../../shared/domain/limits/limitCheck.ts'
import type { LimitRule } from '../../../shared/domain/limits/limits.ts'
import type { LimitFinding } from '../../../shared/domain/orders/limitDecision.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { TicketWarning } from './ticketWarnings.ts'

interface ScaleRate {
  readonly rules: readonly LimitRule[]
  /** Contracts held, signed; null while unknown. */
  readonly position: Decimal | null
}

/** Whether the scale may only reduce the position: the core alone knows, and these limits let it pass then (docs/limits.md). */
const mayOnlyReduce = ({ side, amount }: OrderDraft, position: Decimal | null): boolean =>
  position !== null &&
  position !== ZERO &&
  position > 0n === (side === 'sell') &&
  amount !== null &&
  compare(decimal(amount), absolute(position)) <= 0

/** The worst finding; null where the number of orders alone meets no limit. `isSure`: the core finds it too. */
export function rateFinding(
  draft: OrderDraft,
  orders: number,
  { rules, position }: ScaleRate,
): (LimitFinding & { readonly isSure: boolean }) | null {
  const [worst] = countFindings(draft, orders, rules)
  return worst ? { ...worst, isSure: !mayOnlyReduce(draft, position) } : null
}

export function rateWarning(draft: OrderDraft, orders: number, rate: ScaleRate): TicketWarning | null {
  const finding = rateFinding(draft, orders, rate)
  if (finding === null) return null
  const { level, sentence, isSure } = finding
  const effect =
    level === 'block'
      ? 'they refuse the whole scale. Type fewer orders'
      : 'they ask for a typed number before it is sent'
  return {
    title: sentence,
    detail: `The limits count all orders of a scale at once: ${effect}${isSure ? '' : ', unless the scale only makes the position smaller'}.`,
  }
}
