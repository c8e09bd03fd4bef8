/** One venue on the first screen: its name and kind, the fields that it needs, and the button that signs in. */

import { useEffect, useRef } from 'react'
import type { Session, VenueSummary } from '../../../shared/contract/status.ts'
import { useSession } from '../../state/useSession.ts'
import { KeyFields, PasswordFields } from './CredentialFields.tsx'
import { useVenueSignIn, type Keep, type VenueSignIn } from './useVenueSignIn.ts'

interface VenueCardProps {
  readonly venue: VenueSummary
  readonly session: Session
  readonly first: boolean
  readonly busy: boolean
  readonly onFailure: (sentence: string | null) => void
  readonly onEdit: () => void
}

export function VenueCard({ venue, session, first, busy, onFailure, onEdit }: VenueCardProps) {
  const { panels } = useSession()
  const typed = useVenueSignIn(venue, session.keychain, onFailure)
  const button = useRef<HTMLButtonElement>(null)
  // The first venue's button takes the focus, so that Enter alone signs in.
  useEffect(() => {
    if (first) button.current?.focus()
  }, [first])
  const waiting = busy || typed.sending
  const isSigningIn = (session.venueId === venue.id && busy) || typed.sending
  return (
    <section className={`venue-card ${venue.kind}`} aria-label={venue.name}>
      <header>
        <span className={`venue ${venue.replay ? 'replay' : venue.kind}`}>
          {venue.replay ? 'REPLAY' : venue.kind.toUpperCase()}
        </span>
        <h2>{venue.name}</h2>
        <span className="muted mono">{venue.restUrl || 'starts when you sign in'}</span>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (waiting) return
          panels.setState({ first: null })
          void typed.signIn()
        }}
      >
        {typed.takesPassword && (
          <PasswordFields id={venue.id} isStored={venue.credentials === 'stored'} typed={typed} />
        )}
        {typed.takesKey && (
          <KeyFields id={venue.id} isStored={venue.credentials === 'stored'} typed={typed} />
        )}
        {(typed.takesPassword || typed.takesKey) && (
          <>
            <KeepChoice venue={venue} typed={typed} keychain={session.keychain} waiting={waiting} />
            {!session.keychain.available && <p className="muted">{session.keychain.message}</p>}
          </>
        )}
        <div className="row-of-buttons">
          {venue.editable && (
            <button type="button" className="button" disabled={waiting} onClick={onEdit}>
              Edit the profile
            </button>
          )}
          {venue.credentials === 'stored' && (
            <button type="button" className="button" disabled={waiting} onClick={() => void typed.forget()}>
              Forget
            </button>
          )}
          {venue.credentials === 'built-in' && venue.replay === null && (
            <button
              type="button"
              className="button beside-primary"
              disabled={waiting}
              onClick={() => {
                panels.setState({ first: 'tour' })
                void typed.signIn()
              }}
            >
              Take the practice tour
            </button>
          )}
          <button ref={button} type="submit" className="button primary" aria-disabled={waiting}>
            {isSigningIn ? 'Signing in…' : signInWords(venue)}
          </button>
        </div>
      </form>
    </section>
  )
}

function signInWords({ credentials, replay }: VenueSummary): string {
  if (credentials !== 'built-in') return 'Sign in'
  return replay?.plays === 'session' ? 'Open the replay' : 'Open the paper desk'
}

interface KeepChoiceProps {
  readonly venue: VenueSummary
  readonly typed: VenueSignIn
  readonly keychain: Session['keychain']
  readonly waiting: boolean
}

function KeepChoice({ venue, typed, keychain, waiting }: KeepChoiceProps) {
  const choice = (keep: Keep, words: string, disabled: boolean) => (
    <label>
      <input
        type="radio"
        name={`keep-${venue.id}`}
        checked={typed.keep === keep}
        disabled={disabled}
        onChange={() => typed.setKeep(keep)}
      />{' '}
      {words}
    </label>
  )
  return (
    <fieldset className="keep" disabled={waiting}>
      <legend className="hidden-visually">Keep the password</legend>
      {choice('keychain', 'keep in the keychain', !keychain.available)}
      {choice('run', 'this run only', false)}
    </fieldset>
  )
}
