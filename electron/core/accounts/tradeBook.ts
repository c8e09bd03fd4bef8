/**
 * Stores our own trades and publishes them. A trade counts once, however often and by whichever channel it arrives.
 * `tradesAndPositionsByInstrument.ts` makes the positions; `flagIncompleteAndPublishPositions.ts` publishes them.
 */

import { NEWEST_ROWS_SENT } from '../../../shared/contract/topics.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import { compareTrades, type Trade } from '../../../shared/domain/trade.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import { createPositionTrades } from './tradesAndPositionsByInstrument.ts'
import { createFilledPerOrder, type FilledPerOrder } from './filledPerOrder.ts'
import { mergeTrade, withLedgerRow } from './mergeDuplicateRecords.ts'
import { createPublishedPositions, type PositionBook } from './flagIncompleteAndPublishPositions.ts'
import { contradictionOf } from './howTradeRecordsContradict.ts'

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

export interface TradeBook
  extends PositionBook, Pick<FilledPerOrder, 'orderMade' | 'filledBy' | 'missingFills'> {
  readonly trades: Published<'trades'>
  /** Takes trades in, oldest first; `isLive`: from the stream. Returns those that contradict a known trade; the caller reports each with `lose`. */
  take(trades: readonly Trade[], isLive?: boolean): readonly Contradiction[]
  /** Completes known trades without a realised PnL or an order from ledger rows that are new or changed. */
  takeFillRows(rows: readonly LedgerRow[]): void
  /** The trade, completed with fields of its known record. Takes nothing in. */
  filledIn(trade: Trade): Trade
  /** One customer's trades and the positions they make, and how far back the trades of all customers are known. */
  ofCustomer(customer: CustomerCode): TradesOfCustomer
  /** Whether a trade names the order. */
  hasOrder(customer: CustomerCode, order: ReferenceId): boolean
  clear(): void
}

/** `onTrade` is called for every trade that is new or arrives with another type. `fillRow` finds the ledger row of a trade by its code. */
export function createTradeBook(
  onTrade: (trade: Trade, isLive: boolean) => void = () => undefined,
  fillRow: (customer: CustomerCode, code: string) => LedgerRow | undefined = () => undefined,
): TradeBook {
  const byCode = new Map<string, Trade>()
  const fills = createFilledPerOrder()
  const byPosition = createPositionTrades()
  const positions = createPublishedPositions(byPosition)
  const { book } = positions
  /** Codes of trades that arrived in two versions since the whole list was last read: the list decides between them. */
  const disputed = new Set<string>()
  let oldest: number | null = null

  const trades = publish<'trades'>(() =>
    [...byCode.values()].toSorted(compareTrades).slice(-NEWEST_ROWS_SENT),
  )
  const keyOf = ({ customerCode, code }: Pick<Trade, 'customerCode' | 'code'>): string =>
    `${customerCode} ${code}`
  const completed = (trade: Trade): Trade =>
    trade.realisedPnl === null || trade.referenceId === null
      ? withLedgerRow(trade, fillRow(trade.customerCode, trade.code))
      : trade

  return {
    ...book,
    trades,
    take(more, isLive = false) {
      const contradictions: Contradiction[] = []
      const news: Trade[] = []
      const changed: Trade[] = []
      for (const arrived of more) {
        const code = keyOf(arrived)
        const known = byCode.get(code)
        const trade = completed(mergeTrade(known, arrived))
        if (known && JSON.stringify(known) === JSON.stringify(trade)) continue
        const why = known ? contradictionOf(known, trade) : null
        if (why !== null && (isLive || !disputed.has(code)))
          contradictions.push({ customerCode: trade.customerCode, why })
        if (why !== null) disputed.add(code)
        byCode.set(code, trade)
        changed.push(trade)
        if (known?.type !== trade.type) news.push(trade)
        if (trade.createdAt !== null) oldest = Math.min(oldest ?? trade.createdAt, trade.createdAt)
        fills.put(trade, known)
        byPosition.put(trade, known)
      }
      const touched = byPosition.fold()
      if (changed.length === 0) return contradictions
      trades.delta(changed)
      positions.publish(touched)
      for (const trade of news) onTrade(trade, isLive)
      return contradictions
    },
    takeFillRows(rows) {
      const changed = rows.flatMap((row): Trade[] => {
        const known = byCode.get(keyOf(row))
        const trade = known && completed(known)
        if (!trade || trade === known) return []
        byCode.set(keyOf(trade), trade)
        fills.put(trade, known)
        byPosition.put(trade, known)
        return [trade]
      })
      if (changed.length === 0) return
      trades.delta(changed)
      positions.publish(byPosition.fold())
    },
    restore() {
      disputed.clear()
      book.restore()
    },
    filledIn: (trade) => mergeTrade(byCode.get(keyOf(trade)), trade),
    orderMade: (customer, order) => fills.orderMade(customer, order),
    filledBy: (customer, symbol, order) => fills.filledBy(customer, symbol, order),
    missingFills: (customer, symbol, orders, counts) => fills.missingFills(customer, symbol, orders, counts),
    ofCustomer(customer) {
      const own = byPosition.ofCustomer(customer)
      return {
        trades: own.trades,
        positions: own.positions.map((position) => positions.shown(position)),
        whole: book.isWhole(),
        oldest,
      }
    },
    hasOrder: (customer, order) =>
      [...byCode.values()].some((trade) => trade.customerCode === customer && trade.referenceId === order),
    clear() {
      byCode.clear()
      fills.clear()
      disputed.clear()
      oldest = null
      trades.replace()
      positions.clear()
    },
  }
}
