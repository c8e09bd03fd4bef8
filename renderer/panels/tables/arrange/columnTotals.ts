/** The totals of some rows of a table, by column. */

import { counted } from '../../../format/numbers.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import type { GridTotal } from '../../../ui/DataGrid.tsx'
import type { RowsInOrder } from '../../../ui/grid/chosenRows.ts'
import { sumOf, sumText } from './sumRows.ts'
import type { TableColumn } from './tableColumn.ts'

interface Covers {
  /** Why the totals are not of the whole list, in one sentence; null: they are. */
  readonly partial: string | null
  /** Id of the column whose value all of the rows share; null: they share none. */
  readonly group: string | null
}

/** By id of each column whose sum means something for these rows. */
export function columnTotals<Row>(
  records: readonly Row[],
  columns: readonly TableColumn<Row>[],
  session: WindowSession,
  { partial, group }: Covers,
): Readonly<Record<string, GridTotal>> {
  const totals: Record<string, GridTotal> = {}
  for (const { id, sum } of columns) {
    if (!sum || (sum.within !== undefined && sum.within !== group)) continue
    const column = sumOf(records.map((row) => sum.summand(row, session)))
    const reasons = [
      partial ?? '',
      column.missing > 0 ? `${counted(column.missing)} rows of unknown value are not in it.` : '',
      column.unsure > 0 ? `${counted(column.unsure)} rows in it are incomplete or old.` : '',
    ].filter((reason) => reason !== '')
    totals[id] = { text: sumText(column, partial === null, sum), why: reasons.join(' ') }
  }
  return totals
}

/** The records of the rows in their order; a row that has gone has none. */
export const recordsOf = <Row>(
  { count, keyAt }: RowsInOrder,
  { rowOf }: { readonly rowOf: (key: string) => Row | undefined },
): readonly Row[] =>
  Array.from({ length: count }, (_, index) => rowOf(keyAt(index))).filter((row) => row !== undefined)
