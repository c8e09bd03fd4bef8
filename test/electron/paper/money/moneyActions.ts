/** What may happen in the model of the money: random orders, prices, transfers, waits, cancels and fees. Checks nothing. */

import type { Brokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import { decimalOf, fromInteger, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Random } from '../../../../shared/base/random.ts'
import { plainDraft, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import type { FakeClock } from '../../../fakes/fakeClock.ts'
import { DRIVEN, type DrivenExchange } from './drivenExchange.ts'

export const CUSTOMERS = ['C1', 'C2', 'C3', 'C4'] as CustomerCode[]
export const [BTC, DOGE] = DRIVEN.map(({ symbol }) => symbol) as [Symbol, Symbol]
export const SYMBOLS = [BTC, DOGE]
export const HOUR = 3_600_000

export interface Scene {
  readonly random: Random
  readonly clock: FakeClock
  readonly exchange: DrivenExchange
  readonly brokerage: Brokerage
  /** Ticks around which each market stands. */
  readonly mids: Map<Symbol, number>
  readonly markOf: (symbol: Symbol) => DecimalText
  /** A line for each thing that happened. */
  readonly log: string[]
}

export function moneyActions({ random, clock, exchange, brokerage, mids, markOf, log }: Scene) {
  const pick = <T>(from: readonly T[]): T => from[random.integer(from.length)] as T
  let reference = 0

  const quoteBook = (symbol: Symbol) => {
    const mid = mids.get(symbol) ?? 0
    const level = (n: number, sign: number): [number, number] => [
      Math.max(1, mid + sign * (1 + n * (1 + random.integer(40)))),
      symbol === BTC ? 1 + random.integer(300) : 1 + random.integer(90_000),
    ]
    const side = (sign: number) =>
      random.next() < 0.12 ? [] : [0, 1, 2, 3].slice(0, 1 + random.integer(4)).map((n) => level(n, sign))
    exchange.setBook(symbol, side(-1), side(1))
  }

  const order = () => {
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
    const draft: OrderDraft = plainDraft({
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
    const outcome = brokerage.orders.submit(draft, `r${reference++}` as ReferenceId)
    log.push(
      `${draft.customerCode} ${draft.side} ${draft.type} ${draft.amount ?? `$${draft.cashAmount}`} ${symbol} ${draft.limitPrice ?? ''} ${outcome.ok ? outcome.value.status : outcome.failure.code}`,
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

  const move = () => {
    const symbol = pick(SYMBOLS)
    const wide = random.next() < 0.6
    const share = random.normal() * (wide ? 0.09 : 0.003)
    const mid = Math.max(
      200,
      Math.round((mids.get(symbol) ?? 0) * (1 + Math.max(-0.3, Math.min(0.3, share)))),
    )
    mids.set(symbol, mid)
    if (random.next() < 0.8) quoteBook(symbol)
    const mark = markOf(symbol)
    log.push(`${symbol} marks ${mark}`)
    if (random.next() < 0.9) exchange.setMark(symbol, mark)
  }

  const transfer = () => {
    const customer = pick(CUSTOMERS)
    const kind = pick(['deposit', 'withdrawal', 'withdrawal'] as const)
    const amount = fromInteger(1 + random.integer(400_000_000), random.next() < 0.5 ? 8 : 5)
    const outcome = brokerage.transfers.request(kind, customer, amount)
    log.push(`${customer} ${kind} ${toText(amount)} ${outcome.ok ? 'pending' : outcome.failure.code}`)
    if (outcome.ok && random.next() < 0.2) {
      brokerage.transfers.cancel(outcome.value.code)
      log.push('  cancelled')
    }
  }

  const wait = () => {
    const ms = random.next() < 0.5 ? 1 + random.integer(3000) : random.integer(2 * HOUR)
    exchange.setFundingRate(toText(fromInteger(random.integer(2001) - 1000, 6)))
    log.push(`wait ${ms}`)
    clock.advance(ms)
  }

  const cancel = () => {
    const customer = pick(CUSTOMERS)
    const open = brokerage.orders.open(customer, null)
    const chosen = open.ok && open.value.length > 0 ? pick(open.value) : null
    if (!chosen) return
    log.push(`${customer} cancels ${chosen.referenceId}`)
    brokerage.orders.cancel(customer, chosen.referenceId)
  }

  const fees = () => {
    const rate = () => toText(fromInteger(random.integer(200_000) - 50_000, 4))
    brokerage.fees.set(pick(CUSTOMERS), random.next() < 0.5 ? null : pick(SYMBOLS), {
      maker: rate(),
      taker: random.next() < 0.5 ? null : rate(),
    })
    log.push('fees')
  }

  const act = () => {
    const dice = random.integer(100)
    if (dice < 38) order()
    else if (dice < 45) waitingOrder()
    else if (dice < 74) move()
    else if (dice < 84) transfer()
    else if (dice < 93) wait()
    else if (dice < 97) cancel()
    else fees()
  }

  return { act, quoteBook }
}
