/** Our executions and the positions they make. A trade counts once however often and by whichever way it is told. */

import { ZERO, add, decimal, negate, type Decimal } from '../../../shared/base/decimal.ts'
import {
  applyTrade,
  flatPosition,
  positionKey,
  type Position,
  type TradeLoss,
} from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { publish, type Published } from '../support/publishedTopic.ts'
import { compareTrades, contradictionOf, foldPosition, mergeTrade } from './tradeFold.ts'

/** Trades shown to a new window. */
const KEPT = 5_000

/** A position in numbers; `certain` is false while trades of it may be missing. */
export interface Held {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  /** Contracts, above 0 long. */
  readonly size: Decimal
  readonly certain: boolean
}

/** What trades of one customer and instrument show by order. */
interface Fills {
  readonly byOrder: Map<ReferenceId, Decimal>
  /** Trades that name no order or no amount. */
  unnamed: number
}

/** Positions are records that never change: each is read once. */
const sizes = new WeakMap<Position, Decimal>()
function sizeOf(of: Position): Decimal {
  const size = sizes.get(of) ?? decimal(of.size)
  sizes.set(of, size)
  return size
}

const isUnnamed = (of: Trade): boolean =>
  of.type === 'trade' && (of.referenceId === null || of.amount === null)

export interface TradesOfCustomer {
  readonly trades: readonly Trade[]
  readonly positions: readonly Position[]
  /** Whether the history is known from its first record until now. */
  readonly whole: boolean
  /** The venue's time of the oldest trade read, ms; null while none has one. */
  readonly oldest: number | null
}

/** A trade that was known and came again with something else. */
export interface Contradiction {
  readonly customerCode: CustomerCode
  /** A clause without a full stop. */
  readonly why: string
}

export interface TradeBook {
  readonly trades: Published<'trades'>
  readonly positions: Published<'positions'>
  /** Takes trades in, oldest first; `live` when the stream told them. Answers those that contradict what is known: each is to be reported with `lose`. */
  take(trades: readonly Trade[], live?: boolean): readonly Contradiction[]
  /** Whether the history is known from its first record until now: positions are marked incomplete until it is. */
  setWhole(whole: boolean): void
  /** Trades of the customer (null: of anybody) are missing: the positions they may belong to are not sure until `restore`. */
  lose(customer: CustomerCode | null, loss: TradeLoss): void
  /** How often trades were lost since the book was empty, and whether positions are not sure for it. */
  lost(): { readonly count: number; readonly open: boolean }
  /** Why the positions of a customer are not known for sure (null: a trade of somebody unknown is missing); null: none of its trades is known to be missing. */
  unsure(customer: CustomerCode | null): TradeLoss | null
  /** Every trade was read from the newest to the first record, each of them readable. */
  restore(): void
  /** A trade as told, with what the desk knows of it where it says nothing. Takes nothing in. */
  filledIn(told: Trade): Trade
  position(customer: CustomerCode, of: Symbol): Position | undefined
  /** The same as far as its trades were read: `complete` says nothing of those that were lost. */
  positionAsRead(customer: CustomerCode, of: Symbol): Position | undefined
  /** Every position that is not known to be flat. */
  held(): readonly Held[]
  /** Whether the history is known from its first record until now. */
  isWhole(): boolean
  /** Contracts that trades show for an order; null where some trade of the instrument names no order. */
  filledBy(customer: CustomerCode, of: Symbol, order: ReferenceId): Decimal | null
  /** One customer's trades and the positions they make, and how far back everybody's are known. */
  ofCustomer(customer: CustomerCode): TradesOfCustomer
  /** Whether a trade names the order. */
  hasOrder(customer: CustomerCode, order: ReferenceId): boolean
  clear(): void
}

