/** The common part of both exchanges: customers' orders, books, prints and events of several symbols. Moves no market by itself. */

import type { Clock, EpochMs, Stop } from '../../../shared/base/clock.ts'
import { invariant } from '../../../shared/base/result.ts'
import type { Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { BookType } from './bookSide.ts'
import { DayStats, type Minute } from './dayStats.ts'
import type {
  BookChange,
  Exchange,
  ExchangeEvent,
  ExchangeInstrument,
  ExchangeOrder,
  Fill,
  InstrumentStatus,
  Level,
  MarketPrint,
  Placed,
} from './exchange.ts'
import { Listeners } from './listeners.ts'
import { MatchingBook, type Outcome, type RestingOrder } from './matchingBook.ts'
import { PrintLog, type OlderPrints } from './printLog.ts'

/** The past of a market before the exchange opened. */
export interface Past {
  /** The last day by the minute, oldest first. */
  readonly minutes: readonly Minute[]
  readonly older: OlderPrints | null
  readonly lastTicks: number | null
}

export const NO_PAST: Past = { minutes: [], older: null, lastTicks: null }

/**
 * One symbol. The market's owner changes `book`, then calls `commit`.
 * `commit` emits the book's changes first, then prints, then fills: a listener that reads `depth` sees the changes it received.
 */
export class SymbolMarket implements Outcome {
  readonly instrument: ExchangeInstrument
  readonly book: MatchingBook
  readonly stats: DayStats
  readonly log: PrintLog
  lastTicks: number | null
  status: InstrumentStatus = 'open'
  /** Receives the lots that customers took from the market's levels. */
  onEaten: ((type: BookType, ticks: number, lots: number) => void) | null = null
  private readonly listeners: Listeners<ExchangeEvent>
  private readonly prints: { ticks: number; lots: number; side: Side }[] = []
  private readonly fills: { order: RestingOrder; ticks: number; lots: number }[] = []

  constructor(instrument: ExchangeInstrument, past: Past, listeners: Listeners<ExchangeEvent>) {
    this.instrument = instrument
    this.listeners = listeners
    this.stats = new DayStats(past.minutes)
    this.log = new PrintLog(instrument.symbol, past.older)
    this.lastTicks = past.lastTicks
    this.book = new MatchingBook(this)
  }

  filled(order: RestingOrder, ticks: number, lots: number): void {
    this.fills.push({ order, ticks, lots })
  }

  printed(ticks: number, lots: number, side: Side): void {
    this.prints.push({ ticks, lots, side })
  }

  eaten(type: BookType, ticks: number, lots: number): void {
    this.onEaten?.(type, ticks, lots)
  }

  /** Uncrosses the book and emits every event since the last commit, with time `at`. */
  commit(at: EpochMs): void {
    this.book.uncross()
    const { symbol } = this.instrument
    const changes: BookChange[] = []
    this.book.bids.drainChanges(changes)
    this.book.asks.drainChanges(changes)
    if (changes.length > 0) this.listeners.push({ kind: 'book', symbol, changes })
    for (const { ticks, lots, side } of this.prints) {
      this.lastTicks = ticks
      this.stats.add(at, ticks, lots)
      this.listeners.push({ kind: 'print', print: this.log.add(ticks, lots, side, at) })
    }
    for (const { order, ticks, lots } of this.fills) {
      const { id, side } = order
      const fill: Fill = { orderId: id, symbol, side, ticks, lots, liquidity: 'maker', at }
      this.listeners.push({ kind: 'fill', fill })
    }
    this.prints.length = 0
    this.fills.length = 0
    this.listeners.deliver()
  }
}

export class MatchingEngine {
  readonly markets: readonly SymbolMarket[]
  private readonly clock: Clock
  private readonly listeners = new Listeners<ExchangeEvent>()
  private readonly bySymbol = new Map<string, SymbolMarket>()

  constructor(clock: Clock, instruments: readonly ExchangeInstrument[], past: readonly Past[]) {
    this.clock = clock
    this.markets = instruments.map((each, n) => new SymbolMarket(each, past[n] ?? NO_PAST, this.listeners))
    for (const market of this.markets) this.bySymbol.set(market.instrument.symbol, market)
  }

  market(symbol: Symbol): SymbolMarket {
    const market = this.bySymbol.get(symbol)
    invariant(market, `${symbol} is not traded here`)
    return market
  }

  place(order: ExchangeOrder): Placed {
    const market = this.check(order)
    const { book } = market
    const { side, limitTicks, lots, timeInForce } = order
    const fills: Fill[] = []
    const at = this.clock.now()
    const crosses = limitTicks === null || book.against(side).lotsWithin(limitTicks, 1) > 0
    if (market.status !== 'open' && crosses) return { fills, restingLots: 0 }
    if (timeInForce === 'FOK' && book.against(side).lotsWithin(limitTicks, lots) < lots)
      return { fills, restingLots: 0 }
    const taken = book.take(side, lots, limitTicks, (ticks, atLevel) =>
      fills.push({
        orderId: order.id,
        symbol: order.symbol,
        side,
        ticks,
        lots: atLevel,
        liquidity: 'taker',
        at,
      }),
    )
    // An order without a limit has no price to rest at: its unfilled rest is dropped.
    const restingLots = timeInForce === 'GTC' && limitTicks !== null ? lots - taken : 0
    if (restingLots > 0 && limitTicks !== null) book.rest(order.id, side, limitTicks, restingLots)
    market.commit(at)
    return { fills, restingLots }
  }

  restore(order: ExchangeOrder): void {
    const market = this.check(order)
    invariant(order.limitTicks !== null, `order ${order.id} has no limit price, so it cannot have rested`)
    market.book.restore(order.id, order.side, order.limitTicks, order.lots)
    market.commit(this.clock.now())
  }

  cancel(orderId: string): number {
    const market = this.markets.find((each) => each.book.has(orderId))
    if (!market) return 0
    const lots = market.book.remove(orderId)
    market.commit(this.clock.now())
    return lots
  }

  reduce(orderId: string, lots: number): void {
    const market = this.markets.find((each) => each.book.has(orderId))
    invariant(market, `order ${orderId} is not resting`)
    market.book.reduce(orderId, lots)
    market.commit(this.clock.now())
  }

  status(symbol: Symbol): InstrumentStatus {
    return this.market(symbol).status
  }

  setStatus(symbol: Symbol, status: InstrumentStatus): void {
    this.market(symbol).status = status
  }

  depth(symbol: Symbol): { readonly bids: readonly Level[]; readonly asks: readonly Level[] } {
    const { bids, asks } = this.market(symbol).book
    return { bids: bids.levels(), asks: asks.levels() }
  }

  prints(symbol: Symbol, limit: number, beforeCode: string | null): readonly MarketPrint[] {
    return this.market(symbol).log.page(limit, beforeCode)
  }

  onEvent(listener: (event: ExchangeEvent) => void): Stop {
    return this.listeners.add(listener)
  }

  /** Emits a single event at once. */
  emit(event: ExchangeEvent): void {
    this.listeners.push(event)
    this.listeners.deliver()
  }

  private check(order: ExchangeOrder): SymbolMarket {
    const { id, lots, limitTicks } = order
    const market = this.market(order.symbol)
    invariant(Number.isSafeInteger(lots) && lots > 0, `order ${id} is for ${lots} lots`)
    invariant(
      limitTicks === null || (Number.isSafeInteger(limitTicks) && limitTicks > 0),
      `order ${id} has a limit of ${limitTicks} ticks`,
    )
    invariant(!market.book.has(id), `order ${id} is resting already`)
    return market
  }
}

/** The methods that an exchange takes from its engine unchanged. */
export const engineDoor = (engine: MatchingEngine): Omit<Exchange, 'instruments' | 'start' | 'prices'> => ({
  place: (order) => engine.place(order),
  restore: (order) => engine.restore(order),
  cancel: (orderId) => engine.cancel(orderId),
  reduce: (orderId, lots) => engine.reduce(orderId, lots),
  status: (symbol) => engine.status(symbol),
  setStatus: (symbol, status) => engine.setStatus(symbol, status),
  depth: (symbol) => engine.depth(symbol),
  prints: (symbol, limit, beforeCode) => engine.prints(symbol, limit, beforeCode),
  onEvent: (listener) => engine.onEvent(listener),
})
