/** A count of customers, rows or orders of the risk board: “at least” where rows may be missing, and — while none is known. */

import { UNKNOWN, counted } from '../../format/numbers.ts'
import type { BoardUnread } from './boardUnread.ts'

interface RowCountProps {
  readonly count: number
  readonly unread: BoardUnread
}

export const RowCount = ({ count, unread: { rows, isEmpty } }: RowCountProps) => (
  <span className="number" title={rows ?? undefined}>
    {rows === null ? counted(count) : isEmpty ? UNKNOWN : `at least ${counted(count)}`}
  </span>
)
