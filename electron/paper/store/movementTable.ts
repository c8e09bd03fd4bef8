/** Stores the ledger. Rows are added; only their status changes, once. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Movement } from '../bookkeeping/records.ts'
import type { Database } from './database.ts'
import { selectPage, type Page } from './page.ts'

export interface LedgerFilter {
  readonly customerCode: string | null
  readonly status: string | null
  /** Both ends included. */
  readonly createdFrom: EpochMs | null
  readonly createdTo: EpochMs | null
  /** Codes of ledger rows: only newer rows (`after`), only older rows (`before`). */
  readonly after: string | null
  readonly before: string | null
  readonly limit: number
}

export interface MovementTable {
  insert(movement: Movement): void
  /** Stores status and time of an existing movement. */
  update(movement: Movement): void
  find(code: string): Movement | null
  /** Newest first. */
  page(filter: LedgerFilter): Page<Movement>
  /** Oldest first; null means every customer. */
  pending(customer: CustomerCode | null): readonly Movement[]
  /** Sequence of the newest row; 0 before the first. */
  lastSequence(): number
}

const COLUMNS = `code, customerCode, type, status, asset, signedAmount, symbol, realisedPnl, referenceId, markPrice,
  fundingRate, createdAt, updatedAt`

export function movementTable(database: Database): MovementTable {
  const { statement } = database
  return {
    insert: (movement) => database.insert('movements', movement),
    update({ code, status, updatedAt }) {
      statement('UPDATE movements SET status = ?, updatedAt = ? WHERE code = ?').run(status, updatedAt, code)
    },
    find: (code) =>
      (statement(`SELECT ${COLUMNS} FROM movements WHERE code = ?`).get(code) ?? null) as Movement | null,
    page: (filter) =>
      selectPage<Movement>(
        database,
        'movements',
        COLUMNS,
        [
          ['customerCode = ?', filter.customerCode],
          ['status = ?', filter.status],
          ['createdAt >= ?', filter.createdFrom],
          ['createdAt <= ?', filter.createdTo],
          ['sequence > (SELECT sequence FROM movements WHERE code = ?)', filter.after],
          ['sequence < (SELECT sequence FROM movements WHERE code = ?)', filter.before],
        ],
        'desc',
        filter.limit,
      ),
    pending: (customer) =>
      statement(
        `SELECT ${COLUMNS} FROM movements WHERE status = 'pending' AND customerCode = ifnull(?, customerCode) ORDER BY sequence`,
      ).all(customer) as unknown as Movement[],
    lastSequence: () => Number(statement('SELECT max(sequence) AS last FROM movements').get()?.['last'] ?? 0),
  }
}
