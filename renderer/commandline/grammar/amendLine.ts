/** Reads `am sel px 62155`, `am ID qty 1.5`, `am sel +2t` into the values to set anew (docs/keyboard.md#grammar). Pure. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  add,
  decimal,
  multiply,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { FitProblem } from '../../../shared/domain/orders/marketFit.ts'
import { NO_CHANGES, type Order, type OrderChanges } from '../../../shared/domain/orders/order.ts'
import { amendProblems } from '../../../shared/domain/orders/orderFieldRules.ts'
import { amendMarketProblems } from '../../state/marketProblems.ts'
import { readTyped } from '../../format/numbers.ts'
import type { Word } from './wordsOfLine.ts'
import { readPrice } from './priceWord.ts'
import { need, refuse, type LineContext, type LineReading } from './lineReading.ts'
import { capOf } from '../../keys/caps.ts'

export function readAmend(words: readonly Word[], context: LineContext): LineReading {
  const order = readNamedOrder(need(words[1], 'sel or a reference id'), context)
  const what = need(words[2], 'px PRICE, qty AMOUNT, or ±2t')
  const { changes, last } = readChange(order, what, words[3], context)
  const extra = words[last + 1]
  if (extra) refuse(extra, 'nothing goes after the new value')
  const at = words[last] ?? what
  const problem = amendProblems(order, changes)[0]
  if (problem) refuse(at, problem.sentence)
  const misfit = misfitOf(order, changes, context)
  if (misfit)
    refuse(at, misfit.sentence, misfit.offer && `${at.text.startsWith('@') ? '@' : ''}${misfit.offer}`)
  return { kind: 'amend', order, changes }
}

function misfitOf(order: Order, changes: OrderChanges, context: LineContext): FitProblem | undefined {
  const instrument = context.instruments.find((listed) => listed.symbol === order.symbol)
  if (!instrument) return undefined
  const position = context.positionOf(order.customerCode, order.symbol)
  const view = { instrument, ...context.marketOf(order.symbol), position, rules: context.rules }
  return amendMarketProblems(order, changes, view)[0]
}

/** The order that `sel` or a reference id names. */
export function readNamedOrder(word: Word, context: LineContext): Order {
  if (word.text.toLowerCase() === 'sel')
    return (
      context.selected ??
      refuse(word, `no live order is selected in the orders table (${capOf('F7')}), or a filter hides it`)
    )
  const found = context.ordersNamed(word.text)
  if (found.length === 1 && found[0]) return found[0]
  return refuse(
    word,
    found.length === 0
      ? `"${word.text}" is no live order: sel, or a reference id`
      : `${found.length} customers have an order ${word.text}: select it in the table and write sel`,
  )
}

/** `last` is the index of the word that holds the new value. */
function readChange(order: Order, what: Word, value: Word | undefined, context: LineContext) {
  const ticks = /^([+-])(\d+)t$/i.exec(what.text)
  if (ticks) {
    const { field, price } = priceOf(order, what)
    const tick = context.instruments.find((listed) => listed.symbol === order.symbol)?.tickSize
    if (!tick)
      return refuse(what, `the tick of ${shownCode(order.symbol)} is not known; write px and a price`)
    const by = multiply(decimal(tick), decimal(ticks[2] ?? '0'))
    const moved = add(decimal(price), (ticks[1] === '-' ? -by : by) as Decimal)
    return { changes: { ...NO_CHANGES, [field]: toText(moved) }, last: 2 }
  }
  switch (what.text.toLowerCase()) {
    case 'px': {
      const word = need(value, 'new price')
      const { field } = priceOf(order, what)
      const instrument = context.instruments.find((listed) => listed.symbol === order.symbol)
      if (!instrument) return refuse(what, `${shownCode(order.symbol)} is no instrument of this venue`)
      const price = readPrice(word.text, instrument, context.marketOf(order.symbol))
      return price.ok
        ? { changes: { ...NO_CHANGES, [field]: price.value }, last: 3 }
        : refuse(word, price.failure)
    }
    case 'qty': {
      const word = need(value, 'new amount')
      const read = readTyped(word.text)
      return read.ok
        ? { changes: { ...NO_CHANGES, amount: toText(read.value) }, last: 3 }
        : refuse(word, read.failure)
    }
    default:
      return refuse(what, 'px PRICE, qty AMOUNT, or ±2t')
  }
}

/** The one price an order rests at: its limit, else its trigger. A combo has two and is changed in its sheet. */
function priceOf(order: Order, word: Word): { field: 'limitPrice' | 'triggerPrice'; price: DecimalText } {
  if (order.limitPrice !== null) return { field: 'limitPrice', price: order.limitPrice }
  if (order.triggerPrice !== null) return { field: 'triggerPrice', price: order.triggerPrice }
  return refuse(
    word,
    order.takeProfitPrice === null
      ? 'this order has no price to change'
      : `this order has two prices: select it (${capOf('F7')}) and press A`,
  )
}
