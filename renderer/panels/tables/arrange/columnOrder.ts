/** The rows of one table in the order of one column. After a few values changed only these are sorted again. */

import type { WindowSession } from '../../../state/windowSession.ts'
import type { TableSort } from '../../../state/tableChoices.ts'
import type { CellValue } from '../sort/cellValue.ts'
import { sortAfterChanges, type SortedValues } from '../sort/sortAfterChanges.ts'
import { orderOfValues } from '../sort/sortRows.ts'
import type { TableColumn } from './tableColumn.ts'

interface Sorting<Row> {
  readonly rows: { readonly rowOf: (key: string) => Row | undefined }
  readonly columns: readonly TableColumn<Row>[]
  /** Null: the rows stay as they come. */
  readonly sort: TableSort | null
  readonly session: WindowSession
}

interface Sorted<Row> extends SortedValues {
  readonly column: TableColumn<Row>
}

export class ColumnOrder<Row> {
  private sorted: Sorted<Row> | null = null

  /** The keys in their order. Every value is read anew, since it may depend on the market. */
  sort({ rows, columns, sort, session }: Sorting<Row>, keys: readonly string[]): readonly string[] {
    const column = columns.find(({ id }) => id === sort?.column)
    if (column === undefined || sort === null) {
      this.sorted = null
      return keys
    }
    const { kind, isAhead: isRowAhead } = column
    const values: CellValue[] = []
    for (const key of keys) {
      const row = rows.rowOf(key)
      values.push(row === undefined ? null : column.value(row, session))
    }
    const isAhead = (index: number): boolean => {
      const row = isRowAhead && rows.rowOf(keys[index] ?? '')
      return row !== undefined && isRowAhead?.(row, session) === true
    }
    const { descending } = sort
    const before = this.sorted
    const isSameSort = before !== null && before.column === column && before.descending === descending
    const again = isSameSort ? sortAfterChanges(before, { keys, values }, isAhead) : null
    const order = again ?? orderOfValues(values, kind, descending, isAhead)
    this.sorted = { column, kind, descending, keys, values, order }
    const sorted: string[] = []
    for (const index of order) sorted.push(keys[index] ?? '')
    return sorted
  }
}
