/** The bar above the quote board: which list, the field that adds instruments, and what belongs to a list. Saves nothing by itself. */

import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { Choice } from '../../ui/Choice.tsx'
import { readTypedInstruments } from './lists/addByTyping.ts'
import type { QuoteList } from './lists/quoteLists.ts'
import { capOf } from '../../keys/caps.ts'

export interface QuoteBarProps {
  readonly lists: readonly QuoteList[]
  readonly list: QuoteList
  readonly instruments: readonly Instrument[]
  readonly field: RefObject<HTMLInputElement | null>
  /** Words about the order and the number of rows. */
  readonly facts: string
  /** The rows are sorted by figures, which change. */
  readonly canSortAgain: boolean
  readonly onSortAgain: () => void
  readonly isSetUp: boolean
  readonly isTiled: boolean
  readonly onTiles: () => void
  readonly undo: string | null
  readonly onChoose: (name: string) => void
  readonly onAdd: (symbols: readonly string[]) => void
  readonly onSetUp: () => void
  readonly onUndo: () => void
  readonly onCsv: () => void
  /** Back to the rows. */
  readonly onLeave: () => void
}

export function QuoteBar(props: QuoteBarProps) {
  const { lists, list, instruments, field, facts, isSetUp, undo } = props
  return (
    <div className="panel-bar">
      <Choice
        name="List"
        options={lists.map(({ name }) => ({ value: name, label: name }))}
        value={list.name}
        onChoose={props.onChoose}
      />
      {list.symbols === null ? (
        <span className="muted">
          Every instrument of the venue. <span className="key-cap">{capOf('N', 'quotes')}</span> starts a list
          of your own.
        </span>
      ) : (
        <AddField
          key={list.name}
          field={field}
          known={list.symbols}
          instruments={instruments}
          onAdd={props.onAdd}
          onLeave={props.onLeave}
        />
      )}
      <span className="spring" />
      <span className="muted">{facts}</span>
      {props.canSortAgain && (
        <button type="button" className="button small" onClick={props.onSortAgain}>
          Sort again <span className="key-cap">{capOf('Space', 'quotes')}</span>
        </button>
      )}
      {undo !== null && (
        <button type="button" className="button small" onClick={props.onUndo}>
          {undo} <span className="key-cap">{capOf('U', 'quotes')}</span>
        </button>
      )}
      <button type="button" className="button small" aria-pressed={props.isTiled} onClick={props.onTiles}>
        Tiles <span className="key-cap">{capOf('V', 'quotes')}</span>
      </button>
      <button type="button" className="button small" aria-expanded={isSetUp} onClick={props.onSetUp}>
        Set up <span className="key-cap">{capOf('O', 'quotes')}</span>
      </button>
      <button type="button" className="button small" onClick={props.onCsv}>
        CSV
      </button>
    </div>
  )
}

interface AddFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly known: readonly string[]
  readonly instruments: readonly Instrument[]
  readonly onAdd: (symbols: readonly string[]) => void
  readonly onLeave: () => void
}

function AddField({ field, known, instruments, onAdd, onLeave }: AddFieldProps) {
  const [typed, setTyped] = useState('')
  const says = useId()
  const read = readTypedInstruments(typed, instruments, known)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return typed === '' ? onLeave() : setTyped('')
    }
    if (event.key !== 'Enter' || event.repeat) return
    event.preventDefault()
    if (read.symbols.length === 0) return
    onAdd(read.symbols)
    setTyped(read.left)
  }
  return (
    <>
      <label className="bar-field">
        <span className="muted">
          Add <span className="key-cap">{capOf('A', 'quotes')}</span>
        </span>
        <input
          ref={field}
          className="field short"
          placeholder="btc eth sol"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-invalid={read.left !== ''}
          aria-describedby={says}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <output id={says} className={read.left === '' ? 'muted' : 'problem'}>
        {read.says}
      </output>
    </>
  )
}
