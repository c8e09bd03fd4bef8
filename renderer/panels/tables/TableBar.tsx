/** The line above a table: the field that filters by typing, how many rows it leaves, and which rows wait for the pointer. */

import type { KeyboardEvent, ReactNode } from 'react'
import { counted } from '../../format/numbers.ts'
import { capOf } from '../../keys/caps.ts'
import { hasControl } from '../../keys/controlKey.ts'

interface TableBarProps {
  /** The typed filter; null: the field is closed. */
  readonly typed: string | null
  readonly shown: number
  readonly all: number
  /** Why rows of the list may be missing; null: all were read. */
  readonly unread: string | null
  /** Rows that came while the pointer is on the rows. */
  readonly waiting: number
  /** Rows that are chosen together; 0: none but the selected row. */
  readonly chosen: number
  /** That the keys of a row act on one row only; null: the panel says below its rows what acts on all. */
  readonly ofOne: string | null
  /** The title of the column that groups the rows; null: none does. */
  readonly group: string | null
  readonly onType: (typed: string) => void
  readonly onClear: () => void
  /** To the rows; the filter stays. */
  readonly onLeave: () => void
  /** What the panel says about its rows. */
  readonly children?: ReactNode
}

export function TableBar(props: TableBarProps) {
  const { typed, shown, all, unread, waiting, chosen, ofOne, group, children } = props
  if (typed === null && waiting === 0 && chosen === 0 && group === null && !children) return null
  return (
    <div className="table-bar">
      {children}
      {typed !== null && <FilterField {...props} typed={typed} />}
      {typed !== null && (
        <span role="status" className={typed.trim() === '' ? 'muted' : 'filtered'}>
          {counted(shown)} of {unread === null ? '' : 'at least '}
          {counted(all)} rows shown
        </span>
      )}
      {typed !== null && unread !== null && <span className="amber">{unread}</span>}
      {group !== null && (
        <span role="status" className="muted">
          Grouped by {group.toLowerCase()} <span className="key-cap">{capOf('G', 'tables')}</span> ·{' '}
          <span className="key-cap">← →</span> fold
        </span>
      )}
      {chosen > 0 && (
        <span role="status" className="muted">
          <span className="strong">{chosen === 1 ? '1 row' : `${counted(chosen)} rows`} chosen</span> ·{' '}
          <span className="key-cap">Ctrl C</span> copies{ofOne !== null && ` · ${ofOne}`}
        </span>
      )}
      {waiting > 0 && (
        <span role="status" className="amber">
          {waiting === 1 ? '1 new row is' : `${waiting} new rows are`} at the end while the pointer is on the
          rows.
        </span>
      )}
    </div>
  )
}

function FilterField({ typed, onType, onClear, onLeave }: TableBarProps & { readonly typed: string }) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isFind = event.code === 'KeyF' && hasControl(event)
    if (event.key === 'Escape') onClear()
    else if (event.key === 'Enter' || event.key === 'ArrowDown') onLeave()
    else if (isFind) event.currentTarget.select()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        type="search"
        className="field table-filter"
        aria-label="Filter rows"
        placeholder="Filter rows"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="key-cap">Esc clears</span>
    </>
  )
}
