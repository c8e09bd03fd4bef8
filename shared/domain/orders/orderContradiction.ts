/** Compares what the venue shows of an order with what was sent or is known. Pure. A field that the venue leaves out contradicts nothing. */

import { compare, decimal, type DecimalText } from '../../base/decimal.ts'
import { isTerminal, type Order, type OrderDraft, type OrderReport } from './order.ts'
import { mayWaitForTrigger } from './triggerFit.ts'

type Field = readonly [words: string, sent: string | null, shown: string | null]

const decimals = (words: string, sent: DecimalText | null, shown: DecimalText | null): Field =>
  sent !== null && shown !== null && compare(decimal(sent), decimal(shown)) === 0
    ? [words, sent, sent]
    : [words, sent, shown]

/** `its amount is 100 where 1 was sent`; null where the answer contradicts nothing that was sent. */
export function contradictionOf(sent: OrderDraft, shown: OrderReport): string | null {
  const fields: readonly Field[] = [
    ['customer', sent.customerCode, shown.customerCode],
    ['symbol', sent.symbol, shown.symbol],
    ['side', sent.side, shown.side],
    decimals('amount', sent.amount, shown.amount),
    decimals('cash amount', sent.cashAmount, shown.cashAmount),
    decimals('limit price', sent.limitPrice, shown.limitPrice),
    decimals('trigger price', sent.triggerPrice, shown.triggerPrice),
    decimals('stop-loss price', sent.stopLossPrice, shown.stopLossPrice),
    decimals('take-profit price', sent.takeProfitPrice, shown.takeProfitPrice),
  ]
  return differing(fields, 'was sent')
}

const differing = (fields: readonly Field[], how: 'was sent' | 'is known'): string | null => {
  const differences = fields
    .filter(([, was, is]) => was !== null && is !== null && was !== is)
    .map(([words, was, is]) => `its ${words} is ${is} where ${was} ${how}`)
  return differences.length === 0 ? null : differences.join(', ')
}

/** Types that never turn into one another. Any other type may be reported as the order that it triggers. */
const PLAIN_TYPES = new Set(['market', 'limit'])

/** Whether an amend, from here or from another terminal, may have set another amount. Only a resting order can be amended. */
function mayBeAmended(known: Order, shown: OrderReport): boolean {
  if (known.pending === 'amend') return true
  const isAtOnce = known.type === 'market' || known.timeInForce === 'IOC' || known.timeInForce === 'FOK'
  const rests = mayWaitForTrigger(known) || !isAtOnce
  return known.status !== null && rests && !isTerminal(shown.status)
}

/**
 * `its symbol is ETHUSDC_PERP where BTCUSDC_PERP is known`: the report is about another order than the known one. Null where the report fits.
 * A stream message may name no customer (docs/api.md#6.orders.fields), so its amount counts too; a read names the customer and the order.
 */
export function anotherOrder(known: Order, shown: OrderReport, by: 'stream' | 'read'): string | null {
  // For orders that were not sent from here, the venue is the record.
  if (by === 'read' && known.origin !== 'desk') return null
  const areTypesFixed = PLAIN_TYPES.has(known.type) && PLAIN_TYPES.has(shown.type)
  const isAmountFixed = by === 'stream' && !mayBeAmended(known, shown)
  return differing(
    [
      ['symbol', known.symbol, shown.symbol],
      ['side', known.side, shown.side],
      ['type', areTypesFixed ? known.type : null, shown.type],
      decimals('amount', isAmountFixed ? known.amount : null, shown.amount),
      decimals('cash amount', known.cashAmount, shown.cashAmount),
    ],
    'is known',
  )
}
