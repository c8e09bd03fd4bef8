/** What may happen in the model of the money: random orders, prices, transfers, waits, cancels and fees. Checks nothing. */

import { fromInteger, toText } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { moneyOrders } from './moneyOrders.ts'
import { BTC, CUSTOMERS, HOUR, SYMBOLS, pickFrom, type Scene } from './moneyScene.ts'

export function moneyActions(scene: Scene) {
  const { random, clock, exchange, brokerage, mids, markOf, log } = scene
  const pick = <T>(from: readonly T[]): T => pickFrom(random, from)
  const { order, waitingOrder, cancel } = moneyOrders(scene)

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
