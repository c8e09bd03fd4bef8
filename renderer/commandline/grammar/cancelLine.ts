/** Reads `cx sel`, `cx ID`, `cx # btc b`, `cx # stop` (docs/keyboard.md#grammar). Pure; sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { mayWaitForTrigger, waitsForTrigger } from '../../../shared/domain/orders/triggerFit.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { Word } from './wordsOfLine.ts'
import {
  customersThatFit,
  readCustomer,
  readInstrument,
  readSide,
  refuseOtherThanAlias,
} from './nameWords.ts'
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

/** No customer is offered for a mistyped order: that would turn one cancel into the cancels of a customer. */
function readOwner(word: Word, context: LineContext): CustomerCode {
  if (word.text === '#' || customersThatFit(word.text, context).length > 0) return readCustomer(word, context)
  return refuse(word, `"${word.text}" is neither a customer of this desk nor a live order`)
}

/** Whether an order still waits for its trigger. One of a type that we do not know is not taken for a stop. */
const isWaiting = (order: Order): boolean => waitsForTrigger(order) && mayWaitForTrigger(order)

export function readCancel(words: readonly Word[], context: LineContext): LineReading {
  const first = need(words[1], 'customer, #, sel or a reference id')
  const isOrder =
    first.text.toLowerCase() === 'sel' ||
    (customersThatFit(first.text, context).length === 0 && context.ordersNamed(first.text).length > 0)
  if (isOrder) {
    if (words[2]) refuse(words[2], 'nothing goes after the order')
    if (first.text.toLowerCase() !== 'sel')
      refuseOtherThanAlias(first, { kind: 'order', name: 'an order' }, context)
    return { kind: 'cancel', orders: [readNamedOrder(first, context)] }
  }
  const customerCode = readOwner(first, context)
  const { symbol, side, stopsOnly } = readNarrowed(words.slice(2), context)
  if (!stopsOnly) return { kind: 'cancelAll', customerCode, symbol, side }
  const orders = context
    .liveOrders(customerCode)
    .filter(
      (order) =>
        isWaiting(order) &&
        (symbol === null || order.symbol === symbol) &&
        (side === null || order.side === side),
    )
  return orders.length === 0
    ? refuse(first, `no order of ${shownCode(customerCode)} that waits for a trigger is known here`)
    : { kind: 'cancel', orders }
}
