/** One row of a grid, and the row of titles above them. Each row looks up its own record. */

import { memo, useContext, type ReactNode } from 'react'
import { LookContext } from '../look.ts'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  /** A CSS grid track: `90px`, `1fr`, `minmax(80px, 1fr)`. */
  readonly width: string
  readonly align?: 'right'
  readonly cell: (row: Row) => ReactNode
}

/** The column that the rows are sorted by. */
export interface GridSort {
  readonly column: string
  readonly descending: boolean
}

/** The columns as CSS grid tracks, shared by titles and rows. */
export const tracksOf = (columns: readonly { readonly width: string }[]): string =>
  columns.map((column) => column.width).join(' ')

const cellClass = ({ align }: { readonly align?: 'right' }): string =>
  align === 'right' ? 'cell right' : 'cell'

interface GridTitlesProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly template: string
  readonly sort: GridSort | null
  /** A title was clicked, by the id of its column. */
  readonly onTitle?: ((column: string) => void) | undefined
}

const directionOf = (sort: GridSort | null, column: string) =>
  sort?.column !== column ? undefined : sort.descending ? 'descending' : 'ascending'

const MARKS = { ascending: ' ▲', descending: ' ▼' } as const

export const GridTitles = <Row,>({ columns, template, sort, onTitle }: GridTitlesProps<Row>) => (
  <div role="rowgroup" className="grid-head">
    <div role="row" aria-rowindex={1} className="grid-row" style={{ gridTemplateColumns: template }}>
      {columns.map((column) => {
        const direction = directionOf(sort, column.id)
        return (
          <div key={column.id} role="columnheader" className={cellClass(column)} aria-sort={direction}>
            {onTitle ? (
              // Left out of the Tab order: a grid is one stop, and a key of its panel sorts.
              <button type="button" tabIndex={-1} className="grid-title" onClick={() => onTitle(column.id)}>
                {column.title}
                {direction && <span aria-hidden="true">{MARKS[direction]}</span>}
              </button>
            ) : (
              column.title
            )}
          </div>
        )
      })}
    </div>
  </div>
)

/** A cell of the totals row. */
export interface GridTotal {
  readonly text: string
  /** Why the total is not sure; empty: it is. */
  readonly why: string
}

/** The row above the rows of a group. */
export interface GridGroup {
  readonly label: string
  /** Its rows are not shown. */
  readonly isFolded: boolean
  /** By the id of the column. */
  readonly totals: Readonly<Record<string, GridTotal>>
}

interface GroupLineProps<Row> {
  readonly id: string
  readonly index: number
  readonly columns: readonly Column<Row>[]
  readonly template: string
  readonly group: GridGroup
  readonly selected: boolean
}

export function GroupLine<Row>({ id, index, columns, template, group, selected }: GroupLineProps<Row>) {
  const { rowHeight } = useContext(LookContext)
  const { label, isFolded, totals } = group
  // The label runs over the columns before the first total.
  const first = columns.findIndex((column) => totals[column.id] !== undefined)
  const span = first < 0 ? columns.length : Math.max(1, first)
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      className={`grid-row line group${selected ? ' selected' : ''}`}
      style={{ gridTemplateColumns: template, top: index * rowHeight }}
    >
      <div role="gridcell" aria-colspan={span} className="cell" style={{ gridColumn: `1 / span ${span}` }}>
        <span aria-hidden="true">{isFolded ? '▸' : '▾'} </span>
        {label}
        {isFolded && <span className="hidden-visually">, folded</span>}
      </div>
      {columns.slice(span).map((column) => {
        const total = totals[column.id]
        return (
          <div
            key={column.id}
            role="gridcell"
            className={`${cellClass(column)}${column.align === 'right' ? ' number' : ''}`}
            title={total?.why}
          >
            {total?.text}
          </div>
        )
      })}
    </div>
  )
}

interface GridTotalsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly template: string
  /** Its `aria-rowindex`. */
  readonly index: number
  readonly totals: Readonly<Record<string, GridTotal>>
}

export const GridTotals = <Row,>({ columns, template, index, totals }: GridTotalsProps<Row>) => (
  <div role="rowgroup" className="grid-foot">
    <div role="row" aria-rowindex={index} className="grid-row" style={{ gridTemplateColumns: template }}>
      {columns.map((column) => {
        const total = totals[column.id]
        return (
          <div
            key={column.id}
            role="gridcell"
            className={`${cellClass(column)}${column.align === 'right' ? ' number' : ''}`}
            title={total?.why}
          >
            {total?.text}
          </div>
        )
      })}
    </div>
  </div>
)

export interface GridLineProps<Row> {
  readonly id: string
  readonly rowKey: string
  readonly index: number
  /** Rows of the same part of the grid above it. */
  readonly above: number
  readonly columns: readonly Column<Row>[]
  readonly template: string
  readonly useRow: (key: string) => Row | undefined
  readonly rowClass: ((row: Row) => string) | undefined
  /** The keys of a row act on it. */
  readonly selected: boolean
  /** Whether it is one of several chosen rows; null: several are not chosen. */
  readonly chosen: boolean | null
}

function PlainLine<Row>(props: GridLineProps<Row>) {
  const { id, rowKey, index, above, columns, template, useRow, rowClass, selected, chosen } = props
  const row = useRow(rowKey)
  const { rowHeight } = useContext(LookContext)
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen ?? selected}
      data-index={index}
      className={`grid-row line${selected ? ' selected' : ''}${chosen ? ' chosen' : ''}${row && rowClass ? ` ${rowClass(row)}` : ''}`}
      style={{ gridTemplateColumns: template, top: above * rowHeight }}
    >
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={cellClass(column)}>
          {row === undefined ? null : column.cell(row)}
        </div>
      ))}
    </div>
  )
}

/** A line draws again when its own record, place or selection changes; not when its neighbours do. */
export const GridLine = memo(
  PlainLine,
  (was, now) =>
    was.rowKey === now.rowKey &&
    was.index === now.index &&
    was.above === now.above &&
    was.selected === now.selected &&
    was.chosen === now.chosen &&
    was.columns === now.columns &&
    was.template === now.template &&
    was.useRow === now.useRow,
) as typeof PlainLine
