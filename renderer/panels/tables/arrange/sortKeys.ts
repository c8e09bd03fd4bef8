/** Which column a table is sorted or grouped by next. Pure. */

import type { TableSort } from '../../../state/tableChoices.ts'
import type { ValueKind } from '../sort/cellValue.ts'
import type { TableColumn } from './tableColumn.ts'

type SortColumn = Pick<TableColumn<never>, 'id'> & { readonly kind: ValueKind }

/** Names from A, numbers and times from the highest. */
const firstSort = ({ id, kind }: SortColumn): TableSort => ({ column: id, descending: kind !== 'text' })

/** The next column, or with -1 the one before. After the last column the table has its own order again. */
export function sortedByNext(
  columns: readonly SortColumn[],
  sort: TableSort | null,
  by: 1 | -1,
): TableSort | null {
  const at = columns.findIndex(({ id }) => id === sort?.column)
  const next = at < 0 && by < 0 ? columns.length - 1 : at + by
  const column = columns[next]
  return column === undefined ? null : firstSort(column)
}

/** A click on a title: sorts by the column, then the other way round, then the table has its own order again. */
export function sortedByTitle(
  columns: readonly SortColumn[],
  sort: TableSort | null,
  clicked: string,
): TableSort | null {
  const column = columns.find(({ id }) => id === clicked)
  if (column === undefined) return sort
  const first = firstSort(column)
  if (sort?.column !== clicked) return first
  return sort.descending === first.descending ? turnedRound(sort) : null
}

export const turnedRound = (sort: TableSort | null): TableSort | null =>
  sort && { ...sort, descending: !sort.descending }

/** The column that groups the rows next: the first that can, then the others; after the last none does. */
export function groupedByNext(
  columns: readonly Pick<TableColumn<never>, 'id' | 'groups'>[],
  group: string | null,
): string | undefined {
  const able = columns.filter(({ groups }) => groups)
  return able[able.findIndex(({ id }) => id === group) + 1]?.id
}
