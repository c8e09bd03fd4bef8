/** The first screen: choose a venue and sign in. Keeps what was typed, except the password, whatever goes wrong. */

import { Suspense, lazy, useEffect, useRef, useState, type FormEvent } from 'react'
import type { Session, VenueSummary } from '../../../shared/contract/status.ts'
import { Field } from '../../ui/Field.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useSession } from '../../state/useSession.ts'
import { readSigningKey } from './signingKey.ts'

const VenuePanel = lazy(async () => ({
  default: (await import('../../panels/administration/venue/VenuePanel.tsx')).VenuePanel,
}))

export function SignIn({ session }: { readonly session: Session }) {
  const [failure, setFailure] = useState<string | null>(null)
  /** The venue whose profile is open; null for a new one, undefined for none. */
  const [editing, setEditing] = useState<string | null | undefined>(undefined)
  const busy = session.phase === 'signing-in' || session.phase === 'reconciling'
  const message = busy ? (session.message ?? 'Signing in…') : (failure ?? session.message)
  return (
    <div className="signin">
      <main aria-labelledby="signin-title">
        <div className="brand">
          <h1 id="signin-title">Openpit</h1>
          <span className="muted">dealing terminal</span>
        </div>
        {session.venues.map((venue, index) => (
          <VenueCard
            key={venue.id}
            venue={venue}
            session={session}
            first={index === 0}
            busy={busy}
            onFailure={setFailure}
            onEdit={() => setEditing(venue.id)}
          />
        ))}
        {session.venues.length === 0 && (
          <p>No venue is set up. Add one below, or start the terminal with --venue FILE.</p>
        )}
        <div className="row-of-buttons">
          <button type="button" className="button" disabled={busy} onClick={() => setEditing(null)}>
            Add a venue
          </button>
        </div>
        <div className={`sentence ${busy ? 'muted' : 'problem'}`} role={busy ? 'status' : 'alert'}>
          {message}
        </div>
      </main>
      {editing !== undefined && (
        <Sheet title="Venue profiles" wide onClose={() => setEditing(undefined)}>
          <Suspense fallback={<p>Opening…</p>}>
            <VenuePanel first={editing} />
          </Suspense>
        </Sheet>
      )}
    </div>
  )
}

interface VenueCardProps {
  readonly venue: VenueSummary
  readonly session: Session
  readonly first: boolean
  readonly busy: boolean
  readonly onFailure: (sentence: string | null) => void
  readonly onEdit: () => void
}

function VenueCard({ venue, session, first, busy, onFailure, onEdit }: VenueCardProps) {
  const { client } = useSession()
  const [username, setUsername] = useState(venue.username ?? '')
  const [password, setPassword] = useState('')
  const [key, setKey] = useState({ publicKey: '', privateKeyPem: '' })
  const [keep, setKeep] = useState<'keychain' | 'run'>(session.keychain.available ? 'keychain' : 'run')
  const [sending, setSending] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Enter alone opens the desk: the first venue's button has the focus from the start.
  useEffect(() => {
    if (first) button.current?.focus()
  }, [first])
  const waiting = busy || sending
  const mine = session.venueId === venue.id && busy
  const form = venue.credentials === 'needed' || venue.credentials === 'stored'
  const signs = form && venue.auth !== 'bearer'
  const needsPassword = form && venue.auth !== 'signed'

  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    if (waiting) return
    const typed = form && password !== ''
    const signing = signs
      ? readSigningKey(key, venue.credentials === 'needed')
      : { ok: true as const, value: null }
    if (!signing.ok) return onFailure(signing.failure)
    if (needsPassword && venue.credentials === 'needed' && (username === '' || password === ''))
      return onFailure('Type the username and the password of this venue.')
    onFailure(null)
    setSending(true)
    const reply = await client.call('session.signIn', {
      venueId: venue.id,
      username: typed ? username : null,
      password: typed ? password : null,
      signingKey: signing.value,
      keep,
    })
    // Secrets leave the page with the attempt, whatever comes of it.
    setPassword('')
    setKey({ publicKey: key.publicKey, privateKeyPem: '' })
    setSending(false)
    if (!reply.ok) onFailure(reply.failure.message)
  }
  const forget = async () => {
    const reply = await client.call('session.forget', { venueId: venue.id })
    onFailure(reply.ok ? null : reply.failure.message)
  }

  return (
    <section className={`venue-card ${venue.kind}`} aria-label={venue.name}>
      <header>
        <span className={`venue ${venue.replay ? 'replay' : venue.kind}`}>
          {venue.replay ? 'REPLAY' : venue.kind.toUpperCase()}
        </span>
        <h2>{venue.name}</h2>
        <span className="muted mono">{venue.restUrl || 'starts when you sign in'}</span>
      </header>
      <form onSubmit={(event) => void signIn(event)}>
        {form && (
          <>
            {needsPassword && (
              <>
                <Field id={`user-${venue.id}`} label="Username" value={username} onText={setUsername} />
                <Field
                  id={`password-${venue.id}`}
                  label="Password"
                  type="password"
                  placeholder={venue.credentials === 'stored' ? 'kept in the keychain' : ''}
                  value={password}
                  onText={setPassword}
                />
              </>
            )}
            {signs && (
              <>
                <Field
                  id={`public-${venue.id}`}
                  label="Public key"
                  placeholder={
                    venue.credentials === 'stored' ? 'kept in the keychain' : 'as the broker knows it'
                  }
                  value={key.publicKey}
                  onText={(publicKey) => setKey({ ...key, publicKey })}
                />
                <div className="labelled">
                  <label htmlFor={`private-${venue.id}`}>Private key</label>
                  <textarea
                    id={`private-${venue.id}`}
                    className="field secret"
                    autoComplete="off"
                    spellCheck={false}
                    rows={3}
                    placeholder={
                      venue.credentials === 'stored'
                        ? 'kept in the keychain'
                        : 'paste the PEM; it is never shown again'
                    }
                    value={key.privateKeyPem}
                    onChange={(event) => setKey({ ...key, privateKeyPem: event.target.value })}
                  />
                </div>
              </>
            )}
            <fieldset className="keep" disabled={waiting}>
              <legend className="hidden-visually">Keep the password</legend>
              <label>
                <input
                  type="radio"
                  name={`keep-${venue.id}`}
                  checked={keep === 'keychain'}
                  disabled={!session.keychain.available}
                  onChange={() => setKeep('keychain')}
                />{' '}
                keep in the keychain
              </label>
              <label>
                <input
                  type="radio"
                  name={`keep-${venue.id}`}
                  checked={keep === 'run'}
                  onChange={() => setKeep('run')}
                />{' '}
                this run only
              </label>
            </fieldset>
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
            <button type="button" className="button" disabled={waiting} onClick={() => void forget()}>
              Forget
            </button>
          )}
          <button ref={button} type="submit" className="button primary" aria-disabled={waiting}>
            {mine || sending
              ? 'Signing in…'
              : venue.credentials === 'built-in'
                ? venue.replay?.of === 'session'
                  ? 'Open the replay'
                  : 'Open the paper desk'
                : 'Sign in'}
          </button>
        </div>
      </form>
    </section>
  )
}
