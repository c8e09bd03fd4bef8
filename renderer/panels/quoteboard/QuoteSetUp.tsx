/** The open part of the bar: columns, sort, and the lists themselves. Saves nothing by itself. */

import { useState, type KeyboardEvent } from 'react'
import { COLUMN_WORDS } from './quoteColumns.tsx'
import {
  QUOTE_COLUMNS,
  SORTS,
  nameProblem,
  type QuoteColumn,
  type QuoteList,
  type SortColumn,
} from './lists/quoteLists.ts'

export interface QuoteSetUpProps {
  readonly lists: readonly QuoteList[]
  readonly list: QuoteList
  readonly onColumn: (column: QuoteColumn, isShown: boolean) => void
  /** Null: the order of the list. */
  readonly onSort: (column: SortColumn | null) => void
  readonly onTurn: () => void
  readonly onNew: (name: string) => void
  readonly onDelete: () => void
  readonly onLeave: () => void
}

const OWN_ORDER = ''
const isSort = (word: string): word is SortColumn => SORTS.some((column) => column === word)
export const sortWords = (column: SortColumn): string =>
  column === 'instrument' ? 'Instrument' : COLUMN_WORDS[column].title

export function QuoteSetUp(props: QuoteSetUpProps) {
  const { lists, list, onLeave } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onLeave()
  }
  return (
    // Escape closes it from any of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className="panel-bar quote-set-up" aria-label={`Set up ${list.name}`} onKeyDown={onKeyDown}>
      <label className="bar-field">
        <span className="muted">Sort</span>
        <select
          className="field"
          value={list.sort?.column ?? OWN_ORDER}
          onChange={({ target }) => props.onSort(isSort(target.value) ? target.value : null)}
        >
          <option value={OWN_ORDER}>Order of the list</option>
          {SORTS.map((column) => (
            <option key={column} value={column}>
              {sortWords(column)}
            </option>
          ))}
        </select>
      </label>
      {list.sort && (
        <button type="button" className="button small" onClick={props.onTurn}>
          {list.sort.descending ? 'Highest first ▼' : 'Lowest first ▲'}
        </button>
      )}
      {QUOTE_COLUMNS.map((column) => (
        <label key={column} className="bar-field">
          <input
            type="checkbox"
            checked={list.columns.includes(column)}
            onChange={({ target }) => props.onColumn(column, target.checked)}
          />
          {COLUMN_WORDS[column].title}
        </label>
      ))}
      <NewList lists={lists} onNew={props.onNew} />
      {list.symbols !== null && (
        <button type="button" className="button small" onClick={props.onDelete}>
          Delete list {list.name}
        </button>
      )}
    </fieldset>
  )
}

function NewList({ lists, onNew }: Pick<QuoteSetUpProps, 'lists' | 'onNew'>) {
  const [name, setName] = useState('')
  const problem = name === '' ? null : nameProblem(lists, name)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (name === '' || problem !== null) return
    onNew(name)
    setName('')
  }
  return (
    <label className="bar-field">
      <span className="muted">New list</span>
      <input
        className="field short"
        data-field="new-list"
        placeholder="Majors, Enter"
        autoComplete="off"
        spellCheck={false}
        value={name}
        aria-invalid={problem !== null}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onKeyDown}
      />
      {problem !== null && <span className="problem">{problem}</span>}
    </label>
  )
}
