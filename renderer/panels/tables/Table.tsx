/** A grid over the rows of a panel that the dealer can sort by any column, by mouse on a title and by keys. Sends nothing. */

import { useCallback, useMemo, useRef, type KeyboardEvent } from 'react'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { changePanel } from '../../state/actions/workspaceActions.ts'
import { PLAIN_TABLE, type TableChoices } from '../../state/tableChoices.ts'
import { usePanelId, usePanelState } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import { DataGrid, type DataGridProps } from '../../ui/DataGrid.tsx'
import type { TableRows } from './arrange/rowOrder.ts'
import { sortedByNext, sortedByTitle, turnedRound } from './arrange/sortKeys.ts'
import type { TableColumn } from './arrange/tableColumn.ts'
import { useArranged } from './arrange/useArranged.ts'

type GridOfTable<Row> = Omit<
  DataGridProps<Row>,
  'columns' | 'count' | 'keyAt' | 'sort' | 'order' | 'onTitle' | 'onTableKey'
>

export interface TableProps<Row> extends GridOfTable<Row> {
  /** The kind of the panel: its choices are kept with it. */
  readonly panel: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: TableRows<Row>
}

export function Table<Row>({ panel, columns, rows, ...grid }: TableProps<Row>) {
  const session = useSession()
  const id = usePanelId(panel)
  const keyOfPress = usePanelKeys('tables')
  const choices = usePanelState(id).table ?? PLAIN_TABLE
  const change = (changed: Partial<TableChoices>) =>
    changePanel(session.workspace, id, { table: { ...choices, ...changed } })
  const { sort } = choices
  const table = useRef<HTMLDivElement>(null)
  const { count, keyAt, waiting, release } = useArranged(rows, columns, sort, table)
  const onTableKey = (event: KeyboardEvent): boolean => {
    const key = keyOfPress(event)
    if (key === 'KeyS') change({ sort: sortedByNext(columns, sort, 1) })
    else if (key === 'Shift+KeyS') change({ sort: sortedByNext(columns, sort, -1) })
    else if (key === 'KeyT') change({ sort: turnedRound(sort) })
    else return false
    return true
  }
  return (
    <div ref={table} className="table" onPointerLeave={release}>
      {waiting > 0 && (
        <p role="status" className="amber table-line">
          {waiting === 1 ? '1 new row is' : `${waiting} new rows are`} at the end while the pointer is on the
          rows.
        </p>
      )}
      <DataGrid<Row>
        {...grid}
        columns={columns}
        count={count}
        keyAt={keyAt}
        sort={sort}
        order={sort}
        onTitle={(column) => change({ sort: sortedByTitle(columns, sort, column) })}
        onTableKey={onTableKey}
      />
    </div>
  )
}

type ListTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'useRow'> & {
  readonly list: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A table over a list of records. */
export function ListTable<Row>({ list, keyOf, ...rest }: ListTableProps<Row>) {
  const byKey = useMemo(() => new Map(list.map((row) => [keyOf(row), row])), [list, keyOf])
  const rowOf = useCallback((key: string) => byKey.get(key), [byKey])
  const rows = {
    count: list.length,
    keyAt: (index: number) => {
      const row = list[index]
      return row === undefined ? '' : keyOf(row)
    },
    rowOf,
    list: '',
    revision: list,
  }
  return <Table<Row> {...rest} rows={rows} useRow={rowOf} />
}
