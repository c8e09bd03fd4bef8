/** The API's order creation rules 1 to 5 (docs/api.md#order-rules, #gap.21 and #gap.22): one check for ticket, core and paper broker. */

import { compare, decimal, parseDecimal } from '../../base/decimal.ts'
import type { Order, OrderChanges, OrderDraft, OrderType, TimeInForce } from './order.ts'

/** Fields of a draft that a rule can speak of. */
export type OrderField = keyof OrderDraft

/** One broken rule: the field to mend and a sentence that says how. */
export interface OrderProblem {
  readonly field: OrderField
  readonly sentence: string
}

/** A draft while it is typed: every value is text or missing. */
export type DraftValues = { readonly [F in OrderField]?: string | number | null | undefined }

interface TypeRule {
  readonly limitPrice: boolean
  readonly triggerPrice: boolean
  readonly combo: boolean
  readonly triggerPriceType: 'trade_price' | 'mark_price' | null
}

/** The prices that each type needs. It must have no other prices (docs/api.md#4.rule.4, #gap.21). */
export const TYPE_RULES: Readonly<Record<OrderType, TypeRule>> = {
  market: { limitPrice: false, triggerPrice: false, combo: false, triggerPriceType: null },
  limit: { limitPrice: true, triggerPrice: false, combo: false, triggerPriceType: null },
  stop_loss: { limitPrice: false, triggerPrice: true, combo: false, triggerPriceType: 'trade_price' },
  stop_loss_limit: { limitPrice: true, triggerPrice: true, combo: false, triggerPriceType: 'trade_price' },
  take_profit: { limitPrice: false, triggerPrice: true, combo: false, triggerPriceType: 'trade_price' },
  take_profit_limit: { limitPrice: true, triggerPrice: true, combo: false, triggerPriceType: 'trade_price' },
  take_profit_stop_loss: {
    limitPrice: false,
    triggerPrice: false,
    combo: true,
    triggerPriceType: 'mark_price',
  },
}

/** The rule of a type in a venue's answer, `stop_market` and `stop_limit` included (docs/api.md#2.order.type.read). Null for a type that we do not know. */
export function typeRule(type: string): TypeRule | null {
  if (type === 'stop_market') return TYPE_RULES.stop_loss
  if (type === 'stop_limit') return TYPE_RULES.stop_loss_limit
  return Object.hasOwn(TYPE_RULES, type) ? TYPE_RULES[type as OrderType] : null
}

/** Leverages the venue takes: 1 to 13 without 11, which has no exact whole-percent margin (docs/api.md#8.leverage). */
export const LEVERAGES: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13]

/** Types that may be sized in cash (docs/api.md#4.rule.1). */
export const takesCash = (type: OrderType): boolean => type === 'market' || type === 'limit'

/** The time in force that is sent when the dealer chose none (docs/api.md#gap.22); null: the field is left out. */
export const defaultTimeInForce = (type: OrderType, cash: boolean): TimeInForce | null =>
  cash ? 'IOC' : type === 'limit' ? 'GTC' : null

const isBlank = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

/**
 * Every broken rule of a draft, in the order of the ticket's fields; empty when the API would accept the draft. Checks rules 1 to 5 only. The
 * venue decides whether the customer can pay.
 */
