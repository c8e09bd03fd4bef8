/** Fits an order to its instrument: price to ticks, amount or cash to lots, and the highest cost. Refuses like an exchange. */

import {
  compare,
  decimal,
  multiply,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { ExchangeInstrument, Level } from '../../exchange/exchange.ts'
import { refuse, type Outcome } from '../../refusal.ts'
import {
  amountOfLots,
  lotsForCash,
  lotsOf,
  quoteAgainst,
  quoteOf,
  ticksOf,
} from '../../bookkeeping/ticksAndLots.ts'

/** The fields of an order that determine its size. */
export type OrderToSize = Pick<OrderDraft, 'side' | 'amount' | 'cashAmount' | 'limitPrice'>

export interface SizedOrder {
  readonly limitTicks: number | null
  readonly lots: number
  readonly amount: DecimalText
  /** USDC that the order may cost: at its limit, else against the book, else at the mark. */
  readonly quote: Decimal
}

/** `readLevels` gives the side that the order would take from, best first; an amount at a limit needs none, however long the side is. `mark` prices a market order on an empty book. */
export function sizeOrder(
  draft: OrderToSize,
  instrument: ExchangeInstrument,
  readLevels: () => readonly Level[],
  mark: Decimal | null,
): Outcome<SizedOrder> {
  const limitTicks = draft.limitPrice === null ? null : ticksOf(instrument, decimal(draft.limitPrice))
  if (draft.limitPrice !== null && limitTicks === null)
    return refuse('ORDER_REJECTED', `limit_price must be a multiple of ${instrument.tickSize}`)

  const lots = countLots(draft, instrument, readLevels, limitTicks)
  if (!lots.ok) return lots
  const amount = amountOfLots(instrument, lots.value)
  const quote =
    limitTicks === null
      ? (quoteAgainst(instrument, readLevels(), lots.value) ?? multiply(amount, mark ?? decimal('0')))
      : quoteOf(instrument, limitTicks, lots.value)
  if (compare(quote, decimal(instrument.maximumNotional)) > 0)
    return refuse('ORDER_REJECTED', `notional is above the maximum of ${instrument.maximumNotional} USDC`)
  return ok({ limitTicks, lots: lots.value, amount: toText(amount), quote })
}

function countLots(
  draft: OrderToSize,
  instrument: ExchangeInstrument,
  readLevels: () => readonly Level[],
  limitTicks: number | null,
): Outcome<number> {
  if (draft.amount !== null) {
    const lots = lotsOf(instrument, decimal(draft.amount))
    return lots === null
      ? refuse('ORDER_REJECTED', `amount must be a multiple of ${instrument.lotSize}`)
      : ok(lots)
  }
  const limit = limitTicks === null ? null : { ticks: limitTicks, side: draft.side }
  const lots = lotsForCash(instrument, readLevels(), decimal(draft.cashAmount ?? '0'), limit)
  if (!Number.isSafeInteger(lots)) return refuse('ORDER_REJECTED', 'cash_amount is too large')
  return lots === 0
    ? refuse('ORDER_REJECTED', `cash_amount does not buy ${instrument.lotSize} at the book's prices`)
    : ok(lots)
}
