/** The brackets whose entry may still fill, and what closing the terminal means for them: lines and a sentence. Pure. */

import { shownCode } from '../../../base/shownCode.ts'
import { isLive, type Order } from '../order.ts'

/** Live orders whose fills get a take profit or stop loss from Openpit, in the order given. */
export const armedBrackets = (orders: Iterable<Order>): Order[] =>
  [...orders].filter((order) => order.bracket !== undefined && isLive(order))

/** `C1042 BTCUSDC_PERP buy 10: take profit 66000, stop loss 58000`, one line per bracket. */
export const armedLines = (armed: readonly Order[]): string[] =>
  armed.map(({ customerCode, symbol, side, amount, cashAmount, bracket }) => {
    const size = amount ?? `${cashAmount ?? '—'} USDC`
    const { takeProfitPrice = null, stopLossPrice = null } = bracket ?? {}
    const prices = [
      ...(takeProfitPrice === null ? [] : [`take profit ${takeProfitPrice}`]),
      ...(stopLossPrice === null ? [] : [`stop loss ${stopLossPrice}`]),
    ]
    return `${shownCode(customerCode)} ${shownCode(symbol)} ${side} ${size}: ${prices.join(', ')}`
  })

/** Empty where no bracket is armed. */
export const armedSentence = (armed: readonly Order[]): string =>
  armed.length === 0
    ? ''
    : `${armed.length === 1 ? '1 bracket waits' : `${armed.length} brackets wait`} for a fill. Only Openpit places take profit and stop loss: a fill while this terminal is away has neither until the next sign-in has read it.`
