/** Waits until every order of a customer in an instrument is terminal and the trades account for every reported fill. Sends nothing. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'

/** Ms to wait until every cancel is confirmed and every fill is in the position. */
const WAIT_AT_MOST = 10_000
const CHECK_EVERY = 50
/** Ms between two reads of orders and trades while a private channel is down. */
const READ_EVERY = 1_000

export interface PositionSettlingOptions {
  readonly clock: Clock
  readonly orderStore: Pick<OrderStore, 'get' | 'live' | 'all'>
  readonly trades: Pick<TradeBook, 'missingFills'>
  /** Reads trades, ledger and this customer's open orders from the venue. */
  readonly readCustomer: (customer: CustomerCode) => Promise<unknown>
}

export interface PositionSettling {
  liveOrders(customer: CustomerCode, symbol: Symbol): readonly Order[]
  /** Whether no order is live and no fill is missing from the position. */
  isSettled(customer: CustomerCode, symbol: Symbol): boolean
  /** Resolves true once settled, false after 10 s. `reads`: reads from the venue once a second, because the streams cannot be relied on. */
  settle(customer: CustomerCode, symbol: Symbol, reads: boolean): Promise<boolean>
}

/** Resolves true once `condition` holds, false after `WAIT_AT_MOST`. */
const waitUntil = (clock: Clock, condition: () => boolean): Promise<boolean> =>
  new Promise((resolve) => {
    const until = clock.monotonic() + WAIT_AT_MOST
    let stop: Stop = () => undefined
    const check = () => {
      const isMet = condition()
      if (!isMet && clock.monotonic() < until) return
      stop()
      resolve(isMet)
    }
    stop = clock.every(CHECK_EVERY, check)
    check()
  })

export function createPositionSettling(options: PositionSettlingOptions): PositionSettling {
  const { clock, orderStore, trades, readCustomer } = options

  const liveOrders = (customer: CustomerCode, symbol: Symbol) =>
    orderStore.live().filter((order) => order.customerCode === customer && order.symbol === symbol)

  /** Whether the trades account for every fill that orders report. Until then the position lags behind. */
  const isEveryFillTraded = (customer: CustomerCode, symbol: Symbol): boolean => {
    const isOwn = ({ referenceId }: Pick<Order, 'referenceId'>) =>
      orderStore.get(customer, referenceId)?.origin === 'desk'
    const { buy, sell } = trades.missingFills(customer, symbol, orderStore.all(), isOwn)
    return buy === 0n && sell === 0n
  }

  const isSettled = (customer: CustomerCode, symbol: Symbol): boolean =>
    liveOrders(customer, symbol).length === 0 && isEveryFillTraded(customer, symbol)

  return {
    liveOrders,
    isSettled,
    async settle(customer, symbol, reads) {
      let isReading = false
      const read = async (): Promise<void> => {
        if (isReading) return
        isReading = true
        await readCustomer(customer)
        isReading = false
      }
      const stopReading = reads ? clock.every(READ_EVERY, () => void read()) : () => undefined
      const settled = await waitUntil(clock, () => isSettled(customer, symbol))
      stopReading()
      return settled
    },
  }
}
