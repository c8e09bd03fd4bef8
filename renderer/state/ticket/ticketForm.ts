/** The order ticket as data: the typed values, their changes by keys, and the resulting order. Pure; sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  ZERO,
  add,
  canonical,
  decimal,
  maximum,
  roundToStep,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import { tradability, type Instrument, type Ticker } from '../../../shared/domain/instrument.ts'
import {
  plainDraft,
  type Order,
  type OrderDraft,
  type OrderType,
  type TimeInForce,
} from '../../../shared/domain/orders/order.ts'
import {
  TYPE_RULES,
  defaultTimeInForce,
  orderProblems,
  type OrderProblem,
} from '../../../shared/domain/orders/orderFieldRules.ts'
import type { Fitted } from '../../../shared/domain/orders/marketFit.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'
import { marketProblems } from '../marketProblems.ts'
import { grouped, readTyped } from '../../format/numbers.ts'
import { customerFirst } from '../../format/customerFirst.ts'
import { NO_VALUE, amountText, estimateText, orderSentence, valueOf } from '../../format/orderSentence.ts'
import type { TicketContext } from './ticketContext.ts'
import type { TicketTemplate } from '../../../shared/domain/settings/ticketTemplates.ts'
import type { ScaleWeights } from '../../../shared/domain/orders/scale/scaleRows.ts'
import type { SizeBasis } from './sizeBy.ts'
import {
  NUMBER_FIELDS,
  TARGET_FIELDS,
  emptyTicket,
  type NumberField,
  type TargetField,
  type TextField,
  type TicketForm,
} from './formFields.ts'
import { withTemplateApplied } from './templateForm.ts'
import { withRest } from './restOfScale.ts'
import { withScale, withType } from './withType.ts'
import { warningsOf, type TicketWarning } from './ticketWarnings.ts'
import { capOf } from '../../keys/caps.ts'

export { NUMBER_FIELDS, emptyTicket, type NumberField, type TextField, type TicketForm }

export type TicketChange =
  | { readonly kind: 'typed'; readonly field: TextField; readonly text: string }
  | { readonly kind: 'side'; readonly side: Side }
  | { readonly kind: 'type'; readonly type: OrderType }
  /** Makes the order a scale. Another type makes it a single order again. */
  | { readonly kind: 'scale' }
  | { readonly kind: 'scaleWeights'; readonly weights: ScaleWeights }
  /** Fills in the orders of a scale that were not sent. */
  | { readonly kind: 'rest'; readonly unsent: readonly Order[]; readonly said: string }
  | { readonly kind: 'timeInForce'; readonly timeInForce: TimeInForce | '' }
  | { readonly kind: 'sizeBasis'; readonly basis: SizeBasis }
  | { readonly kind: 'template'; readonly template: TicketTemplate; readonly said: string }
  /** Takes values that fit in place of typed ones. `said`: what changed, in one sentence. */
  | {
      readonly kind: 'take'
      readonly values: Partial<Readonly<Record<NumberField, string>>>
      readonly said: string
    }
  /** Moves a number by steps of its grid: ticks for prices, lots for the amount. */
  | {
      readonly kind: 'step'
      readonly field: NumberField
      readonly steps: number
      readonly step: Decimal
      readonly from: Decimal | null
    }
  /** The window's customer or instrument changed. A field that the dealer typed stays, and a begun ticket stays whole. */
  | { readonly kind: 'follow'; readonly customerCode: string; readonly symbol: string }
  /** The order was sent: clears sizes, prices and pins, keeps customer, instrument, side and type. */
  | { readonly kind: 'sent' }

/** Whether the dealer has typed a size or price. */
export const isBegun = (form: TicketForm): boolean =>
  form.sizeValue !== '' ||
  form.scaleTo !== '' ||
  form.bracketProfit !== '' ||
  form.bracketStop !== '' ||
  NUMBER_FIELDS.some((field) => form[field] !== '')

export function changeTicket(form: TicketForm, change: TicketChange): TicketForm {
  switch (change.kind) {
    case 'typed':
      return typed(form, change.field, change.text)
    case 'side':
      return { ...form, side: change.side, scaleRest: null }
    case 'type':
      return withType(form, change.type)
    case 'scale':
      return withScale(form)
    case 'scaleWeights':
      return { ...form, scaleWeights: change.weights, scaleRest: null }
    case 'rest':
      return withRest(form, change.unsent)
    case 'timeInForce':
      return { ...form, timeInForce: change.timeInForce }
    case 'sizeBasis':
      return { ...form, sizeBasis: change.basis, sizeValue: '', riskStop: '' }
    case 'template':
      return withTemplateApplied(form, change.template)
    case 'take':
      return NUMBER_FIELDS.reduce((taken, field) => {
        const value = change.values[field]
        return value === undefined ? taken : typed(taken, field, value)
      }, form)
    case 'step': {
      const now = readTyped(form[change.field])
      const base = now.ok ? now.value : change.from
      if (base === null) return form
      const moved = add(
        roundToStep(base, change.step, 'nearest'),
        (change.step * BigInt(change.steps)) as Decimal,
      )
      return typed(form, change.field, toText(maximum(moved, change.step)))
    }
    case 'follow':
      return isBegun(form) ? form : followed(form, change)
    case 'sent':
      return {
        ...emptyTicket,
        customerCode: form.customerCode,
        symbol: form.symbol,
        side: form.side,
        type: form.type,
        sizeBasis: form.sizeBasis,
        isScale: form.isScale,
        scaleCount: form.scaleCount,
        scaleWeights: form.scaleWeights,
      }
  }
}

