/** A grid over the rows of a panel that the dealer can sort by any column and filter by typing. Sends nothing. */

import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { changePanel } from '../../state/actions/workspaceActions.ts'
import { filterPanel } from '../../state/stores/panelStore.ts'
import { PLAIN_TABLE, type TableChoices } from '../../state/tableChoices.ts'
import { usePanelId, usePanelState } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import { DataGrid, type DataGridProps } from '../../ui/DataGrid.tsx'
import type { TableRows } from './arrange/rowOrder.ts'
import { sortedByNext, sortedByTitle, turnedRound } from './arrange/sortKeys.ts'
import type { TableColumn } from './arrange/tableColumn.ts'
import { wordsOf } from './arrange/filterRows.ts'
import { TableBar } from './TableBar.tsx'
import { useTotals } from './useTotals.ts'
import { useArranged } from './arrange/useArranged.ts'

type GridOfTable<Row> = Omit<
  DataGridProps<Row>,
  'columns' | 'count' | 'keyAt' | 'sort' | 'order' | 'onTitle' | 'totals'
>

export interface TableProps<Row> extends GridOfTable<Row> {
  /** The kind of the panel: its choices are kept with it. */
  readonly panel: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: TableRows<Row>
  /** What the panel says above its rows. */
  readonly bar?: ReactNode
  /** What hides rows beside the filter, as one word; null: nothing does. */
  readonly hidden?: string | null
  /** Why the rows may not be all, although nothing failed; null: they are. */
  readonly maybeMore?: string | null
  /** The lines of a row in a CSV; left out: the record itself. */
  readonly csvOf?: (row: Row) => readonly object[]
}

const NO_WORDS: readonly string[] = []

export function Table<Row extends object>(props: TableProps<Row>) {
  const {
    panel,
    columns,
    rows,
    bar,
    hidden = null,
    maybeMore = null,
    csvOf,
    onTableKey: onPanelKey,
    ...grid
  } = props
  const session = useSession()
  const id = usePanelId(panel)
  const keyOfPress = usePanelKeys('tables')
  const choices = usePanelState(id).table ?? PLAIN_TABLE
  const change = (changed: Partial<TableChoices>) =>
    changePanel(session.workspace, id, { table: { ...choices, ...changed } })
  const { sort } = choices
  const typed = useStore(session.panels, (panels) => panels.filters[id]) ?? null
  const words = useMemo(() => (typed === null ? NO_WORDS : wordsOf(typed)), [typed])
  const table = useRef<HTMLDivElement>(null)
  const { count, keyAt, waiting, second, release } = useArranged(rows, columns, sort, words, table)
  const hides = hidden ?? (words.length > 0 ? 'filtered' : null)
  const partial = grid.unread ?? (hides === null ? maybeMore : 'Only the rows shown are in it.')
  const isOld = grid.stale === true
  const totals = useTotals({ rows, arranged: { count, keyAt }, columns, words, partial, isOld, second })
  useEffect(() => {
    const { shownRows } = session.panels.getState()
    const records = () =>
      Array.from({ length: count }, (_, at) => rows.rowOf(keyAt(at))).flatMap((row): readonly object[] =>
        row === undefined ? [] : (csvOf?.(row) ?? [row]),
      )
    shownRows.set(id, {
      records,
      hidden: words.length > 0 ? 'filtered' : hidden,
      isPartial: (grid.unread ?? maybeMore) !== null,
    })
  })
  useEffect(() => {
    const { shownRows } = session.panels.getState()
    return () => void shownRows.delete(id)
  }, [session, id])

  const find = (selector: string) => () => table.current?.querySelector<HTMLElement>(selector) ?? null
  const toRows = () => find('[role=grid]')()?.focus()
  const toFilter = () =>
    session.focus.to({
      name: 'The filter',
      show: () => filterPanel(session.panels, id, typed ?? ''),
      find: find('input.table-filter'),
    })
  const clear = () => {
    filterPanel(session.panels, id, null)
    toRows()
  }
  const onTableKey = (event: KeyboardEvent): boolean => {
    const key = keyOfPress(event)
    if (key === 'KeyS') change({ sort: sortedByNext(columns, sort, 1) })
    else if (key === 'Shift+KeyS') change({ sort: sortedByNext(columns, sort, -1) })
    else if (key === 'KeyT') change({ sort: turnedRound(sort) })
    else if (key === 'Control+KeyF') toFilter()
    else if (event.key === 'Escape' && typed !== null) clear()
    else return onPanelKey?.(event) ?? false
    return true
  }
  const order = useMemo(() => ({ sort, words }), [sort, words])
  return (
    <div ref={table} className="table" onPointerLeave={release}>
      <TableBar
        typed={typed}
        shown={count}
        all={rows.count}
        unread={grid.unread}
        waiting={waiting}
        onType={(text) => filterPanel(session.panels, id, text)}
        onClear={clear}
        onLeave={toRows}
      >
        {bar}
      </TableBar>
      <DataGrid<Row>
        {...grid}
        empty={words.length > 0 && rows.count > 0 ? noneHas(words) : grid.empty}
        columns={columns}
        count={count}
        keyAt={keyAt}
        sort={sort}
        order={order}
        totals={totals}
        onTitle={(column) => change({ sort: sortedByTitle(columns, sort, column) })}
        onTableKey={onTableKey}
      />
    </div>
  )
}

const noneHas = (words: readonly string[]): string =>
  `No row that is known here has “${words.join(' ')}”. Esc clears the filter.`

type ListTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'useRow'> & {
  readonly list: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A table over a list of records. */
export function ListTable<Row extends object>({ list, keyOf, ...rest }: ListTableProps<Row>) {
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
