/** Our executions and the positions they make. A trade counts once however often and by whichever way it is told. */

import { ZERO, add, decimal, type Decimal } from '../../shared/base/decimal.ts'
import { applyTrade, flatPosition, positionKey, type Position } from '../../shared/domain/position.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../shared/domain/text.ts'
import type { Trade } from '../../shared/domain/trade.ts'
import { publish, type Published } from './topicHub.ts'
import { compareTrades, foldPosition, mergeTrade } from './tradeFold.ts'

/** Trades shown to a new window. */
const KEPT = 5_000

export interface TradeBook {
  readonly trades: Published<'trades'>
  readonly positions: Published<'positions'>
  /** Takes trades in, oldest first. */
  take(trades: readonly Trade[]): void
  /** Whether the history is known from its first record until now: positions are marked incomplete until it is. */
  setWhole(whole: boolean): void
  /** A trade as told, with what the desk knows of it where it says nothing. Takes nothing in. */
  filledIn(told: Trade): Trade
  position(customer: CustomerCode, of: Symbol): Position | undefined
  /** Contracts that trades show for an order; null where some trade of the instrument names no order. */
  filledBy(customer: CustomerCode, of: Symbol, order: ReferenceId): Decimal | null
  /** Whether a trade names the order. */
  hasOrder(customer: CustomerCode, order: ReferenceId): boolean
  clear(): void
}

export function createTradeBook(): TradeBook {
  const byCode = new Map<string, Trade>()
  const byPosition = new Map<string, Trade[]>()
  const folded = new Map<string, Position>()
  let whole = false
  const shown = (of: Position): Position => (whole ? of : { ...of, complete: false })
  const trades = publish<'trades'>(() => [...byCode.values()].toSorted(compareTrades).slice(-KEPT))
  const positions = publish<'positions'>(() => [...folded.values()].map(shown))

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
    take(more) {
      const changed: Trade[] = []
      const touched = new Set<string>()
      const refold = new Set<string>()
      for (const told of more) {
        const code = keyOf(told)
        const known = byCode.get(code)
        const trade = mergeTrade(known, told)
        if (known && JSON.stringify(known) === JSON.stringify(trade)) continue
        byCode.set(code, trade)
        changed.push(trade)
        const key = positionKey(trade.customerCode, trade.symbol)
        const list = byPosition.get(key) ?? []
        byPosition.set(key, list)
        touched.add(key)
        if (known) {
          list.splice(list.indexOf(known), 1)
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
      if (changed.length === 0) return
      trades.delta(changed)
      positions.delta([...touched].flatMap((key) => folded.get(key) ?? []).map(shown))
    },
    setWhole(now) {
      if (now === whole) return
      whole = now
      if (folded.size > 0) positions.delta([...folded.values()].map(shown))
    },
    filledIn: (told) => mergeTrade(byCode.get(keyOf(told)), told),
    position(customer, of) {
      const known = folded.get(positionKey(customer, of))
      return known && shown(known)
    },
    filledBy(customer, of, order) {
      let sum: Decimal = ZERO
      for (const trade of byPosition.get(positionKey(customer, of)) ?? []) {
        if (trade.type === 'trade' && (trade.referenceId === null || trade.amount === null)) return null
        if (trade.referenceId === order) sum = add(sum, decimal(trade.amount ?? '0'))
      }
      return sum
    },
    hasOrder: (customer, order) =>
      [...byCode.values()].some((trade) => trade.customerCode === customer && trade.referenceId === order),
    clear() {
      byCode.clear()
      byPosition.clear()
      folded.clear()
      whole = false
      trades.replace()
      positions.replace()
    },
  }
}
