/** The cells of the totals row: a sum for each column that has one, and what the row covers. */

import { useState } from 'react'
import { counted } from '../../format/numbers.ts'
import { useSession } from '../../state/useSession.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import type { GridTotal } from '../../ui/DataGrid.tsx'
import type { ArrangedRows, TableRows } from './arrange/rowOrder.ts'
import { columnTotals, recordsOf } from './arrange/columnTotals.ts'
import type { TableColumn } from './arrange/tableColumn.ts'

/** Up to so many rows are summed each time that they change, up to `MOST` once a second. */
export const EACH_TIME = 500
export const MOST = 5_000

interface TotalsOptions<Row> {
  readonly rows: TableRows<Row>
  readonly arranged: Pick<ArrangedRows, 'count' | 'keyAt'>
  readonly columns: readonly TableColumn<Row>[]
  /** The words that a shown row has: another filter has other sums at once. */
  readonly words: readonly string[]
  /** Why the sums are not those of the whole list now; null: they are. */
  readonly partial: string | null
  /** Counts the seconds at which live values may have changed. */
  readonly second: number
}

type GridTotals = Readonly<Record<string, GridTotal>> | null

/** By the id of the column; null: no column has a sum, or there is no row. */
export function useTotals<Row extends object>(options: TotalsOptions<Row>): GridTotals {
  const session = useSession()
  const [totals] = useState(() => new Totals<Row>())
  return totals.sums(options, session)
}

/** The totals of one table. Of a long one they are summed again once a second only. */
class Totals<Row extends object> {
  private stamp = ''
  private totals: GridTotals = null

  sums(options: TotalsOptions<Row>, session: WindowSession): GridTotals {
    const { arranged, rows, columns, words, partial, second } = options
    if (arranged.count === 0 || !columns.some(({ sum }) => sum && sum.within === undefined)) return null
    const stamp = `${second} ${rows.list} ${words.join(' ')} ${partial ?? ''} ${columns.map(({ id }) => id).join(' ')}`
    if (arranged.count > EACH_TIME && this.stamp === stamp) return this.totals
    this.stamp = stamp
    this.totals = arranged.count > MOST ? tooMany(columns) : totalsOf(options, session)
    return this.totals
  }
}

type Columns = readonly Pick<TableColumn<never>, 'id' | 'sum'>[]

/** The column that says what the totals are of: the first without a sum. */
const labelled = (columns: Columns): string => (columns.find(({ sum }) => !sum) ?? columns[0])?.id ?? ''

const tooMany = (columns: Columns): Readonly<Record<string, GridTotal>> => ({
  [labelled(columns)]: {
    text: `No total: more than ${counted(MOST)} rows`,
    why: 'Filter the rows, or choose one customer, to see their total.',
  },
})

function totalsOf<Row extends object>(
  { rows, arranged, columns, partial }: TotalsOptions<Row>,
  session: WindowSession,
): Readonly<Record<string, GridTotal>> {
  const records = recordsOf(arranged, rows)
  const words = `Total · ${counted(records.length)} ${records.length === 1 ? 'row' : 'rows'}`
  const totals = columnTotals(records, columns, session, { partial, group: null })
  return { ...totals, [labelled(columns)]: { text: words, why: partial ?? '' } }
}
