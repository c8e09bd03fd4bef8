/** An exchange that a test moves by hand: two instruments, with the books, fills and prints that the test gives. */

import type { Stop } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Side, Symbol } from '../../../shared/domain/scalars.ts'
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
  Prices,
} from '../../../electron/paper/exchange/exchange.ts'
import type { FakeClock } from '../fakeClock.ts'

const text = (value: string) => value as DecimalText
export const BTC = 'BTCUSDC_PERP' as Symbol
export const ETH = 'ETHUSDC_PERP' as Symbol

const INSTRUMENTS: readonly ExchangeInstrument[] = [
  {
    symbol: BTC,
    underlying: 'BTC',
    tickSize: text('0.5'),
    lotSize: text('0.001'),
    maximumNotional: text('2000000'),
    initialMargin: text('8'),
    maintenanceMargin: text('4'),
  },
  {
    symbol: ETH,
    underlying: 'ETH',
    tickSize: text('0.01'),
    lotSize: text('0.01'),
    maximumNotional: text('1000000'),
    initialMargin: text('10'),
    maintenanceMargin: text('5'),
  },
]

interface Book {
  bids: Level[]
  asks: Level[]
  lastTicks: number
}

/** BTC stands at 60000 / 60000.5 and ETH at 3000 / 3000.01, three levels a side. */
export class FakeExchange implements Exchange {
  readonly instruments = INSTRUMENTS
  readonly resting = new Map<string, ExchangeOrder>()
  readonly restored: ExchangeOrder[] = []
  started = false
  /** Null: nothing is known of funding; else it is due at each multiple of these ms since 1970. */
  fundingEveryMs: number | null = null
  fundingRate = text('0.0001')
  private readonly statuses = new Map<Symbol, InstrumentStatus>()
  private readonly listeners = new Set<(event: ExchangeEvent) => void>()
  private readonly printed: MarketPrint[] = []
  private readonly books = new Map<Symbol, Book>([
    [BTC, { bids: levels(120000, -1, 500), asks: levels(120001, 1, 500), lastTicks: 120000 }],
    [ETH, { bids: levels(300000, -1, 5000), asks: levels(300001, 1, 5000), lastTicks: 300000 }],
  ])
  private readonly clock: FakeClock

  constructor(clock: FakeClock) {
    this.clock = clock
  }

  start(): Stop {
    this.started = true
    return () => {
      this.started = false
    }
  }

  place(order: ExchangeOrder): Placed {
    const book = this.book(order.symbol)
    const against = order.side === 'buy' ? book.asks : book.bids
    const reaches = (ticks: number) =>
      order.limitTicks === null ||
      (order.side === 'buy' ? ticks <= order.limitTicks : ticks >= order.limitTicks)
    const within = against.filter(([ticks]) => reaches(ticks))
    if (this.status(order.symbol) !== 'open' && within.length > 0) return { fills: [], restingLots: 0 }
    const total = within.reduce((sum, [, lots]) => sum + lots, 0)
    if (order.timeInForce === 'FOK' && total < order.lots) return { fills: [], restingLots: 0 }
    const fills: Fill[] = []
    let left = order.lots
    for (const [ticks, available] of within) {
      const lots = Math.min(left, available)
      if (lots === 0) break
      left -= lots
      fills.push(this.fillOf(order, ticks, lots, 'taker'))
      this.setLevel(order.symbol, order.side === 'buy' ? 'ask' : 'bid', ticks, available - lots)
      book.lastTicks = ticks
    }
    const rests = order.timeInForce === 'GTC' ? left : 0
    if (rests > 0) this.resting.set(order.id, { ...order, lots: rests })
    return { fills, restingLots: rests }
  }

  restore(order: ExchangeOrder): void {
    this.restored.push(order)
    this.resting.set(order.id, order)
  }

  cancel(orderId: string): number {
    const lots = this.resting.get(orderId)?.lots ?? 0
    this.resting.delete(orderId)
    return lots
  }

  reduce(orderId: string, lots: number): void {
    const order = this.resting.get(orderId)
    if (!order || lots < 1 || lots >= order.lots) throw new Error(`${orderId} cannot be reduced to ${lots}`)
    this.resting.set(orderId, { ...order, lots })
  }

