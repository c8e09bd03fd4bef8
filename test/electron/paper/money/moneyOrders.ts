/** Random orders and cancels in the model of the money. Checks nothing. */

import { decimalOf, fromInteger, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import { plainDraft, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { BTC, CUSTOMERS, SYMBOLS, pickFrom, type Scene } from './moneyScene.ts'

/** An order of a random customer, side, type and size, near the market. */
export function randomDraft({ random, mids }: Pick<Scene, 'random' | 'mids'>): OrderDraft {
  const pick = <T>(from: readonly T[]): T => pickFrom(random, from)
  const symbol = pick(SYMBOLS)
  const mid = mids.get(symbol) ?? 1
  const price = symbol === BTC ? mid * 0.5 : mid * 0.00001
  const lotPrice = price * (symbol === BTC ? 0.001 : 1)
  const lots = Math.max(1, Math.round((3000 * (0.2 + random.next() * 11)) / lotPrice))
  const amount = symbol === BTC ? toText(fromInteger(lots, 3)) : (String(lots) as DecimalText)
  const kind = random.integer(10)
  const limitTicks = Math.max(1, mid + random.integer(41) - 20)
  const limitPrice =
    symbol === BTC ? toText(fromInteger(limitTicks * 5, 1)) : toText(fromInteger(limitTicks, 5))
  return plainDraft({
    customerCode: pick(CUSTOMERS),
    symbol,
    side: pick(['buy', 'sell'] as const),
    type: kind < 5 ? 'limit' : 'market',
    amount: kind === 9 ? null : amount,
    cashAmount: kind === 9 ? (String(1 + random.integer(20_000)) as DecimalText) : null,
    limitPrice: kind < 5 ? limitPrice : null,
    timeInForce: kind < 5 ? pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const) : null,
    leverage: random.next() < 0.1 ? 1 + random.integer(10) : null,
  })
}

export function moneyOrders({ random, brokerage, mids, log }: Scene) {
  const pick = <T>(from: readonly T[]): T => pickFrom(random, from)
  let reference = 0

  const order = () => {
    const draft = randomDraft({ random, mids })
    const outcome = brokerage.orders.submit(draft, `r${reference++}` as ReferenceId)
    log.push(
      `${draft.customerCode} ${draft.side} ${draft.type} ${draft.amount ?? `$${draft.cashAmount}`} ${draft.symbol} ${draft.limitPrice ?? ''} ${outcome.ok ? outcome.value.status : outcome.failure.code}`,
    )
  }

  /** A stop, a take-profit or both, a little away from the price, so that moves trigger it. */
  const waitingOrder = () => {
    const symbol = pick(SYMBOLS)
    const mid = mids.get(symbol) ?? 1
    const price = (ticks: number) =>
      symbol === BTC ? toText(fromInteger(ticks * 5, 1)) : toText(fromInteger(ticks, 5))
    const near = () => price(Math.max(1, Math.round(mid * (1 + (random.next() - 0.5) * 0.1))))
    const type = pick(['stop_loss', 'take_profit', 'stop_loss_limit', 'take_profit_stop_loss'] as const)
    const both = type === 'take_profit_stop_loss'
    const draft: OrderDraft = {
      customerCode: pick(CUSTOMERS),
      symbol,
      side: pick(['buy', 'sell'] as const),
      type,
      amount:
        symbol === BTC
          ? toText(fromInteger(1 + random.integer(300), 3))
          : toText(decimalOf(1 + random.integer(100_000))),
      cashAmount: null,
      limitPrice: type === 'stop_loss_limit' ? near() : null,
      triggerPrice: both ? null : near(),
      stopLossPrice: both ? near() : null,
      takeProfitPrice: both ? near() : null,
      triggerPriceType: both ? 'mark_price' : 'trade_price',
      timeInForce: null,
      leverage: null,
    }
    const outcome = brokerage.orders.submit(draft, `r${reference++}` as ReferenceId)
    log.push(
      `${draft.customerCode} ${draft.side} ${type} ${draft.amount} ${symbol} ${outcome.ok ? outcome.value.status : outcome.failure.code}`,
    )
  }

  const cancel = () => {
    const customer = pick(CUSTOMERS)
    const open = brokerage.orders.open(customer, null)
    const chosen = open.ok && open.value.length > 0 ? pick(open.value) : null
    if (!chosen) return
    log.push(`${customer} cancels ${chosen.referenceId}`)
    brokerage.orders.cancel(customer, chosen.referenceId)
  }

  return { order, waitingOrder, cancel }
}
