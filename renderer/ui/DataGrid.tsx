/** A real ARIA grid over any number of fixed-height rows: only those in view exist, and each looks up its own record. No domain words. */

import {
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import {
  GridLine,
  GridTitles,
  GroupLine,
  GridTotals,
  tracksOf,
  type Column,
  type GridGroup,
  type GridSort,
  type GridTotal,
} from './grid/GridLine.tsx'
import type { RowChoice } from './grid/chosenRows.ts'
import { windowOf } from './grid/gridWindow.ts'
import { LineSlots } from './grid/lineSlots.ts'
import { LookContext } from './look.ts'
import { useGridKeys } from './grid/useGridKeys.ts'
import { useGridPointer } from './grid/useGridPointer.ts'
import { useGridSelection } from './grid/useGridSelection.ts'
import { useGridView } from './grid/useGridView.ts'
import { useRowKeptInView } from './grid/useRowKeptInView.ts'

export type { Column, GridGroup, GridSort, GridTotal } from './grid/GridLine.tsx'

export interface DataGridProps<Row> {
  /** The accessible name. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly count: number
  /** Key of the n-th row in view order. */
  readonly keyAt: (index: number) => string
  /** Reads a row and re-renders its line when it changes: a hook. */
  readonly useRow: (key: string) => Row | undefined
  /** What the row above a group shows; undefined for the row of a record. Left out: no rows are grouped. */
  readonly groupAt?: (key: string) => GridGroup | undefined
  /** Folds the group of a row, or unfolds it; answers the key of the row above the group, null where the row has none. */
  readonly onFold?: (key: string, isFolded: boolean) => string | null
  /** Extra class of a row. */
  readonly rowClass?: (row: Row) => string
  readonly selectedKey?: string | null
  readonly onSelect?: (key: string) => void
  /** A row that is selected and in view until another is chosen; a new object brings it into view again. */
  readonly reveal?: { readonly key: string } | null
  /** Another row was chosen. */
  readonly onRevealed?: () => void
  /** Enter, or a double click. */
  readonly onOpen?: (key: string) => void
  /** A click, where a click does more than select. */
  readonly onPick?: (key: string) => void
  /** Any other key on the selected row; answer true when it was used. */
  readonly onKey?: (key: string, event: KeyboardEvent) => boolean
  /** A key of the table, with or without a selected row, that no row used; answer true when it was used. */
  readonly onTableKey?: (event: KeyboardEvent, selected: string | null) => boolean
  /** Keys of the rows that are chosen together; empty or left out: none but the selected row. */
  readonly chosen?: ReadonlySet<string>
  /** Several rows can be chosen: Shift and a key of movement, Shift or Ctrl and a click. */
  readonly onChoose?: (change: RowChoice) => void
  /** The column that the rows are sorted by. */
  readonly sort?: GridSort | null
  /** Which order the rows have: when the dealer chooses another one, the selected row is brought into view. */
  readonly order?: unknown
  /** The row below all others, by the id of the column. */
  readonly totals?: Readonly<Record<string, GridTotal>> | null
  /** So many of the first rows never scroll away; left out: none. They are never grouped. */
  readonly pinned?: number
  /** A title was clicked, by the id of its column. Without it titles are plain text. */
  readonly onTitle?: (column: string) => void
  /** A right click on the titles. */
  readonly onTitlesMenu?: () => void
  /** The last row is in view, or is walked past: more may be wanted. */
  readonly onEnd?: (() => void) | undefined
  /** Shown in place of rows once the list was read and is empty; says what to do. */
  readonly empty: ReactNode
  /**
   * Why nobody knows whether the list is empty: not read yet, not read whole, nothing chosen. Shown in place of `empty`; null once the list
   * was read. Required, so that no grid says "none" without a reading.
   */
  readonly unread: string | null
  /**
   * The rows are being read: Home, End and an Enter after them act once the rows arrive. Only for tables where opening a row does no more
   * than move the focus, since the dealer has not seen the row yet. Other tables ignore such keys.
   */
  readonly reading?: boolean
  readonly stale?: boolean
}

export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { name, columns, count, keyAt, useRow, empty, onSelect, totals, chosen, onChoose } = props
  const id = useId()
  const [lineSlots] = useState(() => new LineSlots())
  const { rowHeight } = useContext(LookContext)
  const pinned = Math.min(props.pinned ?? 0, count)
  const {
    root,
    view,
    bringIntoView: scrollTo,
  } = useGridView(rowHeight, rowHeight * ((totals ? 2 : 1) + pinned))
  const bringIntoView = (index: number) => {
    if (index >= pinned) scrollTo(index - pinned)
  }
  const selection = useGridSelection(props, bringIntoView)
  const { reveal, revealAt, selectedKey, keepRevealed, rememberIndex, indexOfSelected } = selection
  const brought = useRef<{ readonly key: string } | null>(null)
  const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
  const { onKeyDown, dropKept } = useGridKeys({ props, root, selection, page })
  const template = tracksOf(columns)

  const pointer = useGridPointer(props, selection)

  useLayoutEffect(() => {
    if (reveal === null || revealAt < 0 || brought.current === reveal) return
    brought.current = reveal
    rememberIndex(revealAt)
    keepRevealed()
    onSelect?.(reveal.key)
    bringIntoView(revealAt)
  })

  const ordered = useRef(props.order)
  useLayoutEffect(() => {
    if (ordered.current === props.order) return
    ordered.current = props.order
    const at = indexOfSelected()
    if (at < 0) return
    rememberIndex(at)
    bringIntoView(at)
  })

  useRowKeptInView(view, rowHeight, () => indexOfSelected() - pinned, scrollTo)

  const inView = windowOf(view.top, view.height, rowHeight, count - pinned)
  const from = inView.from + pinned
  const indexes = [...range(0, pinned), ...range(from, inView.to + pinned)]
  const keys = indexes.map(keyAt)
  const slots = lineSlots.of(keys, props.order)
  const lines = keys.map((key, n) => {
    const index = indexes[n] ?? 0
    const group = props.groupAt?.(key)
    const place = { id: `${id}-${key}`, index, columns, template }
    if (group)
      return <GroupLine<Row> key={slots[n]} {...place} group={group} selected={key === selectedKey} />
    return (
      <GridLine<Row>
        key={slots[n]}
        {...place}
        above={index < pinned ? index : index - pinned}
        rowKey={key}
        useRow={useRow}
        rowClass={props.rowClass}
        selected={key === selectedKey}
        chosen={chosen === undefined || chosen.size === 0 ? null : chosen.has(key)}
      />
    )
  })
  const selectedInView = selectedKey !== null && keys.includes(selectedKey)

  return (
    <div className="grid-frame">
      <div
        ref={root}
        role="grid"
        aria-label={name}
        aria-rowcount={count + (totals ? 2 : 1)}
        aria-colcount={columns.length}
        aria-multiselectable={onChoose ? true : undefined}
        aria-activedescendant={selectedInView ? `${id}-${selectedKey}` : undefined}
        tabIndex={0}
        className={props.stale ? 'grid stale' : 'grid'}
        onKeyDown={onKeyDown}
        onBlur={dropKept}
        {...pointer}
      >
        <GridTitles columns={columns} template={template} sort={props.sort ?? null} onTitle={props.onTitle} />
        {pinned > 0 && (
          <div role="rowgroup" className="grid-pinned" style={{ height: pinned * rowHeight }}>
            {lines.slice(0, pinned)}
          </div>
        )}
        {count > pinned && (
          <div role="rowgroup" className="grid-body" style={{ height: (count - pinned) * rowHeight }}>
            {lines.slice(pinned)}
          </div>
        )}
        {totals && <GridTotals columns={columns} template={template} index={count + 2} totals={totals} />}
      </div>
      {count === 0 && <div className="grid-empty">{props.unread ?? empty}</div>}
    </div>
  )
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)
