/** A column of a table as data: what it draws, and the value by which rows are sorted, filtered, summed and copied. Types only. */

import type { WindowSession } from '../../../state/windowSession.ts'
import type { Column } from '../../../ui/DataGrid.tsx'

/** Text, a decimal as canonical text or as `Decimal`, a count or a time in ms. Null: unknown. */
export type CellValue = string | number | bigint | null

/** How the values of a column compare, and how they are written into a file. */
export type ValueKind = 'text' | 'decimal' | 'count' | 'time'

export interface TableColumn<Row> extends Column<Row> {
  readonly kind: ValueKind
  /** The value of a row now. `session` gives live figures, such as the mark. */
  readonly value: (row: Row, session: WindowSession) => CellValue
  /** What a filter finds in the cell, where it shows more than its value. */
  readonly text?: (row: Row, session: WindowSession) => string
}