/** Typing in one size field empties the other (docs/keyboard.md#ticket). Cash is IOC only (docs/api.md#gap.22). */
function typed(form: TicketForm, field: TextField, text: string): TicketForm {
  const scaleRest = field === 'leverage' || form[field] === text ? form.scaleRest : null
  if (field === 'amount' && text !== '') return { ...form, amount: text, cashAmount: '', scaleRest }
  if (field === 'cashAmount' && text !== '') return { ...form, cashAmount: text, amount: '', timeInForce: '' }
  const pinned = TARGET_FIELDS.filter((target) =>
    target === field ? text !== '' : form.pinned.includes(target),
  )
  return { ...form, [field]: text, pinned, scaleRest }
}

/** A typed target stays pinned until the window shows the same, or until the dealer empties its field. */
function followed(form: TicketForm, window: Pick<TicketForm, TargetField>): TicketForm {
  const pinned = form.pinned.filter((field) => form[field] !== window[field])
  const kept = Object.fromEntries(pinned.map((field) => [field, form[field]]))
  return { ...form, customerCode: window.customerCode, symbol: window.symbol, ...kept, pinned }
}

/** `offer`: a fitting value; null or left out where there is none. */
export type TicketProblem = OrderProblem & { readonly offer?: DecimalText | null }

export interface TicketReading {
  /** The order to send; null while a rule is broken. */
  readonly draft: OrderDraft | null
  readonly problems: readonly TicketProblem[]
  /** Grey counterpart of the other size box: contracts for a cash order, USDC for an order in contracts. */
  readonly equivalent: { readonly amount: string; readonly cashAmount: string }
  readonly timeInForce: TimeInForce | null
  /** Two lines for the button; null while a rule is broken. */
  readonly button: { readonly order: string; readonly value: string } | null
  readonly sentence: string | null
  /** At most three, worst first (docs/limits.md#warnings). */
  readonly warnings: readonly TicketWarning[]
}

export const FIELD_NAMES: Readonly<Record<NumberField, string>> = {
  amount: 'Amount',
  cashAmount: 'Cash amount',
  limitPrice: 'Limit price',
  triggerPrice: 'Trigger price',
  takeProfitPrice: 'Take-profit price',
  stopLossPrice: 'Stop-loss price',
}

/** Reads the form and checks it against the API's rules (`shared/domain/orders/orderFieldRules.ts`) and the limits. */
export function readTicket(form: TicketForm, context: TicketContext): TicketReading {
  const unreadable: OrderProblem[] = []
  const number = (field: NumberField) => {
    if (form[field] === '') return null
    const read = readTyped(form[field])
    if (read.ok) return toText(read.value)
    unreadable.push({ field, sentence: `${FIELD_NAMES[field]}: ${read.failure}.` })
    return null
  }
  const amount = number('amount')
  const cashAmount = number('cashAmount')
  const timeInForce =
    form.timeInForce === '' ? defaultTimeInForce(form.type, cashAmount !== null) : form.timeInForce
  const values = {
    customerCode: form.customerCode,
    symbol: form.symbol,
    side: form.side,
    type: form.type,
    amount,
    cashAmount,
    limitPrice: number('limitPrice'),
    triggerPrice: number('triggerPrice'),
    takeProfitPrice: number('takeProfitPrice'),
    stopLossPrice: number('stopLossPrice'),
    triggerPriceType: TYPE_RULES[form.type].triggerPriceType,
    timeInForce,
    leverage: form.leverage.replace(/[x×]$/i, '').trim(),
  }
  const broken = new Set(unreadable.map((problem) => problem.field))
  const rules = orderProblems(values).filter((problem) => !broken.has(problem.field))
  // Only values that pass the API's rules are checked against the market.
  const sound = { ...values, ...Object.fromEntries(rules.map((problem) => [problem.field, null])) }
  const problems: TicketProblem[] = [
    ...rules,
    ...unreadable,
    ...misfits({ ...sound, side: values.side, type: values.type }, context),
    ...deskProblems(form, context),
  ]
  const problemFree = problems.length === 0 && context.instrument !== undefined
  const draft = problemFree
    ? plainDraft({
        ...values,
        customerCode: form.customerCode as CustomerCode,
        symbol: form.symbol as Symbol,
        side: form.side as Side,
        leverage: values.leverage === '' ? null : Number.parseInt(values.leverage, 10),
      })
    : null
  const sketch = plainDraft({
    ...values,
    customerCode: form.customerCode as CustomerCode,
    symbol: form.symbol as Symbol,
    side: form.side === '' ? 'buy' : form.side,
    leverage: null,
  })
  const value = form.amount === '' && form.cashAmount === '' ? NO_VALUE : valueOf(sketch, context)
  return {
    draft,
    problems,
    timeInForce,
    equivalent: {
      amount:
        form.cashAmount !== '' && value.amount !== null && context.instrument
          ? estimateText(amountText(value.amount, context.instrument), value)
          : '',
      cashAmount:
        form.amount !== '' && value.notional !== null ? estimateText(grouped(value.notional, 2), value) : '',
    },
    ...wordsOf(draft, context, value.notional),
    warnings: draft ? warningsOf(atWorstPrice(form, draft), context, value.amount) : [],
  }
}

