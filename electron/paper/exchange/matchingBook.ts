/** Price-time matching of one symbol: customers' orders among the market's levels. Uses no clock and no symbol. */

import { BookSide, type BookType } from './bookSide.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { invariant } from '../../../shared/base/result.ts'

export interface RestingOrder {
  readonly id: string
  readonly side: Side
  readonly ticks: number
  lots: number
  /** Market lots at the same price that came first. Earlier orders of customers are not counted. */
  ahead: number
}

/** Receives the results of matching, in order. */
export interface Outcome {
  /** A resting order filled. */
  filled(order: RestingOrder, ticks: number, lots: number): void
  /** Lots changed hands at one price; `side` is the taker's. */
  printed(ticks: number, lots: number, side: Side): void
  /** Customers took lots from the market's level. */
  eaten(type: BookType, ticks: number, lots: number): void
}

/**
 * Within a level, time decides: an order waits for the market's lots that were there first, and for earlier orders.
 * Market lots that leave without trading leave from behind an order first, so that no order gains priority too early.
 */
export class MatchingBook {
  readonly bids = new BookSide('bid')
  readonly asks = new BookSide('ask')
  private readonly outcome: Outcome
  private readonly orders = new Map<string, RestingOrder>()
  private readonly queues: Readonly<Record<Side, Map<number, RestingOrder[]>>> = {
    buy: new Map(),
    sell: new Map(),
  }
  /** Restored orders that the market had already passed: not public until `admitWaiting` fills them. */
  private waiting: RestingOrder[] = []

  constructor(outcome: Outcome) {
    this.outcome = outcome
  }

  /** The side on which an order of `side` rests. */
  sideOf(side: Side): BookSide {
    return side === 'buy' ? this.bids : this.asks
  }

  /** The side that an order of `side` takes from. */
  against(side: Side): BookSide {
    return side === 'buy' ? this.asks : this.bids
  }

  has(id: string): boolean {
    return this.orders.has(id)
  }

  /**
   * Takes up to `lots` from the other side, best price first, up to `limitTicks`. Calls `onLevel` once per price.
   * Returns the lots taken.
   */
  take(side: Side, lots: number, limitTicks: number | null, onLevel?: (ticks: number, lots: number) => void) {
    const book = this.against(side)
    let left = lots
    while (left > 0 && book.count > 0) {
      const ticks = book.best
      if (limitTicks !== null && book.isBetter(limitTicks, ticks)) break
      const { market, customers } = this.consumeQueue(book, ticks, left)
      const behind = Math.min(book.market(ticks) - market, left - market - customers)
      const taken = market + customers + behind
      book.reduce(ticks, market + behind, customers)
      left -= taken
      this.outcome.printed(ticks, taken, side)
      if (onLevel) {
        onLevel(ticks, taken)
        if (market + behind > 0) this.outcome.eaten(book.type, ticks, market + behind)
      }
    }
    return lots - left
  }

  /** Adds a resting order behind every order at its price. The order must not cross. */
  rest(id: string, side: Side, ticks: number, lots: number): void {
    const book = this.sideOf(side)
    this.join({ id, side, ticks, lots, ahead: book.market(ticks) })
  }

  /** Restores a resting order of an earlier run. An order that the market has passed waits, not public, until `admitWaiting`. */
  restore(id: string, side: Side, ticks: number, lots: number): void {
    const other = this.against(side)
    if (other.count === 0 || other.isBetter(ticks, other.best)) this.rest(id, side, ticks, lots)
    else {
      const order: RestingOrder = { id, side, ticks, lots, ahead: 0 }
      this.orders.set(id, order)
      this.waiting.push(order)
    }
  }

  /** Fills restored orders that the market has passed, at the market's own prices, and rests their remainder. Returns whether there were any. */
  admitWaiting(): boolean {
    if (this.waiting.length === 0) return false
    const orders = this.waiting
    this.waiting = []
    // One at a time, so that two crossing orders match instead of crossing the book.
    for (const order of orders) {
      this.orders.delete(order.id)
      const { id, side, ticks, lots } = order
      const taken = this.take(side, lots, ticks, (at, part) => {
        order.lots -= part
        this.outcome.filled(order, at, part)
      })
      if (taken < lots) this.rest(id, side, ticks, lots - taken)
    }
    return true
  }

  /** Removes an order. Returns the lots that were resting; 0 for an unknown order. */
  remove(id: string): number {
    const order = this.orders.get(id)
    if (!order) return 0
    this.orders.delete(id)
    const waiting = this.waiting.indexOf(order)
    if (waiting >= 0) {
      this.waiting.splice(waiting, 1)
      return order.lots
    }
    const queue = this.queues[order.side].get(order.ticks) ?? []
    queue.splice(queue.indexOf(order), 1)
    if (queue.length === 0) this.queues[order.side].delete(order.ticks)
    this.sideOf(order.side).addCustomers(order.ticks, -order.lots)
    return order.lots
  }

  /** Reduces a resting order to `lots`, fewer than now. The order keeps its place. */
  reduce(id: string, lots: number): void {
    const order = this.orders.get(id)
    invariant(order && lots > 0 && lots < order.lots, `order ${id} cannot be reduced to ${lots} lots`)
    if (!this.waiting.includes(order)) this.sideOf(order.side).addCustomers(order.ticks, lots - order.lots)
    order.lots = lots
  }

