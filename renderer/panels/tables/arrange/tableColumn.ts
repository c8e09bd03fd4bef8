/** A column of a table as data: what it draws, and the value by which rows are sorted, filtered, summed and copied. Types only. */

import type { CellValue, ValueKind } from '../sort/cellValue.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import type { SumFormat, Summand } from './sumRows.ts'
import type { Column } from '../../../ui/DataGrid.tsx'

export interface TableColumn<Row> extends Column<Row> {
  readonly kind: ValueKind
  /** The value of a row now. `session` gives live figures, such as the mark. */
  readonly value: (row: Row, session: WindowSession) => CellValue
  /** Whether a row without a value stands before all others, whichever way the column is sorted. Left out: it stands after them. */
  readonly isAhead?: (row: Row, session: WindowSession) => boolean
  /** Why the column cannot be hidden, in one sentence; left out: it can. */
  readonly always?: string
  /** The column is not shown until the dealer shows it. */
  readonly isOffAtFirst?: true
  /** Rows of one value may stand together under their totals. */
  readonly groups?: true
  /** What a filter finds in the cell, where it shows more than its value. */
  readonly text?: (row: Row, session: WindowSession) => string
  /** What a copy holds, where the cell shows more than its value. */
  readonly copied?: (row: Row) => CellValue
  /** Whether the value is whole and fresh; left out: it always is. */
  readonly isSure?: (row: Row, session: WindowSession) => boolean
  /** How the column is summed in the totals row; left out: a sum means nothing. */
  readonly sum?: SumFormat & {
    /** Id of the column within whose groups alone the sum means something, such as contracts of one instrument; left out: anywhere. */
    readonly within?: string
    /** Null: the row has nothing to add. */
    readonly summand: (row: Row, session: WindowSession) => Summand | null
  }
}