/** `heard` hears of every trade that is new or is told with another type. */
export function createTradeBook(heard: (trade: Trade, live: boolean) => void = () => undefined): TradeBook {
  const byCode = new Map<string, Trade>()
  const byPosition = new Map<string, Trade[]>()
  const fills = new Map<CustomerCode, Map<Symbol, Fills>>()
  const folded = new Map<string, Position>()
  let whole = false
  let oldest: number | null = null
  /** The first loss of each customer; null: of somebody unknown. */
  const lost = new Map<CustomerCode | null, TradeLoss>()
  let losses = 0
  /** Trades of which two versions came since the whole list was last read: what a list shows of them decides. */
  const disputed = new Set<string>()
  const unsure = (customer: CustomerCode | null): TradeLoss | null => {
    const own = lost.get(customer)
    const anybody = lost.get(null)
    return own && anybody ? (own.since <= anybody.since ? own : anybody) : (own ?? anybody ?? null)
  }
  const isKnown = (customer: CustomerCode): boolean => whole && unsure(customer) === null
  const shown = (of: Position): Position =>
    isKnown(of.customerCode) ? of : { ...of, complete: false, unsure: unsure(of.customerCode) }
  const trades = publish<'trades'>(() => [...byCode.values()].toSorted(compareTrades).slice(-KEPT))
  const positions = publish<'positions'>(() => [...folded.values()].map(shown))

  /** Counts a trade in (+1) or out again (−1). */
  const countFill = (of: Trade, by: 1 | -1): void => {
    const ofCustomer = fills.get(of.customerCode) ?? new Map<Symbol, Fills>()
    fills.set(of.customerCode, ofCustomer)
    const known = ofCustomer.get(of.symbol) ?? { byOrder: new Map<ReferenceId, Decimal>(), unnamed: 0 }
    ofCustomer.set(of.symbol, known)
    if (isUnnamed(of)) known.unnamed += by
    if (of.referenceId === null || of.amount === null) return
    const amount = decimal(of.amount)
    const sum = add(known.byOrder.get(of.referenceId) ?? ZERO, by > 0 ? amount : negate(amount))
    known.byOrder.set(of.referenceId, sum)
  }

  const keyOf = (trade: Trade): string => `${trade.customerCode} ${trade.code}`
  const insert = (list: Trade[], trade: Trade): boolean => {
    const last = list.at(-1)
    if (!last || compareTrades(last, trade) < 0) {
      list.push(trade)
      return true
    }
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareTrades(list[middle] as Trade, trade) < 0) low = middle + 1
      else high = middle
    }
    list.splice(low, 0, trade)
    return false
  }

  return {
    trades,
    positions,
    take(more, live = false) {
      const contradictions: Contradiction[] = []
      const heardOf: Trade[] = []
      const changed: Trade[] = []
      const touched = new Set<string>()
      const refold = new Set<string>()
      for (const told of more) {
        const code = keyOf(told)
        const known = byCode.get(code)
        const trade = mergeTrade(known, told)
        if (known && JSON.stringify(known) === JSON.stringify(trade)) continue
        const why = known ? contradictionOf(known, trade) : null
        if (why !== null && (live || !disputed.has(code)))
          contradictions.push({ customerCode: trade.customerCode, why })
        if (why !== null) disputed.add(code)
        byCode.set(code, trade)
        changed.push(trade)
        if (known?.type !== trade.type) heardOf.push(trade)
        if (trade.createdAt !== null) oldest = Math.min(oldest ?? trade.createdAt, trade.createdAt)
        const key = positionKey(trade.customerCode, trade.symbol)
        const list = byPosition.get(key) ?? []
        byPosition.set(key, list)
        touched.add(key)
        countFill(trade, 1)
        if (known) countFill(known, -1)
        if (known) {
          const before = positionKey(known.customerCode, known.symbol)
          const listBefore = byPosition.get(before) ?? []
          listBefore.splice(listBefore.indexOf(known), 1)
          if (listBefore.length === 0) folded.set(before, flatPosition(known.customerCode, known.symbol))
          touched.add(before)
          refold.add(before)
          insert(list, trade)
          refold.add(key)
        } else if (!insert(list, trade)) refold.add(key)
        else if (!refold.has(key))
          folded.set(
            key,
            applyTrade(folded.get(key) ?? flatPosition(trade.customerCode, trade.symbol), trade),
          )
      }
      for (const key of refold) {
        const list = byPosition.get(key) ?? []
        const [first] = list
        if (first) folded.set(key, foldPosition(first.customerCode, first.symbol, list))
      }
      if (changed.length === 0) return contradictions
      trades.delta(changed)
      positions.delta([...touched].flatMap((key) => folded.get(key) ?? []).map(shown))
      for (const trade of heardOf) heard(trade, live)
      return contradictions
    },
    setWhole(now) {
      if (now === whole) return
      whole = now
      if (folded.size > 0) positions.delta([...folded.values()].map(shown))
    },
    lose(customer, loss) {
      losses += 1
      if (lost.has(customer)) return
      lost.set(customer, loss)
      if (folded.size > 0) positions.delta([...folded.values()].map(shown))
    },
    lost: () => ({ count: losses, open: lost.size > 0 }),
    unsure,
    restore() {
      disputed.clear()
      if (lost.size === 0) return
      lost.clear()
      if (folded.size > 0) positions.delta([...folded.values()].map(shown))
    },
    filledIn: (told) => mergeTrade(byCode.get(keyOf(told)), told),
    position(customer, of) {
      const known = folded.get(positionKey(customer, of))
      return known && shown(known)
    },
    positionAsRead(customer, of) {
      const known = folded.get(positionKey(customer, of))
      return known && (whole ? known : { ...known, complete: false })
    },
    isWhole: () => whole,
    held: () =>
      [...folded.values()].flatMap((of) =>
        of.size === '0' && of.complete && isKnown(of.customerCode)
          ? []
          : [
              {
                customerCode: of.customerCode,
                symbol: of.symbol,
                size: sizeOf(of),
                certain: of.complete && isKnown(of.customerCode),
              },
            ],
      ),
    filledBy(customer, of, order) {
      const known = fills.get(customer)?.get(of)
      if (!known) return ZERO
      return known.unnamed > 0 ? null : (known.byOrder.get(order) ?? ZERO)
    },
    ofCustomer(customer) {
      const keys = [...byPosition.keys()].filter((key) => key.startsWith(`${customer} `))
      return {
        trades: keys.flatMap((key) => byPosition.get(key) ?? []),
        positions: keys.flatMap((key) => folded.get(key) ?? []).map(shown),
        whole,
        oldest,
      }
    },
    hasOrder: (customer, order) =>
      [...byCode.values()].some((trade) => trade.customerCode === customer && trade.referenceId === order),
    clear() {
      byCode.clear()
      byPosition.clear()
      fills.clear()
      folded.clear()
      lost.clear()
      disputed.clear()
      losses = 0
      whole = false
      oldest = null
      trades.replace()
      positions.replace()
    },
  }
}