/** Of a scale, the draft at the end of its range that lies furthest through the market. */
function atWorstPrice(form: TicketForm, draft: OrderDraft): OrderDraft {
  const to = form.isScale ? readTyped(form.scaleTo) : null
  if (to === null || !to.ok || draft.limitPrice === null) return draft
  const isWorse =
    draft.side === 'buy' ? to.value > decimal(draft.limitPrice) : to.value < decimal(draft.limitPrice)
  return isWorse ? { ...draft, limitPrice: toText(to.value) } : draft
}

/** Why the venue accepts no order of this type now, by the instrument's status (docs/api.md#instrument); null when it does. */
export function typeRefusal(instrument: Instrument | undefined, type: OrderType): string | null {
  if (!instrument) return null
  const open = tradability(instrument.status)
  if (open === 'halted')
    return `${shownCode(instrument.symbol)} is halted (trade_halt): new orders are refused.`
  return open === 'limit-only' && type !== 'limit'
    ? `${shownCode(instrument.symbol)} takes limit orders only (post_only): matching is off.`
    : null
}

type TypedValues = Omit<Fitted, 'side'> & Pick<TicketForm, 'customerCode' | 'symbol' | 'side' | 'type'>

/** Values that do not fit the instrument and its market, and prices that a limit blocks. Empty before a side is chosen. */
function misfits(values: TypedValues, context: TicketContext): TicketProblem[] {
  const { instrument, ticker, position } = context
  const { side } = values
  if (!instrument || side === '') return []
  const draft = plainDraft({
    ...values,
    side,
    customerCode: values.customerCode as CustomerCode,
    symbol: values.symbol as Symbol,
  })
  return marketProblems(draft, { instrument, ticker, position, rules: context.rules, now: context.now })
}

function deskProblems(form: TicketForm, context: TicketContext): OrderProblem[] {
  const problems: OrderProblem[] = []
  if (form.customerCode !== '' && !context.customerKnown)
    problems.push({
      field: 'customerCode',
      sentence: `${shownCode(form.customerCode)} is not in the list of customers; add it there first.`,
    })
  if (form.symbol !== '' && !context.instrument)
    problems.push({
      field: 'symbol',
      sentence: `${shownCode(form.symbol)} is not an instrument of this venue (${capOf('F3')}).`,
    })
  const refused = typeRefusal(context.instrument, form.type)
  if (refused !== null)
    problems.push({
      field: tradability(context.instrument?.status ?? '') === 'halted' ? 'symbol' : 'type',
      sentence: refused,
    })
  else if (
    context.instrument &&
    tradability(context.instrument.status) === 'limit-only' &&
    form.cashAmount !== ''
  )
    problems.push({
      field: 'cashAmount',
      sentence: `${shownCode(form.symbol)} matches nothing now (post_only): a cash order could not fill. Give an amount.`,
    })
  return problems
}

function wordsOf(draft: OrderDraft | null, context: TicketContext, notional: Decimal | null) {
  if (!draft || !context.instrument) return { button: null, sentence: null }
  const words = orderSentence(draft, context.instrument, context)
  const [order = '', value = ''] = words.split(/ (?=≈)/)
  return {
    sentence: customerFirst(draft.customerCode, words),
    button: { order, value: value === '' && notional === null ? 'value unknown' : value },
  }
}

/** The start of ↑ and ↓ in an empty price field: the touch that the order would join. */
export function startOfStep(
  form: TicketForm,
  field: NumberField,
  ticker: Ticker | undefined,
): Decimal | null {
  if (field === 'amount' || field === 'cashAmount') return ZERO
  const touch = form.side === 'sell' ? ticker?.bestAsk : ticker?.bestBid
  const text = touch ?? ticker?.markPrice ?? ticker?.bestAsk ?? ticker?.lastPrice ?? null
  return text ? decimal(text) : null
}

/** The step of ↑ and ↓: lots, whole hundreds of USDC, or ticks. */
export function stepOf(field: NumberField, instrument: Instrument | undefined): Decimal {
  if (field === 'cashAmount') return decimal('100')
  const text = field === 'amount' ? instrument?.lotSize : instrument?.tickSize
  const step = canonical(text ?? (field === 'amount' ? '0.001' : '0.01'))
  return decimal(step.ok ? step.value : '1')
}
