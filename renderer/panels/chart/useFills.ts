/** The newest own trades of one customer and instrument, oldest first. The list is the same object while the customer has no new trade. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { compareTrades, type Trade } from '../../../shared/domain/trade.ts'
import type { KeyedTable, TableStore } from '../../state/stores/keyedTable.ts'
import { useSession } from '../../state/useSession.ts'

/** More marks would cover the candles. */
const MOST_FILLS = 500
/** Trades looked through for them, so that a customer with very many costs no frame. */
const MOST_READ = 20_000

function fillsAt({ rows, keysByCustomer }: KeyedTable<Trade>, customer: string, symbol: string): Trade[] {
  const fills: Trade[] = []
  const keys = keysByCustomer.get(customer) ?? []
  for (let n = keys.length - 1; n >= Math.max(0, keys.length - MOST_READ); n--) {
    const trade = rows.get(keys[n] ?? '')
    if (trade?.symbol === symbol) fills.push(trade)
    if (fills.length === MOST_FILLS) break
  }
  return fills.toSorted(compareTrades)
}

export function useFills(customer: CustomerCode | null, symbol: Symbol | null): readonly Trade[] {
  const store: TableStore<Trade> = useSession().server.trades
  const newest = useStore(store, ({ keysByCustomer }) => {
    const keys = keysByCustomer.get(customer ?? '') ?? []
    return `${keys.length} ${keys.at(-1) ?? ''}`
  })
  return useMemo(
    () =>
      customer === null || symbol === null || newest === ''
        ? []
        : fillsAt(store.getState(), customer, symbol),
    [store, customer, symbol, newest],
  )
}
