/** Stores our own trades and publishes them with their positions. A trade counts once, however often and by whichever channel it arrives. */

import { decimal, type Decimal } from '../../../shared/base/decimal.ts'
import type { Position, MissingTrades } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import { createPositionTrades } from './positionsFromTrades.ts'
import { createFilledPerOrder } from './filledPerOrder.ts'
import { compareTrades, contradictionOf, mergeTrade } from './mergeTradesAndFoldPositions.ts'
import { createCustomersMissingTrades } from './customersMissingTrades.ts'

/** Trades shown to a new window. */
const MOST_SHOWN = 5_000

/** A position in numbers; `certain` is false while trades of it may be missing. */
export interface Held {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  /** Contracts, above 0 long. */
  readonly size: Decimal
  readonly certain: boolean
}

/** Sizes by position. Positions never change in place, so that each size is parsed once. */
const sizes = new WeakMap<Position, Decimal>()
function sizeOf(position: Position): Decimal {
  const size = sizes.get(position) ?? decimal(position.size)
  sizes.set(position, size)
  return size
}

export interface TradesOfCustomer {
  readonly trades: readonly Trade[]
  readonly positions: readonly Position[]
  /** Whether the history is known from its first record until now. */
  readonly whole: boolean
  /** The venue's time of the oldest trade read, ms; null while none has one. */
  readonly oldest: number | null
}

/** A known trade that arrived again with other values. */
export interface Contradiction {
  readonly customerCode: CustomerCode
  /** A clause without a full stop. */
  readonly why: string
}

export interface TradeBook {
  readonly trades: Published<'trades'>
  readonly positions: Published<'positions'>
  /** Takes trades in, oldest first; `isLive`: from the stream. Returns those that contradict a known trade; the caller reports each with `lose`. */
  take(trades: readonly Trade[], isLive?: boolean): readonly Contradiction[]
  /** Whether the history is known from its first record until now: positions are marked incomplete until it is. */
  setWhole(whole: boolean): void
  /** Trades of the customer (null: of an unknown customer) are missing: the positions they may belong to are not sure until `restore`. */
  lose(customer: CustomerCode | null, loss: MissingTrades): void
  /** How often trades were lost since the book was empty, and whether positions are not sure because of it. */
  lost(): { readonly count: number; readonly open: boolean }
  /** Why the positions of a customer are not known for sure (null asks for losses of unknown customers). Null: no trade of the customer is known to be missing. */
  unsure(customer: CustomerCode | null): MissingTrades | null
  /** Every trade was read from the newest to the first record, each of them readable. */
  restore(): void
  /** The trade, completed with fields of its known record. Takes nothing in. */
  filledIn(trade: Trade): Trade
  position(customer: CustomerCode, symbol: Symbol): Position | undefined
  /** The position by the trades that were read: `complete` does not consider lost trades. */
  positionAsRead(customer: CustomerCode, symbol: Symbol): Position | undefined
  /** Every position that is not known to be flat. */
  held(): readonly Held[]
  /** Whether the history is known from its first record until now. */
  isWhole(): boolean
  /** Contracts that trades show for an order; null where some trade of the instrument names no order or no amount. */
  filledBy(customer: CustomerCode, symbol: Symbol, order: ReferenceId): Decimal | null
  /** One customer's trades and the positions they make, and how far back the trades of all customers are known. */
  ofCustomer(customer: CustomerCode): TradesOfCustomer
  /** Whether a trade names the order. */
  hasOrder(customer: CustomerCode, order: ReferenceId): boolean
  clear(): void
}

/** `onTrade` is called for every trade that is new or arrives with another type. */
export function createTradeBook(
  onTrade: (trade: Trade, isLive: boolean) => void = () => undefined,
): TradeBook {
  const byCode = new Map<string, Trade>()
  const fills = createFilledPerOrder()
  const losses = createCustomersMissingTrades()
  const byPosition = createPositionTrades()
  /** Codes of trades that arrived in two versions since the whole list was last read: the list decides between them. */
  const disputed = new Set<string>()
  let whole = false
  let oldest: number | null = null

  const unsure = (customer: CustomerCode | null): MissingTrades | null => losses.unsure(customer)
  const isKnown = (customer: CustomerCode): boolean => whole && unsure(customer) === null
  const shown = (position: Position): Position =>
    isKnown(position.customerCode)
      ? position
      : { ...position, complete: false, unsure: unsure(position.customerCode) }
  const trades = publish<'trades'>(() => [...byCode.values()].toSorted(compareTrades).slice(-MOST_SHOWN))
  const positions = publish<'positions'>(() => byPosition.all().map(shown))
  const publishPositions = (): void => {
    const all = byPosition.all()
    if (all.length > 0) positions.delta(all.map(shown))
  }
  const keyOf = (trade: Trade): string => `${trade.customerCode} ${trade.code}`

  return {
    trades,
    positions,
    take(more, isLive = false) {
      const contradictions: Contradiction[] = []
      const news: Trade[] = []
      const changed: Trade[] = []
      for (const arrived of more) {
        const code = keyOf(arrived)
        const known = byCode.get(code)
        const trade = mergeTrade(known, arrived)
        if (known && JSON.stringify(known) === JSON.stringify(trade)) continue
        const why = known ? contradictionOf(known, trade) : null
        if (why !== null && (isLive || !disputed.has(code)))
          contradictions.push({ customerCode: trade.customerCode, why })
        if (why !== null) disputed.add(code)
        byCode.set(code, trade)
        changed.push(trade)
        if (known?.type !== trade.type) news.push(trade)
        if (trade.createdAt !== null) oldest = Math.min(oldest ?? trade.createdAt, trade.createdAt)
        fills.add(trade)
        if (known) fills.remove(known)
        byPosition.put(trade, known)
      }
      const touched = byPosition.fold()
      if (changed.length === 0) return contradictions
      trades.delta(changed)
      positions.delta(touched.map(shown))
      for (const trade of news) onTrade(trade, isLive)
      return contradictions
    },
    setWhole(now) {
      if (now === whole) return
      whole = now
      publishPositions()
    },
    lose(customer, loss) {
      if (losses.lose(customer, loss)) publishPositions()
    },
    lost: () => ({ count: losses.count, open: losses.isOpen }),
    unsure,
    restore() {
      disputed.clear()
      if (!losses.isOpen) return
      losses.restore()
      publishPositions()
    },
    filledIn: (trade) => mergeTrade(byCode.get(keyOf(trade)), trade),
    position(customer, symbol) {
      const known = byPosition.get(customer, symbol)
      return known && shown(known)
    },
    positionAsRead(customer, symbol) {
      const known = byPosition.get(customer, symbol)
      return known && (whole ? known : { ...known, complete: false })
    },
    isWhole: () => whole,
    held: () =>
      byPosition.all().flatMap((position): Held[] => {
        const { customerCode, symbol } = position
        const certain = position.complete && isKnown(customerCode)
        return position.size === '0' && certain
          ? []
          : [{ customerCode, symbol, size: sizeOf(position), certain }]
      }),
    filledBy: (customer, symbol, order) => fills.filledBy(customer, symbol, order),
    ofCustomer(customer) {
      const own = byPosition.ofCustomer(customer)
      return { trades: own.trades, positions: own.positions.map(shown), whole, oldest }
    },
    hasOrder: (customer, order) =>
      [...byCode.values()].some((trade) => trade.customerCode === customer && trade.referenceId === order),
    clear() {
      byCode.clear()
      byPosition.clear()
      fills.clear()
      losses.clear()
      disputed.clear()
      whole = false
      oldest = null
      trades.replace()
      positions.replace()
    },
  }
}
