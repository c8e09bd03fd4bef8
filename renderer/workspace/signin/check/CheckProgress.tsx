/** The probes of a check as they go. Draws only. */

import type { ProbeProgress, VenueCheckState } from '../../../../shared/domain/venueCheck/venueCheck.ts'

const MARKS: Readonly<Record<ProbeProgress['state'], string>> = {
  waiting: '·',
  running: '…',
  done: '✓',
  failed: '✕',
}
const WORDS: Readonly<Record<ProbeProgress['state'], string>> = {
  waiting: 'waits',
  running: 'runs',
  done: 'done',
  failed: 'no usable answer',
}

/** Of a check that is over: nothing may look as if it were still to come. */
const ENDED_WORDS = { ...WORDS, waiting: 'not asked', running: 'no answer before the end' }

export function CheckProgress({ state }: { readonly state: VenueCheckState }) {
  const words = state.isRunning ? WORDS : ENDED_WORDS
  return (
    <section aria-label="Probes" className="check-progress">
      <p role="status">{sentenceOf(state)}</p>
      <ol>
        {state.probes.map(({ probe, state: now, sentence }) => (
          <li key={probe} className={now}>
            <span aria-hidden="true" className="mark">
              {!state.isRunning && now === 'running' ? MARKS.waiting : MARKS[now]}
            </span>
            <span className="name">{probe}</span>
            <span className="muted">{sentence ?? words[now]}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How far the check got. One that ended early names what it did read. */
function sentenceOf({ venue, isRunning, probes }: VenueCheckState): string {
  const over = probes.filter(({ state }) => state === 'done' || state === 'failed').length
  const count = `${over} of ${probes.length} probes are over.`
  if (isRunning) return `Checking ${venue}: ${count}`
  if (over === probes.length) return `Checked ${venue}: ${count}`
  const read = probes.filter(({ probe, state }) => probe !== 'sign-in' && state === 'done')
  const names = read.map(({ probe }) => probe).join(', ')
  return `The check of ${venue} ended early: ${count} ${names === '' ? 'No list was read.' : `Read so far: ${names}.`}`
}
