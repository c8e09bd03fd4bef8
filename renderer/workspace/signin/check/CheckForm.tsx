/** Chooses what is checked, a venue of the list or a profile file, and takes the credentials. Starts and stops the check. */

import { useLayoutEffect, useRef, useState } from 'react'
import type { VenueSummary } from '../../../../shared/contract/status.ts'
import { readPicked } from '../../../state/windows/readPicked.ts'
import { Field } from '../../../ui/Field.tsx'
import { KeyFields, PasswordFields } from '../CredentialFields.tsx'
import { MOST_FILE_LENGTH, subjectOfFile, subjectOfVenue, type CheckSubject } from './checkSubject.ts'
import { takesKey, takesPassword, type VenueCheck } from './useVenueCheck.ts'

const FILE = ''

interface CheckFormProps {
  readonly venues: readonly VenueSummary[]
  readonly check: VenueCheck
}

export function CheckForm({ venues, check }: CheckFormProps) {
  const [chosen, setChosen] = useState(FILE)
  const [file, setFile] = useState<{ subject: CheckSubject | null; problem: string | null }>({
    subject: null,
    problem: null,
  })
  const venue = venues.find(({ id }) => id === chosen)
  const subject = venue ? subjectOfVenue(venue) : file.subject
  const take = async (picked: File | undefined) => {
    if (!picked) return
    check.forget()
    const read = await readPicked(picked, MOST_FILE_LENGTH, (text) => subjectOfFile(picked.name, text))
    setFile(read.ok ? { subject: read.value, problem: null } : { subject: null, problem: read.failure })
  }
  const isStored = subject?.credentials === 'stored'
  const form = useRef<HTMLFormElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const { isRunning } = check
  const before = useRef(isRunning)
  // The fields that are closed meanwhile, and the button that stops, lose the focus: without it Esc would close the sheet instead of stopping the check.
  useLayoutEffect(() => {
    if (before.current === isRunning) return
    before.current = isRunning
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.matches(':disabled') === true
    if (isRunning && isLost) form.current?.focus()
    else if (!isRunning && (isLost || activeElement === form.current)) submit.current?.focus()
  }, [isRunning])
  return (
    <form
      ref={form}
      tabIndex={-1}
      className="check-form"
      aria-label="Check a venue"
      onSubmit={(event) => {
        event.preventDefault()
        if (subject) void check.start(subject)
      }}
    >
      <div className="labelled">
        <label htmlFor="check-venue">Venue</label>
        <select
          id="check-venue"
          className="field"
          value={venue ? chosen : FILE}
          disabled={check.isRunning}
          onChange={(event) => {
            setChosen(event.target.value)
            check.forget()
          }}
        >
          <option value={FILE}>A profile file…</option>
          {venues.map(({ id, name, kind }) => (
            <option key={id} value={id}>
              {name} · {kind}
            </option>
          ))}
        </select>
      </div>
      {!venue && (
        <div className="labelled">
          <label htmlFor="check-file">Profile file</label>
          <input
            id="check-file"
            type="file"
            accept=".json,.jsonc,application/json"
            disabled={check.isRunning}
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </div>
      )}
      {!venue && file.problem !== null && (
        <p role="alert" className="problem">
          {file.problem}
        </p>
      )}
      {subject && takesPassword(subject) && (
        <PasswordFields id="check" isStored={isStored} typed={check.typed} />
      )}
      {subject && takesKey(subject) && <KeyFields id="check" isStored={isStored} typed={check.typed} />}
      <Field
        id="check-customer"
        label="Customer"
        placeholder="optional: one with trades"
        value={check.customer}
        disabled={check.isRunning}
        onText={check.setCustomer}
      />
      <p className="muted">{sentenceOf(subject)}</p>
      <div className="row-of-buttons">
        {check.isRunning && (
          <button
            type="button"
            className="button"
            aria-disabled={check.isStopping}
            aria-keyshortcuts="Escape"
            onClick={check.stop}
          >
            {check.isStopping ? 'Stopping…' : 'Stop the check'} <span className="key-cap">Esc</span>
          </button>
        )}
        <button
          ref={submit}
          type="submit"
          className="button primary"
          aria-disabled={subject === null || check.isRunning}
        >
          {check.isRunning ? 'Checking…' : 'Check this venue'}
        </button>
      </div>
    </form>
  )
}

/** What a press of the button sends, and where to. */
function sentenceOf(subject: CheckSubject | null): string {
  if (subject === null) return 'Choose a profile file. It holds addresses and paths, and no secret.'
  const place = subject.restUrl === '' ? 'the built-in broker of this terminal' : subject.restUrl
  return `Openpit sends the sign-in and reads to ${place}, and listens to order books. It changes nothing at the venue.`
}
