/** Group, targets and tolerance of a rebalance, typed by keyboard. Saves what is typed; sends nothing. */

import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from 'zustand'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { capOf } from '../../keys/caps.ts'
import { instrumentOf } from '../../state/actions/dealing.ts'
import { withLine, withoutLine, type TargetLine } from '../../state/rebalance/rebalanceChoice.ts'
import { useSession } from '../../state/useSession.ts'
import { PanelBar } from '../PanelControls.tsx'
import { readTargetLine, readToleranceText, shownTarget } from './targetLine.ts'
import type { ChosenTargets } from './useRebalance.ts'

interface RebalanceBarProps {
  readonly group: string
  readonly groups: readonly { readonly name: string; readonly count: number }[]
  readonly targets: ChosenTargets
  readonly field: RefObject<HTMLInputElement | null>
  readonly onGroup: (group: string) => void
  /** The focus goes to the rows. */
  readonly onLeave: () => void
}

export function RebalanceBar({ group, groups, targets, field, onGroup, onLeave }: RebalanceBarProps) {
  const [typed, setTyped] = useState('')
  const isReady = group !== '' && targets.problem === null
  return (
    <PanelBar>
      <label className="bar-field">
        <span className="muted">Group</span>
        <select
          className="field"
          {...(group === '' ? { 'data-first-focus': '' } : {})}
          value={group}
          onChange={({ target }) => onGroup(target.value)}
        >
          <option value="">choose one</option>
          {groups.map(({ name, count }) => (
            <option key={name} value={name}>
              @{name} · {count} {count === 1 ? 'customer' : 'customers'}
            </option>
          ))}
        </select>
      </label>
      {isReady && (
        <>
          <TargetField {...{ targets, field, typed, setTyped, onLeave }} />
          {targets.choice.lines.length > 0 && (
            <TargetList
              targets={targets}
              onEdit={({ symbol, target }) => {
                setTyped(`${symbol} ${shownTarget(target)}`)
                field.current?.focus()
              }}
              onGone={() => field.current?.focus()}
            />
          )}
          <ToleranceField key={`${group} ${targets.choice.tolerance}`} targets={targets} />
        </>
      )}
      {targets.problem !== null && <span className="problem">{targets.problem}</span>}
    </PanelBar>
  )
}

interface TargetFieldProps extends Pick<RebalanceBarProps, 'targets' | 'field' | 'onLeave'> {
  readonly typed: string
  readonly setTyped: (typed: string) => void
}

function TargetField({ targets, field, typed, setTyped, onLeave }: TargetFieldProps) {
  const instruments = useStore(useSession().server.instruments, ({ value }) => value) ?? []
  const says = useId()
  const { choice, change } = targets
  const read = readTargetLine(typed, instruments)
  const set = () => {
    if (!read.ok) return
    change({ ...choice, lines: withLine(choice.lines, read.value) })
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.repeat) return
    const isEmpty = typed.trim() === ''
    if (event.key === 'Escape' || (event.key === 'Enter' && isEmpty)) {
      setTyped('')
      onLeave()
    } else if (event.key === 'Enter') set()
    else return
    event.preventDefault()
  }
  return (
    <>
      <label className="bar-field">
        <span className="muted">
          Target <span className="key-cap">{capOf('A', 'rebalance')}</span>
        </span>
        <input
          ref={field}
          className="field rebalance-line"
          placeholder="btc 12.5 %"
          autoComplete="off"
          spellCheck={false}
          {...(choice.lines.length === 0 ? { 'data-first-focus': '' } : {})}
          value={typed}
          aria-label="Target line"
          aria-invalid={!read.ok && read.failure !== ''}
          aria-describedby={says}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {read.ok && (
        <button type="button" className="button small" onClick={set}>
          Set
        </button>
      )}
      <output id={says} className={read.ok || read.failure === '' ? 'muted' : 'problem'}>
        {read.ok ? `Enter sets ${shownCode(read.value.symbol)} to ${targetWords(read.value)}.` : read.failure}
      </output>
    </>
  )
}

/** `12.5 % of each equity`, `0.4 contracts each`. */
const targetWords = ({ target }: TargetLine): string =>
  target.endsWith('%') ? `${shownTarget(target)} of each equity` : `${target} contracts each`

function ToleranceField({ targets: { choice, change } }: Pick<RebalanceBarProps, 'targets'>) {
  const [typed, setTyped] = useState(shownTarget(choice.tolerance))
  const says = useId()
  const read = readToleranceText(typed)
  const keep = () => {
    if (read.ok && read.value !== choice.tolerance) change({ ...choice, tolerance: read.value })
  }
  return (
    <label className="bar-field rebalance-tolerance">
      <span className="muted">Tolerance</span>
      <input
        className="field"
        placeholder="none"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        aria-label="Tolerance"
        aria-invalid={!read.ok}
        aria-describedby={says}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep()
          else if (event.key === 'Escape') setTyped(shownTarget(choice.tolerance))
          else return
          event.preventDefault()
        }}
      />
      <output id={says} className={read.ok ? 'muted' : 'problem'}>
        {read.ok
          ? read.value === '' || read.value.endsWith('%')
            ? '% of equity, or lots'
            : 'lots'
          : read.failure}
      </output>
    </label>
  )
}

interface TargetListProps extends Pick<RebalanceBarProps, 'targets'> {
  readonly onEdit: (line: TargetLine) => void
  /** The target with the focus went away. */
  readonly onGone: () => void
}

/** The targets, each a button: Enter changes it, Delete removes it. */
function TargetList({ targets: { choice, change }, onEdit, onGone }: TargetListProps) {
  const session = useSession()
  useStore(session.server.instruments)
  return (
    <ul className="rebalance-targets" aria-label="Targets">
      {choice.lines.map((line) => (
        <li key={line.symbol}>
          <button
            type="button"
            className="button small"
            title={`${shownCode(line.symbol)}: Enter changes it, Delete removes it`}
            onClick={() => onEdit(line)}
            onKeyDown={({ key, repeat }) => {
              if (key !== 'Delete' || repeat) return
              change({ ...choice, lines: withoutLine(choice.lines, line.symbol) })
              onGone()
            }}
          >
            {shownCode(instrumentOf(session, line.symbol)?.underlying ?? line.symbol)}{' '}
            <b className="number">{shownTarget(line.target)}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}
