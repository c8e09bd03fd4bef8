/** Stores customers' trades: written once, never changed. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { TradeRecord } from '../bookkeeping/records.ts'
import type { Database } from './database.ts'
import { selectPage, type Page } from './page.ts'

export interface TradeFilter {
  readonly customerCode: string | null
  readonly symbol: string | null
  /** Both ends included. */
  readonly from: EpochMs | null
  readonly to: EpochMs | null
  /** Code of a trade: only older trades. */
  readonly before: string | null
  readonly sort: 'asc' | 'desc'
  readonly limit: number
}

export interface TradeTable {
  insert(trade: TradeRecord): void
  find(code: string): TradeRecord | null
  page(filter: TradeFilter): Page<TradeRecord>
  /** Sequence of the newest trade; 0 before the first. */
  lastSequence(): number
  /** Time of the newest trade; 0 before the first. */
  lastMoment(): EpochMs
}

const COLUMNS = `code, customerCode, type, symbol, referenceId, side, price, amount, quote, fee, realisedPnl,
  liquidity, createdAt`

export function tradeTable(database: Database): TradeTable {
  return {
    insert: (trade) => database.insert('trades', trade),
    find: (code) =>
      (database.statement(`SELECT ${COLUMNS} FROM trades WHERE code = ?`).get(code) ??
        null) as TradeRecord | null,
    page: (filter) =>
      selectPage<TradeRecord>(
        database,
        'trades',
        COLUMNS,
        [
          ['customerCode = ?', filter.customerCode],
          ['symbol = ?', filter.symbol],
          ['createdAt >= ?', filter.from],
          ['createdAt <= ?', filter.to],
          ['sequence < (SELECT sequence FROM trades WHERE code = ?)', filter.before],
        ],
        filter.sort,
        filter.limit,
      ),
    lastSequence: () =>
      Number(database.statement('SELECT max(sequence) AS last FROM trades').get()?.['last'] ?? 0),
    lastMoment: () =>
      Number(
        database.statement('SELECT createdAt FROM trades ORDER BY sequence DESC LIMIT 1').get()?.[
          'createdAt'
        ] ?? 0,
      ),
  }
}
