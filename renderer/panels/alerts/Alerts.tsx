/** The alerts of the desk: set by typing one line, changed, switched off, deleted and brought back. The core watches them for every window. */

import './alerts.css'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from 'zustand'
import { decimal, type Decimal } from '../../../shared/base/decimal.ts'
import { MOST_ALERTS, type AlertChoice, type WatchedAlert } from '../../../shared/domain/alerts/alertRule.ts'
import { isYoung } from '../../../shared/domain/priceAge.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { capOf } from '../../keys/caps.ts'
import { changeAlert } from '../../state/alerts/alertActions.ts'
import { useSession } from '../../state/useSession.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { useFollowed } from '../../state/follow/useFollowed.ts'
import { PanelBar } from '../PanelControls.tsx'
import { ListTable } from '../tables/Table.tsx'
import { ALERT_COLUMNS } from './alertColumns.tsx'
import { LINE_EXAMPLES, lineOf, readAlertLine, setSentence, type AlertLineContext } from './alertLine.ts'

const keyOf = ({ id }: WatchedAlert): string => String(id)

export function Alerts() {
  const session = useSession()
  const keyOfPress = usePanelKeys('alerts')
  const shown = useFollowed('alerts')
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isSetting = useRef(false)
  const [selected, setSelected] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  /** The alert that the line changes; null: the line sets another. */
  const [changed, setChanged] = useState<number | null>(null)
  const alerts = shown?.value.alerts ?? []
  const wanted = useStore(session.panels, (panels) => panels.alertLine)
  const toRows = () => root.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
  const toField = (line: string, id: number | null) => {
    setTyped(line)
    setChanged(id)
    session.focus.to({ name: 'The field of Alerts', show: () => undefined, find: () => field.current })
  }
  useEffect(() => {
    if (wanted === null) return
    session.panels.setState({ alertLine: null })
    toField(wanted.line, null)
    // Another window of the dealer may ask again with the same words: each request is a new object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted])

  const found = (key: string | null) => alerts.find((alert) => keyOf(alert) === key)
  const edit = (key: string) => {
    const alert = found(key)
    if (alert) toField(lineOf(alert), alert.id)
  }
  const set = async (alert: AlertChoice) => {
    // The line stays until the core has the alert: a second Enter would set it twice.
    if (isSetting.current) return
    isSetting.current = true
    const isDone = await changeAlert(
      session,
      changed === null ? { act: 'add', alert } : { act: 'replace', id: changed, alert },
    )
    isSetting.current = false
    if (!isDone) return
    setTyped('')
    setChanged(null)
  }
  const undo = () => void changeAlert(session, { act: 'undo' })
  const turn = ({ id, isOn }: WatchedAlert) => void changeAlert(session, { act: 'switch', id, isOn: !isOn })
  const remove = (alert: WatchedAlert) => {
    const at = alerts.indexOf(alert)
    const next = alerts[at + 1] ?? alerts[at - 1]
    setSelected(next ? keyOf(next) : null)
    void changeAlert(session, { act: 'remove', id: alert.id })
  }
  /** Whether the key was one of the panel's own. */
  const onKey = (alert: WatchedAlert | undefined, event: KeyboardEvent): boolean => {
    const chord = keyOfPress(event)
    if (chord === 'KeyA') toField('', null)
    else if (chord === 'KeyU') undo()
    else if (chord === 'Space' && alert) turn(alert)
    else if (chord === 'Delete' && alert) remove(alert)
    else return false
    return true
  }
  const chosen = found(selected)
  return (
    <div ref={root} className="alerts">
      <AlertBar
        field={field}
        typed={typed}
        changed={changed}
        count={alerts.length}
        deleted={shown?.value.deleted ?? null}
        chosen={chosen}
        onTyped={setTyped}
        onSet={(alert) => void set(alert)}
        onLeave={() => {
          setTyped('')
          setChanged(null)
          toRows()
        }}
        onUndo={undo}
        onTurn={turn}
        onRemove={remove}
      />
      {(shown?.value.problem ?? null) !== null && (
        <p role="alert" className="problem panel-line">
          {shown?.value.problem}
        </p>
      )}
      <ListTable<WatchedAlert>
        panel="alerts"
        name="Alerts"
        columns={ALERT_COLUMNS}
        list={alerts}
        keyOf={keyOf}
        selectedKey={selected}
        onSelect={setSelected}
        onOpen={edit}
        onKey={(key, event) => onKey(found(key), event)}
        onTableKey={(event) => onKey(undefined, event)}
        stale={shown?.stale ?? false}
        unread={shown === null ? 'Waiting for the alerts.' : null}
        empty={(shown?.value.problem ?? null) === null ? <NoAlerts /> : 'No stored alert can be read.'}
      />
    </div>
  )
}

interface AlertBarProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly typed: string
  readonly changed: number | null
  readonly count: number
  readonly deleted: string | null
  readonly chosen: WatchedAlert | undefined
  readonly onTyped: (line: string) => void
  readonly onSet: (alert: AlertChoice) => void
  readonly onLeave: () => void
  readonly onUndo: () => void
  readonly onTurn: (alert: WatchedAlert) => void
  readonly onRemove: (alert: WatchedAlert) => void
}

/** The last price; null where it is not known or old. */
function freshLast({ server, clock }: WindowSession, symbol: Symbol): Decimal | null {
  const { value, stale } = server.tickers.getState()
  const ticker = value?.get(symbol)
  if (stale || !ticker || ticker.lastPrice === null) return null
  const isOld = !isYoung(ticker.receivedAt, clock.now())
  return isOld ? null : decimal(ticker.lastPrice)
}

/** The line that sets an alert, what Enter does with it, and the acts on the chosen row. */
function AlertBar(props: AlertBarProps) {
  const { field, typed, changed, count, deleted, chosen, onSet } = props
  const session = useSession()
  const { server } = session
  const instruments = useStore(server.instruments, ({ value }) => value)
  const customers = useStore(server.customers, ({ value }) => value)
  const says = useId()
  const read = useMemo(() => {
    const context: AlertLineContext = {
      instruments: instruments ?? [],
      customers: (customers ?? []).map(({ code }) => code),
      last: (symbol) => freshLast(session, symbol),
    }
    // Read once for each text: a price that moves on must not turn the side that the dealer has read.
    return readAlertLine(typed, context)
  }, [typed, instruments, customers, session])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      return props.onLeave()
    }
    if (event.key !== 'Enter' || event.repeat) return
    event.preventDefault()
    if (read.ok) onSet(read.value)
  }
  return (
    <PanelBar>
      <label className="bar-field">
        <span className="muted">
          {changed === null ? 'Set' : `Change ${changed}`}{' '}
          <span className="key-cap">{capOf('A', 'alerts')}</span>
        </span>
        <input
          ref={field}
          className="field alert-line"
          placeholder="btc 65000"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-label="Alert line"
          aria-invalid={!read.ok && read.failure !== ''}
          aria-describedby={says}
          onChange={(event) => props.onTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {read.ok && (
        <button type="button" className="button small" onClick={() => onSet(read.value)}>
          {changed === null ? 'Set' : 'Change'}
        </button>
      )}
      <output id={says} className={read.ok || read.failure === '' ? 'muted' : 'problem'}>
        {read.ok ? setSentence(read.value) : read.failure}
      </output>
      <span className="spring" />
      {deleted !== null && (
        <button type="button" className="button small" title={`Deleted: ${deleted}`} onClick={props.onUndo}>
          Undo delete <span className="key-cap">{capOf('U', 'alerts')}</span>
        </button>
      )}
      {chosen && (
        <>
          <button type="button" className="button small" onClick={() => props.onTurn(chosen)}>
            {chosen.isOn ? 'Switch off' : 'Switch on'}{' '}
            <span className="key-cap">{capOf('Space', 'alerts')}</span>
          </button>
          <button type="button" className="button small" onClick={() => props.onRemove(chosen)}>
            Delete <span className="key-cap">Delete</span>
          </button>
        </>
      )}
      <span className="muted">
        {count} of {MOST_ALERTS}
      </span>
    </PanelBar>
  )
}

const NoAlerts = () => (
  <div className="no-alerts">
    <p>
      No alerts. Press <span className="key-cap">{capOf('A', 'alerts')}</span>, type a line, press Enter. A
      firing reaches every window, also those without this panel.
    </p>
    <dl>
      {LINE_EXAMPLES.map(([line, does]) => (
        <div key={line}>
          <dt className="mono">{line}</dt>
          <dd className="muted">{does}</dd>
        </div>
      ))}
    </dl>
  </div>
)
