/** What the venue's answer to a new order says against the order as it was sent. Pure; a field that the answer leaves out contradicts nothing. */

import { compare, decimal, type DecimalText } from '../base/decimal.ts'
import type { OrderDraft, OrderReport } from './order.ts'

type Field = readonly [words: string, sent: string | null, told: string | null]

const decimals = (words: string, sent: DecimalText | null, told: DecimalText | null): Field =>
  sent !== null && told !== null && compare(decimal(sent), decimal(told)) === 0
    ? [words, sent, sent]
    : [words, sent, told]

/** `its amount is 100 where 1 was sent`; null where the answer contradicts nothing that was sent. */
export function contradictionOf(sent: OrderDraft, told: OrderReport): string | null {
  const fields: readonly Field[] = [
    ['customer', sent.customerCode, told.customerCode],
    ['symbol', sent.symbol, told.symbol],
    ['side', sent.side, told.side],
    decimals('amount', sent.amount, told.amount),
    decimals('cash amount', sent.cashAmount, told.cashAmount),
    decimals('limit price', sent.limitPrice, told.limitPrice),
    decimals('trigger price', sent.triggerPrice, told.triggerPrice),
    decimals('stop-loss price', sent.stopLossPrice, told.stopLossPrice),
    decimals('take-profit price', sent.takeProfitPrice, told.takeProfitPrice),
  ]
  const against = fields
    .filter(([, was, is]) => was !== null && is !== null && was !== is)
    .map(([words, was, is]) => `its ${words} is ${is} where ${was} was sent`)
  return against.length === 0 ? null : against.join(', ')
}
