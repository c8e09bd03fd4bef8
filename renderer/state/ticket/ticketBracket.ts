/** The bracket of a ticket: typed prices or distances, the prices that they mean, and what each leg would win or lose. Pure; sends nothing. */

import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  divide,
  multiply,
  negate,
  roundToStep,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { legDraft } from '../../../shared/domain/orders/bracket/bracket.ts'
import {
  bracketProblems,
  priceOfEntry,
  type BracketPrices,
} from '../../../shared/domain/orders/bracketPrices.ts'
import { fitProblems, type FitContext } from '../../../shared/domain/orders/marketFit.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import { priceText } from '../../format/priceText.ts'
import { readTyped } from '../../format/numbers.ts'
import type { TicketForm } from './formFields.ts'

/** One leg of the bracket as it is typed. */
export interface TypedLeg {
  /** The price that the text means; null while it means none. */
  readonly price: Decimal | null
  readonly problem: string | null
  /** USDC between the entry's price and this one for the whole order, before fees; below 0 it loses. Null while unknown. */
  readonly result: Decimal | null
}

export interface TicketBracket {
  readonly profit: TypedLeg
  readonly stop: TypedLeg
  /** Null while nothing is typed, or something typed cannot be sent. */
  readonly prices: BracketPrices | null
  /** Why the ticket cannot be sent with what is typed; null: it can. */
  readonly problem: string | null
  /** Whether the entry's price is an estimate, and with it every distance and result. */
  readonly isEstimate: boolean
}

/** The order to which the bracket belongs, as far as it can be read. */
export interface BracketSubject {
  readonly form: TicketForm
  readonly draft: OrderDraft | null
  readonly instrument: Instrument | undefined
  /** A mark that is recent enough; null for none. */
  readonly mark: Decimal | null
}

const NOTHING: TypedLeg = { price: null, problem: null, result: null }
const CENT = decimal('0.01')

/** Whether the ticket's order may have a bracket: a combo closes a position itself. */
export const mayHaveBracket = ({ type }: Pick<TicketForm, 'type'>): boolean =>
  type !== 'take_profit_stop_loss'

const priceIn = (text: string): DecimalText | null => {
  const read = readTyped(text)
  return read.ok && read.value > 0n ? toText(read.value) : null
}

/** `66000` is a price; `200t` and `1.5%` are distances from the entry, on the side of the leg. */
function readLeg(
  text: string,
  isAbove: boolean,
  entry: Decimal | null,
  tick: Decimal | null,
): { readonly price: Decimal | null; readonly problem: string | null } {
  const [, digits, unit] = /^\+?(.*?)\s*([t%])?$/i.exec(text.trim()) ?? []
  const read = readTyped(digits ?? '')
  if (!read.ok)
    return { price: null, problem: `${read.failure}: a price, or a distance such as 200t or 1.5%.` }
  if (read.value <= 0n) return { price: null, problem: 'Must be above 0.' }
  if (unit === undefined) return { price: read.value, problem: null }
  if (entry === null)
    return {
      price: null,
      problem: 'A distance needs the price of the entry, which is not known. Type a price.',
    }
  if (unit !== '%' && tick === null)
    return { price: null, problem: 'The tick of the instrument is not known. Type a price or a percentage.' }
  const distance =
    unit === '%' ? multiply(entry, multiply(read.value, decimal('0.01'))) : multiply(tick ?? ZERO, read.value)
  const exactly = isAbove ? add(entry, distance) : subtract(entry, distance)
  const price = roundToStep(exactly, tick ?? CENT, 'nearest')
  return price > 0n
    ? { price, problem: null }
    : { price: null, problem: 'That is further than the price of the entry itself. Type less.' }
}

/** Contracts of the order; of a cash order about so many as the entry's price buys. Null while unknown. */
function amountOf(draft: OrderDraft | null, entry: Decimal | null): Decimal | null {
  if (draft?.amount) return decimal(draft.amount)
  return draft?.cashAmount && entry !== null && entry > 0n ? divide(decimal(draft.cashAmount), entry) : null
}

export function readTicketBracket({ form, draft, instrument, mark }: BracketSubject): TicketBracket {
  const { bracketProfit, bracketStop, side } = form
  const isTyped = mayHaveBracket(form) && (bracketProfit !== '' || bracketStop !== '')
  const entry =
    side === ''
      ? null
      : priceOfEntry(
          {
            side,
            limitPrice: draft?.limitPrice ?? priceIn(form.limitPrice),
            triggerPrice: draft?.triggerPrice ?? priceIn(form.triggerPrice),
          },
          mark,
        )
  const amount = amountOf(draft, entry)
  const isEstimate =
    draft === null ||
    draft.limitPrice === null ||
    draft.cashAmount !== null ||
    (entry !== null && compare(entry, decimal(draft.limitPrice)) !== 0)
  const none = { profit: NOTHING, stop: NOTHING, prices: null, problem: null, isEstimate }
  if (!isTyped) return none
  if (side === '') return { ...none, problem: 'Choose buy or sell first.' }
  const tick = instrument?.tickSize ? decimal(instrument.tickSize) : null
  const legOf = (text: string, isProfit: boolean): TypedLeg => {
    if (text === '') return NOTHING
    const isAbove = isProfit === (side === 'buy')
    const { price, problem } = readLeg(text, isAbove, entry, tick)
    const gap = price === null || entry === null ? null : absolute(subtract(price, entry))
    const isWin = price !== null && entry !== null && compare(price, entry) === (side === 'buy' ? 1 : -1)
    const value = gap === null || amount === null ? null : multiply(gap, amount)
    return { price, problem, result: value === null ? null : isWin ? value : negate(value) }
  }
  const legs = { profit: legOf(bracketProfit, true), stop: legOf(bracketStop, false) }
  const own = legs.profit.problem ?? legs.stop.problem
  if (own !== null) return { ...none, ...legs, problem: own }
  const prices: BracketPrices = {
    takeProfitPrice: legs.profit.price === null ? null : toText(legs.profit.price),
    stopLossPrice: legs.stop.price === null ? null : toText(legs.stop.price),
  }
  if (!draft || !instrument) return { ...none, ...legs }
  const write = (price: Decimal) => priceText(toText(price), instrument)
  const [wrong] = bracketProblems(draft, prices, mark, write)
  const context: FitContext = {
    instrument,
    market: null,
    prices: { trade_price: null, mark_price: null },
    position: null,
  }
  const [misfit] = wrong ? [] : fitProblems(legDraft({ ...draft, prices }, null), context)
  const problem = wrong?.sentence ?? misfit?.sentence ?? null
  if (problem === null) return { ...legs, prices, problem, isEstimate }
  const isStop = wrong
    ? wrong.field === 'stopLossPrice'
    : legs.profit.price === null || misfit?.field === 'stopLossPrice'
  const faulty = isStop ? { stop: { ...legs.stop, problem } } : { profit: { ...legs.profit, problem } }
  return { ...none, ...legs, ...faulty, problem }
}
