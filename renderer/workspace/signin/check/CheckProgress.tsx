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

export function CheckProgress({ state }: { readonly state: VenueCheckState }) {
  const over = state.probes.filter(({ state: now }) => now === 'done' || now === 'failed').length
  return (
    <section aria-label="Probes" className="check-progress">
      <p role="status">
        {state.isRunning ? 'Checking' : 'Checked'} {state.venue}: {over} of {state.probes.length} probes are
        over.
      </p>
      <ol>
        {state.probes.map(({ probe, state: now, sentence }) => (
          <li key={probe} className={now}>
            <span aria-hidden="true" className="mark">
              {MARKS[now]}
            </span>
            <span className="name">{probe}</span>
            <span className="muted">{sentence ?? WORDS[now]}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