export function orderProblems(draft: DraftValues): OrderProblem[] {
  const problems: OrderProblem[] = []
  const add = (field: OrderField, sentence: string) => problems.push({ field, sentence })
  const positive = (field: OrderField, name: string) => {
    const value = draft[field]
    const parsed = parseDecimal(String(value))
    if (!parsed.ok) add(field, `${name}: ${parsed.failure}.`)
    else if (parsed.value <= 0n) add(field, `${name} must be above 0.`)
  }

  if (isBlank(draft.customerCode)) add('customerCode', 'Choose a customer.')
  if (isBlank(draft.symbol)) add('symbol', 'Choose an instrument.')
  if (draft.side !== 'buy' && draft.side !== 'sell') add('side', 'Choose buy or sell.')
  const rule = Object.hasOwn(TYPE_RULES, String(draft.type)) ? TYPE_RULES[draft.type as OrderType] : undefined
  if (!rule) {
    add('type', `Type must be one of ${Object.keys(TYPE_RULES).join(', ')}.`)
    return problems
  }
  const type = draft.type as OrderType
  const hasAmount = !isBlank(draft.amount)
  const hasCash = !isBlank(draft.cashAmount)

  if (takesCash(type)) {
    if (hasAmount && hasCash) add('cashAmount', 'Give an amount or a cash amount, not both.')
    if (!hasAmount && !hasCash) add('amount', 'Give an amount (contracts) or a cash amount (notional).')
  } else {
    if (hasCash) add('cashAmount', 'A cash amount works with market and limit orders only.')
    if (!hasAmount) add('amount', 'Give an amount (contracts).')
  }
  if (hasAmount) positive('amount', 'Amount')
  if (hasCash) positive('cashAmount', 'Cash amount')

  const price = (field: OrderField, name: string, needed: boolean) => {
    if (needed && isBlank(draft[field])) add(field, `${name} is needed for this type.`)
    else if (needed) positive(field, name)
    else if (!isBlank(draft[field])) add(field, `${name} does not go with this type; leave it empty.`)
  }
  price('limitPrice', 'Limit price', rule.limitPrice)
  price('triggerPrice', 'Trigger price', rule.triggerPrice)
  price('takeProfitPrice', 'Take-profit price', rule.combo)
  price('stopLossPrice', 'Stop-loss price', rule.combo)

  if (!isBlank(draft.triggerPriceType) && draft.triggerPriceType !== rule.triggerPriceType)
    add(
      'triggerPriceType',
      rule.triggerPriceType === null
        ? 'Trigger price type does not go with this type; leave it empty.'
        : `Trigger price type must be ${rule.triggerPriceType} for this type.`,
    )
  if (!isBlank(draft.timeInForce)) {
    if (!['GTC', 'IOC', 'FOK'].includes(String(draft.timeInForce)))
      add('timeInForce', 'Time in force must be GTC, IOC or FOK.')
    else if (hasCash && draft.timeInForce !== 'IOC') add('timeInForce', 'Cash orders are IOC only.')
  }
  if (!isBlank(draft.leverage)) {
    const text = String(draft.leverage)
    if (!/^[1-9][0-9]*$/.test(text) || !LEVERAGES.includes(Number.parseInt(text, 10)))
      add('leverage', 'Leverage must be a whole number from 1 to 13, not 11.')
  }
  return problems
}

const CHANGEABLE = {
  amount: 'Amount',
  limitPrice: 'Limit price',
  triggerPrice: 'Trigger price',
  takeProfitPrice: 'Take-profit price',
  stopLossPrice: 'Stop-loss price',
} as const satisfies Record<keyof OrderChanges, string>

/** Every broken rule of an amend (docs/api.md#gap.11), in the order of the ticket's fields. For a type that we do not know, only the numbers are checked. */
export function amendProblems(
  order: Pick<Order, 'type' | 'cashAmount' | 'filledAmount'>,
  changes: OrderChanges,
): OrderProblem[] {
  const problems: OrderProblem[] = []
  const rule = typeRule(order.type)
  const has: Readonly<Record<keyof OrderChanges, boolean>> = {
    amount: true,
    limitPrice: rule?.limitPrice ?? true,
    triggerPrice: rule?.triggerPrice ?? true,
    takeProfitPrice: rule?.combo ?? true,
    stopLossPrice: rule?.combo ?? true,
  }
  const fields = Object.keys(CHANGEABLE) as (keyof OrderChanges)[]
  if (fields.every((field) => changes[field] === null))
    return [{ field: 'amount', sentence: 'Change the amount or a price of the order.' }]
  for (const field of fields) {
    const value = changes[field]
    if (value === null) continue
    const name = CHANGEABLE[field]
    if (!has[field])
      problems.push({ field, sentence: `An order of type ${order.type} has no ${name.toLowerCase()}.` })
    else if (decimal(value) <= 0n) problems.push({ field, sentence: `${name} must be above 0.` })
    else if (field === 'amount' && order.cashAmount !== null)
      problems.push({ field, sentence: 'A cash order fills at once, so its amount cannot be changed.' })
    else if (field === 'amount' && compare(decimal(value), decimal(order.filledAmount)) <= 0)
      problems.push({
        field,
        sentence: `The amount includes what has filled, so it must be above ${order.filledAmount}. Cancel the order to stop at that amount.`,
      })
  }
  return problems
}
