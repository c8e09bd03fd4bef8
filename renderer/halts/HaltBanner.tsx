/** Shows every halt in force above the window: its scope, who started it, since when, and how many orders are canceled. */

import type { HaltState } from '../../shared/domain/orders/halt.ts'
import { useLoadable, useSession } from '../state/useSession.ts'
import { timeWithZone } from '../format/times.ts'
import { LOCK_EFFECT, haltedWords } from '../format/haltedWords.ts'
import { progressWords } from './haltWords.ts'

/** The number of halts shown in full; further halts are only counted. */
const SHOWN = 3

export function HaltBanner() {
  const session = useSession()
  const { value } = useLoadable(session.server.halts)
  if (!value || value.length === 0) return null
  const more = value.length - SHOWN
  return (
    <section className="halt-banner" aria-label="Halts in force">
      <div className="lines">
        {value.slice(0, SHOWN).map((halt) => (
          <Line key={halt.id} halt={halt} />
        ))}
        {more > 0 && <div>and {more} more</div>}
      </div>
      <button
        type="button"
        className="button"
        onClick={() => session.overlay.setState({ open: { kind: 'halts', lift: null } })}
      >
        Look or lift <span className="key-cap">Shift F12</span>
      </button>
    </section>
  )
}

function Line({ halt }: { readonly halt: HaltState }) {
  const progress = progressWords(halt)
  const { word, what } = haltedWords(halt)
  return (
    <div className="halt-line">
      <span role="alert">
        <b>{word}</b> {what} since {timeWithZone(halt.at)}.
        {halt.mode === 'locked' && ` ${LOCK_EFFECT} F12 releases.`}
      </span>{' '}
      {halt.cancels && (
        <span className="mono" role={progress.done ? 'status' : undefined}>
          {progress.text}
        </span>
      )}{' '}
      {halt.cause !== null && <span>{halt.cause}</span>}
    </div>
  )
}
