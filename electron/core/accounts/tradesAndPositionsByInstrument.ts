/** Stores the trades of each customer and instrument in order of time, and folds them into the position. Publishes nothing. */

import {
  applyTrade,
  flatPosition,
  positionKey,
  type Position,
} from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { compareTrades, type Trade } from '../../../shared/domain/trade.ts'

export interface PositionTrades {
  /** Puts a trade in its place; `known`: the earlier record of the same trade. Positions follow with `fold`. */
  put(trade: Trade, known: Trade | undefined): void
  /** Folds the positions whose trades changed since the last call, and returns them. */
  fold(): readonly Position[]
  get(customer: CustomerCode, symbol: Symbol): Position | undefined
  all(): readonly Position[]
  ofCustomer(customer: CustomerCode): {
    readonly trades: readonly Trade[]
    readonly positions: readonly Position[]
  }
  clear(): void
}

const keyOf = (trade: Trade): string => positionKey(trade.customerCode, trade.symbol)

/** Inserts the trade by time. True where it became the last. */
function insert(list: Trade[], trade: Trade): boolean {
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

/** Folds a position from all of its trades, oldest first. */
const foldPosition = (customer: CustomerCode, symbol: Symbol, trades: readonly Trade[]): Position => {
  let position = flatPosition(customer, symbol)
  for (const trade of trades) position = applyTrade(position, trade)
  return position
}

export function createPositionTrades(): PositionTrades {
  const lists = new Map<string, Trade[]>()
  const positions = new Map<string, Position>()
  /** Keys of positions that changed since the last `fold`. */
  const touched = new Set<string>()
  /** Those of them that must be folded from their first trade. */
  const refold = new Set<string>()

  return {
    put(trade, known) {
      const key = keyOf(trade)
      const list = lists.get(key) ?? []
      lists.set(key, list)
      touched.add(key)
      if (known) {
        const before = keyOf(known)
        const listBefore = lists.get(before) ?? []
        listBefore.splice(listBefore.indexOf(known), 1)
        if (listBefore.length === 0) positions.set(before, flatPosition(known.customerCode, known.symbol))
        touched.add(before)
        refold.add(before)
        insert(list, trade)
        refold.add(key)
      } else if (!insert(list, trade)) refold.add(key)
      else if (!refold.has(key)) {
        const position = positions.get(key) ?? flatPosition(trade.customerCode, trade.symbol)
        positions.set(key, applyTrade(position, trade))
      }
    },
    fold() {
      for (const key of refold) {
        const list = lists.get(key) ?? []
        const [first] = list
        if (first) positions.set(key, foldPosition(first.customerCode, first.symbol, list))
      }
      const changed = [...touched].flatMap((key) => positions.get(key) ?? [])
      refold.clear()
      touched.clear()
      return changed
    },
    get: (customer, symbol) => positions.get(positionKey(customer, symbol)),
    all: () => [...positions.values()],
    ofCustomer(customer) {
      const keys = [...lists.keys()].filter((key) => key.startsWith(`${customer} `))
      return {
        trades: keys.flatMap((key) => lists.get(key) ?? []),
        positions: keys.flatMap((key) => positions.get(key) ?? []),
      }
    },
    clear() {
      lists.clear()
      positions.clear()
      touched.clear()
      refold.clear()
    },
  }
}
