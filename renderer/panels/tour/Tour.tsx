/** The practice tour: the present step with its keys, reason and what is missing, and the list of all steps. Its own keys only leave it. */

import './tour.css'
import { useId } from 'react'
import { capOf } from '../../keys/caps.ts'
import { closePanel } from '../../state/stores/panelStore.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import type { TourProgress } from './tourProgress.ts'
import { TOUR_STEPS, type TourStep } from './tourSteps.ts'
import { useTour, type Tour as Running } from './useTour.ts'

export function Tour() {
  const { panels } = useSession()
  const id = usePanelId('tour')
  const tour = useTour()
  const close = () => closePanel(panels, id)
  const number = tour.step === null ? 0 : TOUR_STEPS.indexOf(tour.step) + 1
  return (
    <div
      className="tour"
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <div className="tour-title">
        <strong>Practice tour</strong>
        <span className="muted">{number > 0 ? `step ${number} of ${TOUR_STEPS.length}` : ''}</span>
        <span className="spring" />
        <button type="button" className="key-cap button-quiet" onClick={close}>
          Esc leaves
        </button>
      </div>
      <div
        className="tour-body"
        role="group"
        aria-label="What to do"
        // Takes the focus when the panel opens: no button does, so that an Enter too many skips nothing.
        data-first-focus
        // Read by keyboard: Tab goes on to the buttons.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {tour.refusal === null ? <Steps tour={tour} /> : <p role="alert">{tour.refusal}</p>}
      </div>
    </div>
  )
}

function Steps({ tour }: { readonly tour: Running }) {
  const { problem, progress, step, missing } = tour
  if (progress === null && problem === null) return <p className="muted">Reading how far you were.</p>
  return (
    <>
      {problem !== null && (
        <p role="alert" className="problem">
          How far you are cannot be saved, so the tour stands still: {problem} “Start again” tries once more.
        </p>
      )}
      {step !== null && <Step step={step} missing={missing} />}
      {step === null && progress !== null && <Over progress={progress} />}
      <div className="row-of-buttons">
        {step !== null && (
          <button type="button" className="button" onClick={tour.skip}>
            Skip this step
          </button>
        )}
        <button type="button" className="button" onClick={tour.restart}>
          Start again
        </button>
      </div>
      <ol className="tour-list" aria-label="Steps of the tour">
        {TOUR_STEPS.map(({ id, title }) => (
          <li key={id} aria-current={id === step?.id ? 'step' : undefined}>
            {title} <span className="muted">{wordOf(progress, id)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

const wordOf = (progress: TourProgress | null, id: string): string =>
  progress?.done.includes(id) ? '✓ done' : progress?.skipped.includes(id) ? 'skipped' : ''

function Step({ step, missing }: { readonly step: TourStep; readonly missing: string | null }) {
  const title = useId()
  return (
    <section className="tour-step" aria-labelledby={title}>
      <h3 id={title}>{step.title}</h3>
      <p>
        {step.keys().map((key) => (
          <span key={key} className="key-cap">
            {key}
          </span>
        ))}
      </p>
      <p>{step.does}</p>
      <p className="muted">{step.why}</p>
      <p role="status" className={missing === null ? 'tour-done' : 'amber'}>
        {missing === null ? '✓ Done' : `Not done yet. ${missing}`}
      </p>
    </section>
  )
}

function Over({ progress }: { readonly progress: TourProgress }) {
  const { length } = progress.skipped
  return (
    <section className="tour-step" aria-label="The tour is over">
      <p role="status">
        {length === 0
          ? 'You did every step. '
          : `The tour is over; ${length === 1 ? 'one step was' : `${length} steps were`} skipped. `}
        {capOf('F1')} shows every key, and the manual has a page for each panel.
      </p>
    </section>
  )
}
