/** A grid over the rows of a panel that the dealer can sort, filter, group, choose and copy. Sends nothing. */

import { useCallback, useMemo, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { toggleOnlyCustomer } from '../../state/actions/workspaceActions.ts'
import type { Overlay } from '../../state/stores/overlayStore.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import { indexOfKey } from '../../ui/grid/chosenRows.ts'
import { DataGrid, type DataGridProps } from '../../ui/DataGrid.tsx'
import { recordsOf } from './arrange/columnTotals.ts'
import type { TableRows } from './arrange/rowOrder.ts'
import type { TableColumn } from './arrange/tableColumn.ts'
import { actOfTableKey } from './arrange/tableKeys.ts'
import { useArranged } from './arrange/useArranged.ts'
import { useFilter } from './arrange/useFilter.ts'
import { useRowKeys, type ChosenActs } from './arrange/useRowKeys.ts'
import { useShownRows } from './arrange/useShownRows.ts'
import { useTableChoices } from './arrange/useTableChoices.ts'
import { useGroups } from './group/useGroups.ts'
import { isBlotter } from './downloadCsv.ts'
import { TableBar } from './TableBar.tsx'
import { useChosenRows } from './useChosenRows.ts'
import { useTotals } from './useTotals.ts'

type GridOfTable<Row> = Omit<
  DataGridProps<Row>,
  | 'columns'
  | 'count'
  | 'keyAt'
  | 'sort'
  | 'order'
  | 'onTitle'
  | 'totals'
  | 'pinned'
  | 'onTitlesMenu'
  | 'chosen'
  | 'onChoose'
  | 'groupAt'
  | 'onFold'
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
  readonly chosenActs?: ChosenActs
  /** The lines of a row in a CSV; left out: the record itself. */
  readonly csvOf?: (row: Row) => readonly object[]
}

export function Table<Row extends object>(props: TableProps<Row>) {
  const {
    panel,
    columns: allColumns,
    rows,
    bar,
    hidden = null,
    maybeMore = null,
    csvOf,
    chosenActs: acts,
    onKey: onRowKey,
    onTableKey: onPanelKey,
    ...grid
  } = props
  const session = useSession()
  const id = usePanelId(panel)
  const keyOfPress = usePanelKeys('tables')
  const choices = useTableChoices(id, allColumns)
  const { columns, sort, group } = choices
  const table = useRef<HTMLDivElement>(null)
  const filter = useFilter(id, table)
  const { words } = filter
  const grouped = group?.id ?? null
  const { arranged, pinned, second, point } = useArranged({ ...choices, rows, group: grouped, words, table })
  const hides = hidden ?? (words.length > 0 ? 'filtered' : null)
  const missing = grid.unread ?? maybeMore
  const partial = sentence(
    grid.unread ?? (hides === null ? maybeMore : 'Only the rows shown are in it.'),
    grid.stale ? OLD : null,
  )
  const totals = useTotals({ rows, arranged, columns, words, partial, second })
  const { reveal = null } = grid
  const groups = useGroups({ arranged, rows, columns, sort, column: group, partial, second, reveal })
  const { view } = groups
  const { chosen, choose, ordered, copy } = useChosenRows({
    arranged: view,
    rowOf: rows.rowOf,
    columns,
    hides: hides !== null || groups.isFolded,
    missing: grid.stale ? OLD : missing,
  })
  useShownRows(id, {
    columns: allColumns,
    records: () => recordsOf(arranged, rows).flatMap((row): readonly object[] => csvOf?.(row) ?? [row]),
    shows: (key) => indexOfKey(view, key) >= 0,
    hidden: words.length > 0 ? 'filtered' : hidden,
    isPartial: missing !== null,
  })

  const toSheet = (open: Overlay) => session.overlay.setState({ open })
  const toColumns = () => toSheet({ kind: 'tableColumns', panel: id })
  const isGroup = (key: string): boolean => groups.groupAt(key) !== undefined
  const onKey = useRowKeys({ acts, chosen, ordered, onRowKey, isGroup })
  const openRow = (key: string) => (groups.groupAt(key) ? groups.toggle(key) : grid.onOpen?.(key))
  const onTableKey = (event: KeyboardEvent, selected: string | null): boolean => {
    const act = actOfTableKey(keyOfPress(event), {
      ...choices,
      toColumns,
      toViews: () => toSheet({ kind: 'tableViews', panel: id, act: 'apply' }),
      toFilter: filter.toField,
      toggleCustomer: isBlotter(panel) ? () => toggleOnlyCustomer(session, id) : null,
      chooseAll: () => choose({ kind: 'all' }),
      copy: () => copy(selected),
    })
    if (act) act()
    else if (event.key === 'Escape' && chosen.keys.size > 0) choose({ kind: 'none' })
    else if (event.key === 'Escape' && filter.typed !== null) filter.clear()
    else return onPanelKey?.(event, selected) ?? false
    return true
  }
  const order = useMemo(() => ({ sort, words, group }), [sort, words, group])
  return (
    <div
      ref={table}
      className="table"
      onPointerOver={({ target }: PointerEvent) =>
        point(target instanceof Element && target.closest('.line') !== null)
      }
      onPointerLeave={() => point(false)}
    >
      <TableBar
        typed={filter.typed}
        shown={arranged.count}
        all={rows.count}
        unread={grid.unread}
        waiting={arranged.waiting}
        chosen={chosen.keys.size}
        ofOne={acts ? null : 'other keys act on the focused row only'}
        group={group?.title ?? null}
        onType={filter.type}
        onClear={filter.clear}
        onLeave={filter.toRows}
      >
        {bar}
      </TableBar>
      <DataGrid<Row>
        {...grid}
        {...(group === null ? {} : { groupAt: groups.groupAt, onFold: groups.fold, onOpen: openRow })}
        unread={grid.unread ?? (hidden === null && rows.count === 0 ? maybeMore : null)}
        empty={words.length > 0 && rows.count > 0 ? noneHas(words) : grid.empty}
        columns={columns}
        count={view.count}
        keyAt={view.keyAt}
        sort={sort}
        order={order}
        totals={totals}
        pinned={pinned}
        onTitle={choices.sortBy}
        onTitlesMenu={toColumns}
        chosen={chosen.keys}
        onChoose={choose}
        onKey={onKey}
        onTableKey={onTableKey}
      />
    </div>
  )
}

const OLD = 'The link is lost, so the rows may be old.'

/** The reasons as one text; null where there is none. */
const sentence = (...reasons: readonly (string | null)[]): string | null =>
  reasons.filter((reason) => reason !== null).join(' ') || null

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