  status(symbol: Symbol): InstrumentStatus {
    return this.statuses.get(symbol) ?? 'open'
  }

  setStatus(symbol: Symbol, status: InstrumentStatus): void {
    this.book(symbol)
    this.statuses.set(symbol, status)
  }

  depth(symbol: Symbol): { bids: readonly Level[]; asks: readonly Level[] } {
    return this.book(symbol)
  }

  prices(symbol: Symbol): Prices {
    const { lastTicks } = this.book(symbol)
    return {
      lastTicks,
      mark: text(symbol === BTC ? String(lastTicks / 2) : (lastTicks / 100).toString()),
      index: null,
      high24hTicks: null,
      low24hTicks: null,
      ticks24hAgo: null,
      volume24hLots: 12,
      openInterestLots: null,
      fundingRate: this.fundingRate,
      nextFundingAt:
        this.fundingEveryMs === null
          ? null
          : (Math.floor(this.clock.now() / this.fundingEveryMs) + 1) * this.fundingEveryMs,
    }
  }

  prints(symbol: Symbol, limit: number, beforeCode: string | null): readonly MarketPrint[] {
    const own = this.printed.filter((print) => print.symbol === symbol)
    const end = beforeCode === null ? own.length : own.findIndex((print) => print.code === beforeCode)
    return own.slice(0, Math.max(0, end)).toReversed().slice(0, limit)
  }

  onEvent(listener: (event: ExchangeEvent) => void): Stop {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The market takes `lots` of a resting order at its price. */
  fillResting(orderId: string, lots: number): void {
    const order = this.resting.get(orderId)
    if (!order || order.limitTicks === null) throw new Error(`${orderId} rests nowhere`)
    if (order.lots === lots) this.resting.delete(orderId)
    else this.resting.set(orderId, { ...order, lots: order.lots - lots })
    this.emit({ kind: 'fill', fill: this.fillOf(order, order.limitTicks, lots, 'maker') })
  }

  print(symbol: Symbol, ticks: number, lots: number, side: Side): void {
    const code = `P${this.printed.length + 1}`
    const print: MarketPrint = { code, symbol, ticks, lots, side, at: this.clock.now() }
    this.printed.push(print)
    this.book(symbol).lastTicks = ticks
    this.emit({ kind: 'print', print })
  }

  /** Moves the last price, which is the mark here, and tells of it. */
  mark(symbol: Symbol, ticks: number): void {
    this.book(symbol).lastTicks = ticks
    const { mark } = this.prices(symbol)
    if (mark !== null) this.emit({ kind: 'mark', symbol, mark })
  }

  /** 0 lots take the level away. */
  setLevel(symbol: Symbol, type: 'bid' | 'ask', ticks: number, lots: number): void {
    const book = this.book(symbol)
    const side = type === 'bid' ? book.bids : book.asks
    const known = side.some((level) => level[0] === ticks)
    const rest = side.filter((level) => level[0] !== ticks)
    const next: Level[] = lots === 0 ? rest : [...rest, [ticks, lots]]
    next.sort((a, b) => (type === 'bid' ? b[0] - a[0] : a[0] - b[0]))
    if (type === 'bid') book.bids = next
    else book.asks = next
    const action: BookChange['action'] = lots === 0 ? 'delete' : known ? 'change' : 'new'
    this.emit({ kind: 'book', symbol, changes: [{ action, type, ticks, lots }] })
  }

  private book(symbol: Symbol): Book {
    const book = this.books.get(symbol)
    if (!book) throw new Error(`${symbol} is not traded here`)
    return book
  }

  private fillOf(order: ExchangeOrder, ticks: number, lots: number, liquidity: Fill['liquidity']): Fill {
    const { id: orderId, symbol, side } = order
    return { orderId, symbol, side, ticks, lots, liquidity, at: this.clock.now() }
  }

  private emit(event: ExchangeEvent): void {
    for (const listener of this.listeners) listener(event)
  }
}

function levels(best: number, step: number, lots: number): Level[] {
  return [0, 1, 2].map((n): Level => [best + n * step, lots * (n + 1)])
}
