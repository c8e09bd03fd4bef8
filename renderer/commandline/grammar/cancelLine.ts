/** Reads `cx sel`, `cx ID`, `cx # btc b`, `cx # stop` (docs/keyboard.md#grammar). Pure; sends nothing. */

import { waitsForTrigger } from '../../../shared/domain/orders/triggerFit.ts'
import type { Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { Word } from './wordsOfLine.ts'
import { findCustomer, readCustomer, readInstrument, readSide } from './nameWords.ts'
import { need, refuse, type LineContext, type LineReading } from './lineReading.ts'
import { readNamedOrder } from './amendLine.ts'

/** What an order can be narrowed by; each word may stand once, in this order. */
interface Narrowed {
  readonly symbol: Symbol | null
  readonly side: Side | null
  readonly stopsOnly: boolean
}

const isSide = ({ text }: Word): boolean => /^(?:b|buy|s|sell)$/i.test(text)
const isStop = ({ text }: Word): boolean => text.toLowerCase() === 'stop'

function readNarrowed(words: readonly Word[], context: LineContext): Narrowed {
  const left = [...words]
  const take = (fits: (word: Word) => boolean): Word | undefined =>
    left[0] && fits(left[0]) ? left.shift() : undefined
  const instrument = take((word) => !isSide(word) && !isStop(word))
  const side = take(isSide)
  const stop = take(isStop)
  if (left[0]) refuse(left[0], 'after the customer go an instrument, b or s, and stop')
  return {
    symbol: instrument ? readInstrument(instrument, context).symbol : null,
    side: side ? readSide(side) : null,
    stopsOnly: stop !== undefined,
  }
}

export function readCancel(words: readonly Word[], context: LineContext): LineReading {
  const first = need(words[1], 'customer, #, sel or a reference id')
  const isOrder =
    first.text.toLowerCase() === 'sel' ||
    (findCustomer(first.text, context) === undefined && context.ordersNamed(first.text).length > 0)
  if (isOrder) {
    if (words[2]) refuse(words[2], 'nothing goes after the order')
    return { kind: 'cancel', orders: [readNamedOrder(first, context)] }
  }
  const customerCode = readCustomer(first, context)
  const { symbol, side, stopsOnly } = readNarrowed(words.slice(2), context)
  if (!stopsOnly) return { kind: 'cancelAll', customerCode, symbol, side }
  const orders = context
    .liveOrders(customerCode)
    .filter(
      (order) =>
        waitsForTrigger(order) &&
        (symbol === null || order.symbol === symbol) &&
        (side === null || order.side === side),
    )
  return orders.length === 0
    ? refuse(first, `no order of ${customerCode} that waits for a trigger is known here`)
    : { kind: 'cancel', orders }
}
