/** The live rows of a block whose open orders nobody reads now, as words: they may have changed at the venue. Reads no store. */

import type { RowProgress } from '../../../shared/domain/block/blockProgress.ts'
import {
  capital,
  unseenIn,
  unseenWords,
  type OpenOrderReading,
} from '../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'

interface OldRowsWords {
  readonly line: string
  /** Why the lists are not read, in one sentence. */
  readonly detail: string
}

/** Null where the list of every customer with a live row is read. A venue without such a list has its orders looked up one by one: those rows are not old. */
export function oldRowsWords(
  rows: readonly Pick<RowProgress, 'customerCode' | 'fate'>[],
  readingOf: (code: CustomerCode) => OpenOrderReading,
): OldRowsWords | null {
  const live = rows.filter(({ fate }) => fate === 'resting' || fate === 'part')
  const unread = live.map((row) => readingOf(row.customerCode)).filter(({ state }) => state === 'unread')
  const why = unseenWords(unseenIn(unread))
  if (why === null) return null
  return {
    line: `${unread.length} of ${live.length} live ${live.length === 1 ? 'row' : 'rows'} may have changed: not read now`,
    detail: `${capital(why)}.`,
  }
}