  /** Sets the market's lots of a level. Call `uncross` after a group of such calls. */
  setMarket(type: BookType, ticks: number, lots: number): void {
    const book = type === 'bid' ? this.bids : this.asks
    book.setMarket(ticks, lots)
    const queue = this.queues[type === 'bid' ? 'buy' : 'sell'].get(ticks)
    if (queue) for (const order of queue) order.ahead = Math.min(order.ahead, lots)
  }

  /** Fills customers' orders that the market moved through, at their own price, so that the book is never crossed. */
  uncross(): void {
    const { bids, asks } = this
    while (bids.count > 0 && asks.count > 0 && bids.best >= asks.best) {
      const bid = bids.best
      const ask = asks.best
      const marketBuys = Math.min(bids.market(bid), asks.customers(ask))
      const marketSells = Math.min(asks.market(ask), bids.customers(bid))
      if (marketBuys > 0) this.meet('sell', ask, bids, bid, marketBuys)
      else if (marketSells > 0) this.meet('buy', bid, asks, ask, marketSells)
      else {
        // Both levels are the market's own: overlapping quotes of a recording. They cancel each other out; no customer takes part.
        const lots = Math.min(bids.market(bid), asks.market(ask))
        invariant(lots > 0, 'customers never stand across from one another')
        bids.reduce(bid, lots, 0)
        asks.reduce(ask, lots, 0)
      }
    }
  }

  /**
   * A trade of the recorded market. Fills customers at better prices first, then orders at its price in their turn.
   * Leaves the market's levels unchanged: the recording holds their changes.
   */
  tradeThrough(side: Side, ticks: number, lots: number): void {
    const book = this.against(side)
    const resting = this.queues[side === 'buy' ? 'sell' : 'buy']
    let left = lots
    if (resting.size > 0) {
      const better = [...resting.keys()].filter((price) => book.isBetter(price, ticks))
      better.sort((a, b) => (book.isBetter(a, b) ? -1 : 1))
      for (const price of better) {
        if (left === 0) break
        const filled = this.fillFront(book, price, left)
        book.reduce(price, 0, filled)
        left -= filled
        this.outcome.printed(price, filled, side)
      }
      if (left > 0) book.reduce(ticks, 0, this.consumeQueue(book, ticks, left).customers)
    }
    if (left > 0) this.outcome.printed(ticks, left, side)
  }

  /** `lots` of the market's level on `from` trade with customers of `side` at the customers' price. */
  private meet(side: Side, ticks: number, from: BookSide, fromTicks: number, lots: number): void {
    const book = this.sideOf(side)
    const filled = this.fillFront(book, ticks, lots)
    book.reduce(ticks, 0, filled)
    from.reduce(fromTicks, filled, 0)
    this.outcome.printed(ticks, filled, side === 'buy' ? 'sell' : 'buy')
    this.outcome.eaten(from.type, fromTicks, filled)
  }

  private join(order: RestingOrder): void {
    this.orders.set(order.id, order)
    const queues = this.queues[order.side]
    const queue = queues.get(order.ticks)
    if (queue) queue.push(order)
    else queues.set(order.ticks, [order])
    this.sideOf(order.side).addCustomers(order.ticks, order.lots)
  }

  /** Lots that a taker of `want` gets from the queue at a price: earlier lots of the market, and lots of customers. */
  private consumeQueue(book: BookSide, ticks: number, want: number): { market: number; customers: number } {
    const queues = this.queues[book.type === 'bid' ? 'buy' : 'sell']
    const queue = queues.get(ticks)
    if (!queue) return NOTHING
    let market = 0
    let customers = 0
    for (const order of queue) {
      market += Math.min(Math.max(0, order.ahead - market), want - market - customers)
      const lots = Math.min(order.lots, want - market - customers)
      if (lots === 0) break
      customers += lots
      order.lots -= lots
      this.outcome.filled(order, ticks, lots)
    }
    for (const order of queue) order.ahead = Math.max(0, order.ahead - market)
    this.dropFilled(queues, ticks, queue)
    return { market, customers }
  }

  /** Fills orders at a price in time order, even with market lots ahead of them. */
  private fillFront(book: BookSide, ticks: number, want: number): number {
    const queues = this.queues[book.type === 'bid' ? 'buy' : 'sell']
    const queue = queues.get(ticks) ?? []
    let filled = 0
    for (const order of queue) {
      const lots = Math.min(order.lots, want - filled)
      if (lots === 0) break
      filled += lots
      order.lots -= lots
      order.ahead = 0
      this.outcome.filled(order, ticks, lots)
    }
    this.dropFilled(queues, ticks, queue)
    return filled
  }

  private dropFilled(queues: Map<number, RestingOrder[]>, ticks: number, queue: RestingOrder[]): void {
    while (queue[0]?.lots === 0) {
      this.orders.delete(queue[0].id)
      queue.shift()
    }
    if (queue.length === 0) queues.delete(ticks)
  }
}

const NOTHING = { market: 0, customers: 0 }
