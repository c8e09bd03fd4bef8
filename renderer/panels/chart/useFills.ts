/** The newest own trades of one customer and instrument, oldest first, and why some may be missing. The list is the same object while neither the customer's trades nor the position change. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { whyCustomersUnknown } from '../../../shared/contract/status.ts'
import { unsureWords, type Position } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { compareTrades, type Trade } from '../../../shared/domain/trade.ts'
import type { KeyedTable, TableStore } from '../../state/stores/keyedTable.ts'
import { useSession, useUnread } from '../../state/useSession.ts'

/** More marks would cover the candles. */
export const MOST_FILLS = 500
/** Trades looked through for them, so that a customer with very many costs no frame. */
const MOST_READ = 20_000

/** Pages of the past arrive after newer trades, so the times decide which are the newest. */
export const fillsAt = (
  { rows, keysByCustomer }: Pick<KeyedTable<Trade>, 'rows' | 'keysByCustomer'>,
  customer: string,
  symbol: string,
): Trade[] =>
  (keysByCustomer.get(customer) ?? [])
    .slice(-MOST_READ)
    .flatMap((key) => {
      const trade = rows.get(key)
      return trade?.symbol === symbol ? [trade] : []
    })
    .toSorted(compareTrades)
    .slice(-MOST_FILLS)

export interface FillsReading {
  /** Why the list of trades was not read at all, one sentence; null once a part of it was read. */
  readonly unread: string | null
  /** Why the list was not read to its first trade, a clause; null when it was. */
  readonly notToFirst: string | null
  /** The position that the trades make; undefined where no trade of the instrument was read. */
  readonly position: Pick<Position, 'complete' | 'unsure' | 'tradeCount'> | undefined
  /** The number of own trades on the chart. */
  readonly shown: number
}

/** Why own trades may be missing on a chart, one sentence; null when all of them are there. */
export function whyFillsMissing({ unread, notToFirst, position, shown }: FillsReading): string | null {
  if (unread !== null) return unread
  if (position === undefined) return notToFirst === null ? null : `Own trades may be missing: ${notToFirst}.`
  if (position.unsure !== null) return `Own trades may be missing: ${unsureWords(position.unsure)}.`
  if (!position.complete)
    return 'Own trades may be missing: not every trade was read, or one has no side, price or amount.'
  return position.tradeCount > shown
    ? `Marks for ${shown} of ${position.tradeCount} own trades. The table of trades has the others.`
    : null
}

/** The table, whose rows change in place, after the newest trade and at a state of the position. */
const tableAt = (
  store: TableStore<Trade>,
  _newest: string,
  _position: Position | undefined,
): KeyedTable<Trade> => store.getState()

export interface Fills {
  readonly fills: readonly Trade[]
  /** Why own trades may be missing, one sentence; null when all of them are there, or no customer is chosen. */
  readonly fillsUnread: string | null
}

/** `position`: of the same customer and instrument; undefined where there is none. */
export function useFills(
  customer: CustomerCode | null,
  symbol: Symbol | null,
  position: Position | undefined,
): Fills {
  const { server } = useSession()
  const store: TableStore<Trade> = server.trades
  const unread = useUnread('trades')
  const notToFirst = useStore(server.reads, ({ value }) => whyCustomersUnknown(value))
  const newest = useStore(store, ({ keysByCustomer }) => {
    const keys = keysByCustomer.get(customer ?? '') ?? []
    return `${keys.length} ${keys.at(-1) ?? ''}`
  })
  // A trade may arrive in parts. Each part changes the position, whether the list has a new trade or not.
  const fills = useMemo(
    () =>
      customer === null || symbol === null ? [] : fillsAt(tableAt(store, newest, position), customer, symbol),
    [store, customer, symbol, newest, position],
  )
  const fillsUnread =
    customer === null ? null : whyFillsMissing({ unread, notToFirst, position, shown: fills.length })
  return { fills, fillsUnread }
}
