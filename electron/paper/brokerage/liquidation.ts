/**
 * Liquidation: an account with less equity than its maintenance margin loses its resting orders, then its positions.
 * The position with the largest margin goes first, until the account is healthy.
 * Never lets an account end below 0 while another customer holds an opposite position.
 *
 * A position closes against the book up to its bankruptcy price, which leaves the account exactly 0 (`liquidation`).
 * The rest closes against opposite positions of other customers, the most profitable first, at the bankruptcy price
 * and free of fees (`auto_deleveraging`). What still remains closes against the book at any price.
 * If the book is empty as well, the position waits for the next mark price.
 */

import {
  ZERO,
  absolute,
  compare,
  decimal,
  divide,
  signOf,
  type Decimal,
} from '../../../shared/base/decimal.ts'
import {
  isShort,
  maintenanceOf,
  unrealisedOf,
  valueOf,
} from '../../../shared/domain/accounts/accountFigures.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { ExchangeInstrument } from '../exchange/exchange.ts'
import { markPrice } from './accounts/accountFunds.ts'
import { accountHealth, shortHolders } from './accounts/accountHealth.ts'
import { bankruptcyTicks } from './accounts/bankruptcy.ts'
import { bookExecution, feesOf } from './accounts/accountPostings.ts'
import type { BrokerContext } from './brokerContext.ts'
import type { OrderEntry } from './orders/orderEntry.ts'
import type { PositionRecord, TradeType } from '../bookkeeping/records.ts'
import { lotsOf } from '../bookkeeping/ticksAndLots.ts'

export interface Liquidation {
  /** Checks every holder of the instrument, after a change of its price or of their cash. */
  check(symbol: Symbol): void
}

interface Open {
  readonly instrument: ExchangeInstrument
  readonly customer: CustomerCode
  readonly size: Decimal
  readonly cost: Decimal
  readonly mark: Decimal | null
  /** Lots still to close. */
  lots: number
}

export function liquidation(
  context: BrokerContext,
  orders: Pick<OrderEntry, 'open' | 'cancel'>,
): Liquidation {
  const { accounts, trades } = context.store

  /** Null for a flat position, and for one that this exchange cannot trade now: no matching, no such instrument, or no whole lots. */
  const openOf = ({ customerCode, symbol, size, cost }: PositionRecord): Open | null => {
    const instrument = context.instruments.get(symbol)
    const lots = instrument ? lotsOf(instrument, absolute(decimal(size))) : null
    if (!instrument || lots === null || lots === 0 || context.exchange.status(symbol) !== 'open') return null
    return {
      instrument,
      customer: customerCode,
      size: decimal(size),
      cost: decimal(cost),
      mark: markPrice(context, instrument),
      lots,
    }
  }
  const openPositions = (customer: CustomerCode): Open[] => {
    const bound = (position: Open) => maintenanceOf(position, decimal(position.instrument.maintenanceMargin))
    const open = accounts.positions(customer).flatMap((held) => openOf(held) ?? [])
    return open.toSorted((a, b) => compare(bound(b), bound(a)))
  }

  /** The side that closes a position. */
  const closingSide = (position: Open): Side => (signOf(position.size) > 0 ? 'sell' : 'buy')

  const book = (position: Open, type: TradeType, ticks: number, lots: number): void => {
    const byBook = type === 'liquidation'
    bookExecution(context, position.instrument, {
      customerCode: position.customer,
      type,
      side: closingSide(position),
      ticks,
      lots,
      liquidity: byBook ? 'taker' : null,
      fee: byBook ? takerFee(position) : ZERO,
      referenceId: null,
      at: context.clock.now(),
    })
    position.lots -= lots
  }
  const takerFee = (position: Open): Decimal =>
    decimal(feesOf(context, position.customer, position.instrument.symbol).taker)

  const limitOf = (position: Open, fee: Decimal): number => {
    // Computed anew: earlier fills changed both the equity and the remaining position.
    const held = accounts.position(position.customer, position.instrument.symbol)
    const now = { ...position, size: decimal(held?.size ?? '0'), cost: decimal(held?.cost ?? '0') }
    return bankruptcyTicks(position.instrument, accountHealth(context, position.customer).equity, now, fee)
  }

  const closeOnBook = (position: Open, limitTicks: number | null): void => {
    const { fills } = context.exchange.place({
      id: `liquidation ${trades.lastSequence() + 1} of ${position.customer}`,
      symbol: position.instrument.symbol,
      side: closingSide(position),
      limitTicks,
      lots: position.lots,
      timeInForce: 'IOC',
    })
    for (const { ticks, lots } of fills) book(position, 'liquidation', ticks, lots)
  }

  /** Closes against the opposite positions of others. Returns the customers of those positions. */
  const deleverage = (position: Open): CustomerCode[] => {
    const { symbol } = position.instrument
    const share = (other: Open) => divide(unrealisedOf(other), absolute(valueOf(other)))
    const opposite = accounts
      .holders(symbol)
      .filter((customer) => customer !== position.customer)
      .flatMap((customer) => accounts.position(customer, symbol) ?? [])
      .flatMap((held) => openOf(held) ?? [])
      .filter((other) => signOf(other.size) === -signOf(position.size))
      .toSorted((a, b) => compare(share(b), share(a)))
    const ticks = limitOf(position, ZERO)
    const hit: CustomerCode[] = []
    for (const other of opposite) {
      if (position.lots === 0) break
      const lots = Math.min(position.lots, other.lots)
      book(other, 'auto_deleveraging', ticks, lots)
      book(position, 'auto_deleveraging', ticks, lots)
      hit.push(other.customer)
    }
    return hit
  }

  /** Returns the customers that lost positions to close this account's. */
  const liquidate = (customer: CustomerCode): CustomerCode[] => {
    const resting = orders.open(customer, null)
    if (resting.ok) for (const { referenceId } of resting.value) orders.cancel(customer, referenceId)
    const hit: CustomerCode[] = []
    for (const position of openPositions(customer)) {
      if (!isShort(accountHealth(context, customer))) break
      closeOnBook(position, limitOf(position, takerFee(position)))
      if (position.lots > 0) hit.push(...deleverage(position))
      if (position.lots > 0) closeOnBook(position, null)
    }
    return hit
  }

  return {
    check(symbol) {
      const waiting = shortHolders(context, symbol)
      for (const customer of waiting)
        if (isShort(accountHealth(context, customer)))
          waiting.push(...context.change(() => liquidate(customer)))
    },
  }
}
