/** The sheet with the columns of a table: Space shows and hides one, Shift ↑ ↓ moves it. Changes the panel at once; sends nothing. */

import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { changePanel } from '../../../state/actions/workspaceActions.ts'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import { PLAIN_TABLE, type ColumnChoice } from '../../../state/tableChoices.ts'
import { usePanelState } from '../../../state/usePanel.ts'
import { useSession } from '../../../state/useSession.ts'
import { Problem } from '../../../ui/Problem.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { inChosenOrder, moveColumn, shownColumns, toggleColumn } from '../arrange/columnChoice.ts'

interface TableColumnsProps {
  readonly panel: InstanceId
  readonly onClose: () => void
}

export function TableColumns({ panel, onClose }: TableColumnsProps) {
  const session = useSession()
  const { title } = session.panels.getState().describe(panel)
  const columns = session.panels.getState().shownRows.get(panel)?.columns ?? []
  const choices = usePanelState(panel).table ?? PLAIN_TABLE
  const list = useRef<HTMLUListElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const ordered = inChosenOrder(columns, choices.columns)
  const shown = new Set(shownColumns(columns, choices.columns).map(({ id }) => id))

  const change = (chosen: ColumnChoice | undefined) => {
    setRefusal(null)
    // Rows are not sorted by what nobody sees.
    const isSortHidden =
      choices.sort !== null && shownColumns(columns, chosen).every(({ id }) => id !== choices.sort?.column)
    const { columns: _, ...rest } = choices
    changePanel(session.workspace, panel, {
      table: {
        ...rest,
        ...(isSortHidden ? { sort: null } : {}),
        ...(chosen === undefined ? {} : { columns: chosen }),
      },
    })
  }
  const toggle = (id: string) => {
    const toggled = toggleColumn(columns, choices.columns, id)
    if (toggled.ok) change(toggled.value)
    else setRefusal(toggled.failure)
  }
  /** A box that moves loses the focus. */
  const moved = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (moved.current !== null) list.current?.querySelector<HTMLElement>(`#column-${moved.current}`)?.focus()
    moved.current = null
  })
  const move = (id: string, by: 1 | -1) => change(moveColumn(columns, choices.columns, id, by))
  const boxes = () => [...(list.current?.querySelectorAll<HTMLElement>('input') ?? [])]
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    if (event.shiftKey) {
      moved.current = id
      return move(id, by)
    }
    const all = boxes()
    all[all.indexOf(event.currentTarget as HTMLElement) + by]?.focus()
  }

  return (
    <Sheet title={`Columns of ${title}`} onClose={onClose}>
      <p className="muted">
        <span className="key-cap">↑ ↓</span> walk · <span className="key-cap">Space</span> show or hide ·{' '}
        <span className="key-cap">Shift ↑ ↓</span> move
      </p>
      <ul ref={list} className="column-list" aria-label="Columns">
        {ordered.map(({ id, title: name, always }, index) => (
          <li key={id}>
            <label className="bar-field">
              <input
                id={`column-${id}`}
                type="checkbox"
                checked={shown.has(id)}
                aria-disabled={always !== undefined}
                onChange={() => toggle(id)}
                onKeyDown={(event) => onKeyDown(event, id)}
              />
              {name}
            </label>
            {always !== undefined && <span className="muted">always shown</span>}
            <span className="spring" />
            <MoveButton word="up" name={name} isEnd={index === 0} onMove={() => move(id, -1)} />
            <MoveButton
              word="down"
              name={name}
              isEnd={index === ordered.length - 1}
              onMove={() => move(id, 1)}
            />
          </li>
        ))}
      </ul>
      <Problem sentence={refusal} />
      <div className="row-of-buttons">
        <button
          type="button"
          className="button small"
          disabled={choices.columns === undefined}
          onClick={() => change(undefined)}
        >
          The columns as they come
        </button>
      </div>
    </Sheet>
  )
}

interface MoveButtonProps {
  readonly word: 'up' | 'down'
  readonly name: string
  readonly isEnd: boolean
  readonly onMove: () => void
}

const MoveButton = ({ word, name, isEnd, onMove }: MoveButtonProps) => (
  <button
    type="button"
    className="button-quiet key-cap"
    tabIndex={-1}
    disabled={isEnd}
    aria-label={`${name} ${word}`}
    onClick={onMove}
  >
    {word === 'up' ? '▲' : '▼'}
  </button>
)
