/** The health of the terminal: how long each step takes from key to wire, what the machine has left, and what is wrong. Changes nothing. */

import './diagnostics.css'
import { useMemo, useRef, useState } from 'react'
import { timeOfDay, zoneName } from '../../format/times.ts'
import { useFollowed } from '../../state/follow/useFollowed.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { capOf } from '../../keys/caps.ts'
import { PanelBar } from '../PanelControls.tsx'
import { ListTable } from '../tables/Table.tsx'
import { DIAGNOSTICS_COLUMNS } from './diagnosticsColumns.tsx'
import { HealthWeek } from './HealthWeek.tsx'
import { SupportBundle } from './SupportBundle.tsx'
import { healthRows, type HealthRow } from './healthRows.ts'

const keyOf = ({ key }: HealthRow): string => key
const NO_ROWS: readonly HealthRow[] = []

/** Problems that the panel lists; the log has them all. */
const SHOWN = 5

export function Diagnostics() {
  const shown = useFollowed('health')
  const keyOfPress = usePanelKeys('diagnostics')
  const root = useRef<HTMLDivElement>(null)
  const [isReviewing, setReviewing] = useState(false)
  /** The row whose week is shown; null: none. */
  const [weekOf, setWeekOf] = useState<string | null>(null)
  const leave = () => {
    setReviewing(false)
    setWeekOf(null)
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[role=grid]')?.focus())
  }
  const health = shown?.value ?? null
  const rows = useMemo(() => (health === null ? NO_ROWS : healthRows(health)), [health])
  return (
    <div ref={root} className="panel diagnostics">
      <PanelBar>
        <span className="muted">
          Durations of the last 15 minutes, figures every 5 s · Enter shows the week of a row
        </span>
        <span className="spring" />
        <button type="button" className="button small" onClick={() => setReviewing(true)}>
          Support bundle <span className="key-cap">{capOf('B', 'diagnostics')}</span>
        </button>
      </PanelBar>
      {health?.warnings.map((sentence) => (
        <p key={sentence} role="alert" className="problem panel-line">
          {sentence}
        </p>
      ))}
      {(health?.history ?? '') !== '' && <p className="amber panel-line">{health?.history}</p>}
      {isReviewing && <SupportBundle onLeave={leave} />}
      {!isReviewing && weekOf !== null && <HealthWeek name={weekOf} onLeave={leave} />}
      <div className="fill" hidden={isReviewing || weekOf !== null}>
        <ListTable<HealthRow>
          panel="diagnostics"
          name="Diagnostics"
          columns={DIAGNOSTICS_COLUMNS}
          list={rows}
          keyOf={keyOf}
          onOpen={setWeekOf}
          onTableKey={(event) => {
            if (keyOfPress(event) !== 'KeyB') return false
            setReviewing(true)
            return true
          }}
          stale={shown?.stale ?? false}
          unread={shown === null ? 'Waiting for the health of the terminal.' : null}
          empty="Nothing is measured."
        />
      </div>
      {health !== null && (
        <section className="health-problems" aria-label="Last problems">
          <h3 className="muted">
            {health.problems.length === 0
              ? 'No warning and no error in the log of this run'
              : `Last problems of this run, ${zoneName()}`}
          </h3>
          {health.problems.slice(0, SHOWN).map(({ at, sentence }) => (
            <p key={`${at} ${sentence}`} title={sentence}>
              <span className="number muted">{timeOfDay(at)}</span> {sentence}
            </p>
          ))}
        </section>
      )}
    </div>
  )
}
