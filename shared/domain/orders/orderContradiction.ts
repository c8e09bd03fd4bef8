/** What the venue says of an order against what was sent or is known of it. Pure; a field that the venue leaves out contradicts nothing. */

import { compare, decimal, type DecimalText } from '../../base/decimal.ts'
import { isOver, type Order, type OrderDraft, type OrderReport } from './order.ts'

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
  return differing(fields, 'was sent')
}

const differing = (fields: readonly Field[], how: 'was sent' | 'is known'): string | null => {
  const against = fields
    .filter(([, was, is]) => was !== null && is !== null && was !== is)
    .map(([words, was, is]) => `its ${words} is ${is} where ${was} ${how}`)
  return against.length === 0 ? null : against.join(', ')
}

/** Types that never turn into one another. Any other type may be reported as the order that it triggers. */
const PLAIN_TYPES = new Set(['market', 'limit'])

/** Whether an amend, also one from another terminal, can have set another amount. An amend shows on an order that rests. */
function mayBeAmended(known: Order, told: OrderReport): boolean {
  if (known.pending === 'amend') return true
  const rests = known.type !== 'market' && known.timeInForce !== 'IOC' && known.timeInForce !== 'FOK'
  return known.status !== null && rests && !isOver(told.status)
}

/**
 * `its symbol is ETHUSDC_PERP where BTCUSDC_PERP is known`: the report is about another order than the known one. Null where the report fits.
 * A stream message may name no customer (docs/api.md#6.orders.fields), so its amount counts too; a read names the customer and the order.
 */
export function anotherOrder(known: Order, told: OrderReport, by: 'stream' | 'read'): string | null {
  // The venue is the record of orders that were not sent from here.
  if (by === 'read' && known.origin === 'external') return null
  const areTypesFixed = PLAIN_TYPES.has(known.type) && PLAIN_TYPES.has(told.type)
  const isAmountFixed = by === 'stream' && !mayBeAmended(known, told)
  return differing(
    [
      ['symbol', known.symbol, told.symbol],
      ['side', known.side, told.side],
      ['type', areTypesFixed ? known.type : null, told.type],
      decimals('amount', isAmountFixed ? known.amount : null, told.amount),
      decimals('cash amount', known.cashAmount, told.cashAmount),
    ],
    'is known',
  )
}
