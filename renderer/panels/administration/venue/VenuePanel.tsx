/** The venues of this terminal: choose a venue, edit its profile, save it here or as a new venue, remove it. */

import { useState } from 'react'
import type { Failure } from '../../../../shared/contract/failure.ts'
import { useLoadable, useSession } from '../../../state/useSession.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { PanelBar } from '../../PanelControls.tsx'
import { useRead } from '../../useRead.ts'
import { SecondPressButton } from '../../SecondPressButton.tsx'
import { VenueEditor } from './VenueEditor.tsx'
import { blankProfile } from './profileForm.ts'

const NEW = ''

/** `first`: the venue shown first; null for a new venue, left out for the venue of the session. */
export function VenuePanel({ first }: { readonly first?: string | null }) {
  const session = useSession()
  const { value } = useLoadable(session.server.session)
  const venues = value?.venues ?? []
  const [chosen, setChosen] = useState(
    first === null ? NEW : (first ?? value?.venueId ?? venues[0]?.id ?? NEW),
  )
  const [said, setSaid] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const venue = venues.find(({ id }) => id === chosen)
  const read = useRead('venue.read', chosen === NEW ? null : { venueId: chosen }, 'always')
  const profile = chosen === NEW ? JSON.stringify(blankProfile(), null, 2) : (read.value?.profile ?? null)
  const choose = (id: string) => {
    setChosen(id)
    setSaid(null)
    setFailure(null)
  }
  const remove = async () => {
    if (!venue) return
    const reply = await session.client.call('venue.remove', { venueId: venue.id })
    if (!reply.ok) return setFailure(reply.failure)
    choose(NEW)
    setSaid(`${venue.name} was removed.`)
  }
  return (
    <>
      <PanelBar>
        <label className="bar-field">
          <span className="muted">Venue</span>
          <select className="field" value={chosen} onChange={(event) => choose(event.target.value)}>
            {venues.map(({ id, name, kind }) => (
              <option key={id} value={id}>
                {name} · {kind}
              </option>
            ))}
            <option value={NEW}>New venue…</option>
          </select>
        </label>
        {venue && !venue.editable && (
          <span className="muted">
            Read only: this one comes with the terminal or from its file. It can be saved as a new venue.
          </span>
        )}
        {venue && venue.id === value?.venueId && venue.editable && (
          <span className="muted">Signed in here: changes count from the next sign-in.</span>
        )}
        <span role="status" className="ok">
          {said}
        </span>
        <span className="spring" />
        {venue?.editable && (
          <SecondPressButton
            key={venue.id}
            isBusy={false}
            label="Remove this venue"
            question={`REMOVE ${venue.name}: Enter again`}
            onConfirm={() => void remove()}
          />
        )}
      </PanelBar>
      <FailureLine failure={failure ?? read.failure} />
      {profile === null ? (
        <p className="panel-line muted">{read.busy ? 'Reading the profile.' : 'The profile is not known.'}</p>
      ) : (
        <VenueEditor
          key={`${chosen} ${profile}`}
          venueId={chosen === NEW ? null : chosen}
          profile={profile}
          editable={venue?.editable ?? true}
          onSaved={(id, name) => {
            choose(id)
            read.again()
            setSaid(`✓ ${name} was saved.`)
          }}
        />
      )}
    </>
  )
}
