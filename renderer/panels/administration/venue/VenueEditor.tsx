/** Edits a venue profile, field by field or as JSON, and names every fault by its field. A profile never holds a secret. */

import { useState } from 'react'
import type { Failure } from '../../../../shared/contract/failure.ts'
import { parseProfileText } from '../../../../shared/broker/profileText.ts'
import { ReviewActions, ReviewForm, type Review } from '../../../dealing/ReviewForm.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { useSession } from '../../../state/useSession.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { PanelBar } from '../../PanelControls.tsx'
import { formOfProfile, readProfileForm, readProfileText, type ProfileForm } from './profileForm.ts'
import { ProfileFields } from './ProfileFields.tsx'

interface VenueEditorProps {
  /** Null: a new venue. */
  readonly venueId: string | null
  /** JSON text of the present profile. */
  readonly profile: string
  /** False: the profile can be saved as a new venue only. */
  readonly editable: boolean
  readonly onSaved: (venueId: string, name: string) => void
}

const parsed = (text: string): unknown => {
  try {
    return parseProfileText(text)
  } catch {
    return null
  }
}

interface Payload {
  /** Null: save as a new venue. */
  readonly venueId: string | null
  readonly profile: string
}

const nameOf = (profile: string): string => (parsed(profile) as { readonly name: string }).name

/** The venue to save, and the addresses that will receive its orders and passwords. */
function profileSentence(profile: string, replaces: boolean): Pick<Review<Payload>, 'sentence' | 'lines'> {
  const { name, restUrl, streamUrl } = parsed(profile) as Readonly<
    Record<'name' | 'restUrl' | 'streamUrl', string>
  >
  return {
    sentence: `Every customer · SAVE ${replaces ? `the venue ${name}` : `${name} as a new venue`}`,
    lines: [`Requests go to ${restUrl}`, `Streams come from ${streamUrl}`],
  }
}

export function VenueEditor({ venueId, profile, editable, onSaved }: VenueEditorProps) {
  const { client } = useSession()
  const [view, setView] = useState<'form' | 'json'>('form')
  const [form, setForm] = useState<ProfileForm>(() => formOfProfile(parsed(profile)))
  const [text, setText] = useState(profile)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [place, setPlace] = useState<'this' | 'new'>('this')
  const reading = view === 'form' ? readProfileForm(form) : readProfileText(text)
  const faults = Object.values(reading.problems)
  const show = (next: 'form' | 'json') => {
    if (next === view) return
    // Both views show one profile, so each takes over the edits of the other.
    if (next === 'json') setText(reading.profile ?? JSON.stringify(parsed(text), null, 2))
    else setForm(formOfProfile(parsed(text)))
    setView(next)
  }
  const mayReplace = venueId !== null && editable
  const id = mayReplace && place === 'this' ? venueId : null
  const review: Review<Payload> | null =
    reading.profile === null
      ? null
      : {
          ...profileSentence(reading.profile, id !== null),
          word: null,
          payload: { venueId: id, profile: reading.profile },
        }
  const save = async (payload: Payload) => {
    setFailure(null)
    const reply = await client.call('venue.save', payload)
    if (!reply.ok) return setFailure(reply.failure)
    onSaved(reply.value.venueId, nameOf(payload.profile))
  }
  return (
    <ReviewForm
      form="venue"
      name="Venue profile"
      className="profile-form"
      review={review}
      why="Correct the marked fields"
      verb={id === null ? 'Save as a new venue' : 'Save'}
      send={save}
    >
      <PanelBar>
        <div className="bar-choice">
          <Choice
            name="View of the profile"
            options={[
              { value: 'form', label: 'Fields' },
              {
                value: 'json',
                label: 'JSON',
                refused:
                  view === 'form' && reading.profile === null ? 'Correct the marked fields first.' : null,
              },
            ]}
            value={view}
            onChoose={show}
          />
        </div>
        <span className="amber">
          Do not type secrets here. Openpit asks for username, password and signing key at sign-in and stores
          them in the keychain.
        </span>
        <span className="spring" />
        {mayReplace && (
          <div className="bar-choice">
            <Choice
              name="Save as"
              options={[
                { value: 'this', label: 'Save this venue' },
                { value: 'new', label: 'Save as a new venue' },
              ]}
              value={place}
              onChoose={setPlace}
            />
          </div>
        )}
      </PanelBar>
      {faults.length > 0 && (
        <p role="alert" className="problem panel-line">
          {faults[0]}
          {faults.length > 1 && ` — and ${faults.length - 1} more`}
        </p>
      )}
      <FailureLine
        failure={
          failure && failure.field !== null
            ? { ...failure, message: `${failure.field}: ${failure.message}` }
            : failure
        }
      />
      {view === 'json' ? (
        <textarea
          className="field json"
          aria-label="Profile as JSON"
          aria-invalid={reading.profile === null}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <ProfileFields form={form} problems={reading.problems} onChange={setForm} />
      )}
      <div className="profile-save">
        <ReviewActions />
      </div>
    </ReviewForm>
  )
}
