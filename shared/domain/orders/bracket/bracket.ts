/** A bracket: an entry whose fills get a take profit and a stop loss, and the legs placed for them so far. The fold over order events, and the sums. Pure. */

import { z } from 'zod'
import type { EpochMs } from '../../../base/clock.ts'
import {
  ZERO,
  add,
  compare,
  decimal,
  maximum,
  minimum,
  subtract,
  toText,
  zeroText,
  type Decimal,
} from '../../../base/decimal.ts'
import { decimalText, customerCode, oppositeSide, referenceId, side, symbol } from '../../scalars.ts'
import { isLive, wasShown, orderKey, plainDraft, type Order, type OrderDraft } from '../order.ts'
import type { OrderEvent } from '../orderLife.ts'
import { bracketPrices } from '../bracketPrices.ts'

/**
 * What became of a leg. `open`: it may be live · `done`: it ended at the venue, or the dealer stopped it · `not-sent`: no byte left, so that its
 * contracts need another leg · `refused`: the venue refused it · `dead`: it never reached the venue, or was written off.
 */
export const legFate = z.enum(['open', 'done', 'not-sent', 'refused', 'dead'])
export type LegFate = z.infer<typeof legFate>

export const bracketLeg = z.strictObject({
  referenceId,
  /** Contracts that the leg was placed for. A later amend of the leg does not change them. */
  amount: decimalText,
  fate: legFate,
})

export const bracket = z.strictObject({
  customerCode,
  symbol,
  /** Reference id of the entry. */
  entry: referenceId,
  /** Side of the entry; its legs have the other one. */
  side,
  prices: bracketPrices,
  /** The largest fill of the entry that was seen, contracts. */
  filled: decimalText,
  /** Whether the entry is over, as far as is known. */
  isEntryOver: z.boolean(),
  /** Contracts of the fill that get no leg any more, because the position no longer holds them. */
  released: decimalText,
  legs: z.array(bracketLeg),
})
export type Bracket = z.infer<typeof bracket>

/** Contracts for which a leg exists or may exist. */
export const coveredBy = ({ legs }: Pick<Bracket, 'legs'>): Decimal =>
  legs.reduce((sum, { amount, fate }) => (fate === 'not-sent' ? sum : add(sum, decimal(amount))), ZERO)

/** Contracts of the fill that need a leg and have none. Never below 0. */
export const uncovered = (subject: Pick<Bracket, 'filled' | 'released' | 'legs'>): Decimal =>
  maximum(ZERO, subtract(subtract(decimal(subject.filled), decimal(subject.released)), coveredBy(subject)))

/** Whether nothing can happen to the bracket any more: the entry is over, its fill is covered, and no leg may be live. */
export const isBracketOver = (subject: Bracket): boolean =>
  subject.isEntryOver && uncovered(subject) === 0n && subject.legs.every(({ fate }) => fate !== 'open')

/** Ms for which the venue may still show a fill of an order that it reported as over. No rule of the API bounds it (docs/order-lifecycle.md#brackets). */
const LATE_FILL_MS = 7 * 24 * 3_600_000

/** Whether a trade may still show that this ended entry of a bracket filled further. The bracket must then be known, in the next run too. */
export const mayFillLate = (entry: Order, now: EpochMs): boolean =>
  entry.bracket !== undefined &&
  !isLive(entry) &&
  wasShown(entry) &&
  (entry.amount === null || compare(decimal(entry.filledAmount), decimal(entry.amount)) < 0) &&
  now - entry.updatedAt < LATE_FILL_MS

/**
 * Contracts of the next leg: what is uncovered, and never more than the position still holds beside the legs that may be live. `held`: contracts
 * of the position on the entry's side. `openLegs`: contracts of live legs that close the same position.
 */
export const nextLegAmount = (subject: Bracket, held: Decimal, openLegs: Decimal): Decimal =>
  minimum(uncovered(subject), maximum(ZERO, subtract(held, openLegs)))

/** The order that closes `amount` contracts of the entry: a combo where the bracket has both prices, else a stop loss or a take profit. */
export function legDraft(
  subject: Pick<Bracket, 'customerCode' | 'symbol' | 'side' | 'prices'>,
  amount: Decimal | null,
): OrderDraft {
  const { takeProfitPrice, stopLossPrice } = subject.prices
  const isCombo = takeProfitPrice !== null && stopLossPrice !== null
  return plainDraft({
    customerCode: subject.customerCode,
    symbol: subject.symbol,
    side: oppositeSide(subject.side),
    type: isCombo ? 'take_profit_stop_loss' : takeProfitPrice === null ? 'stop_loss' : 'take_profit',
    amount: amount === null ? null : toText(amount),
    ...(isCombo ? { takeProfitPrice, stopLossPrice } : { triggerPrice: takeProfitPrice ?? stopLossPrice }),
  })
}

function fateOf(now: Order, before: Order | undefined, known: LegFate): LegFate {
  switch (now.phase) {
    case 'rejected':
      return 'refused'
    case 'dead':
      return 'dead'
    case 'closed':
      return 'done'
    case 'not-sent':
      // A leg that the dealer or a halt canceled before it was sent is not placed again.
      return before?.pending === 'cancel' ? 'done' : known === 'open' ? 'not-sent' : known
    case 'intent':
    case 'sent':
    case 'working':
    case 'unknown':
    case 'resolving':
    case 'unresolved':
      return 'open'
  }
}

/** The intent of an entry with a bracket, or of a leg. */
function foldIntent(brackets: Map<string, Bracket>, now: Order): void {
  const { customerCode: customer, referenceId: id } = now
  const ownKey = orderKey(now)
  if (now.bracket && !brackets.has(ownKey))
    brackets.set(ownKey, {
      customerCode: customer,
      symbol: now.symbol,
      entry: id,
      side: now.side,
      prices: { takeProfitPrice: now.bracket.takeProfitPrice, stopLossPrice: now.bracket.stopLossPrice },
      filled: zeroText,
      isEntryOver: false,
      released: zeroText,
      legs: [],
    })
  const key = now.legOf === undefined ? null : orderKey({ customerCode: customer, referenceId: now.legOf })
  const owner = key === null ? undefined : brackets.get(key)
  if (key !== null && owner && owner.legs.every(({ referenceId: known }) => known !== id))
    brackets.set(key, {
      ...owner,
      legs: [...owner.legs, { referenceId: id, amount: now.amount ?? zeroText, fate: 'open' }],
    })
}

/** Folds one change of an order into the brackets, by the key of their entry. Changes the map. Returns the key of the changed bracket; null: none changed. */
export function foldBracket(
  brackets: Map<string, Bracket>,
  now: Order,
  before: Order | undefined,
  event: OrderEvent,
): string | null {
  if (!before && event.kind === 'intent') foldIntent(brackets, now)
  const ownKey = orderKey(now)
  const own = brackets.get(ownKey)
  if (own) {
    brackets.set(ownKey, {
      ...own,
      filled: toText(maximum(decimal(own.filled), decimal(now.filledAmount))),
      isEntryOver: !isLive(now),
      released: now.bracket?.released ?? own.released,
    })
    return ownKey
  }
  if (now.legOf === undefined) return null
  const key = orderKey({ customerCode: now.customerCode, referenceId: now.legOf })
  const owner = brackets.get(key)
  if (!owner) return null
  brackets.set(key, {
    ...owner,
    legs: owner.legs.map((leg) =>
      leg.referenceId === now.referenceId ? { ...leg, fate: fateOf(now, before, leg.fate) } : leg,
    ),
  })
  return key
}
