/** The first screen: choose a venue and sign in. After a failure the typed values stay, except secrets. */

import { Suspense, useCallback, useState } from 'react'
import { late } from '../../ui/late.tsx'
import type { Session } from '../../../shared/contract/status.ts'
import { useSession } from '../../state/useSession.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { AboutProgram } from './AboutProgram.tsx'
import { DealerFields } from './DealerFields.tsx'
import { useSignInKeys } from './useSignInKeys.ts'
import { VenueCard } from './VenueCard.tsx'

const VenuePanel = late(
  async () => (await import('../../panels/administration/venue/VenuePanel.tsx')).VenuePanel,
)

const CheckVenueSheet = late(async () => (await import('./check/CheckVenueSheet.tsx')).CheckVenueSheet)

export function SignIn({ session }: { readonly session: Session }) {
  const [failure, setFailure] = useState<string | null>(null)
  /** The venue whose profile is open; null for a new one, undefined for none. */
  const [editing, setEditing] = useState<string | null | undefined>(undefined)
  const [checking, setChecking] = useState(false)
  const { overlay } = useSession()
  const openKeys = useCallback(() => overlay.setState({ open: { kind: 'keys' } }), [overlay])
  const openUpdates = () => overlay.setState({ open: { kind: 'updates' } })
  useSignInKeys(openKeys)
  const busy = session.phase === 'signing-in' || session.phase === 'reconciling'
  const message = busy ? (session.message ?? 'Signing in…') : (failure ?? session.message)
  return (
    <div className="signin">
      <main aria-labelledby="signin-title">
        <div className="brand">
          <h1 id="signin-title">Openpit</h1>
          <span className="muted">dealing terminal</span>
        </div>
        {session.restriction !== null && (
          <section className="restriction" role="alert" aria-labelledby="restriction-title">
            <h2 id="restriction-title">Before you sign in</h2>
            <p>{session.restriction}</p>
          </section>
        )}
        <DealerFields session={session} />
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
          <button type="button" className="button" disabled={busy} onClick={() => setChecking(true)}>
            Check a venue
          </button>
        </div>
        <div className={`sentence ${busy ? 'muted' : 'problem'}`} role={busy ? 'status' : 'alert'}>
          {message}
        </div>
        <AboutProgram session={session} onKeys={openKeys} onUpdates={openUpdates} />
      </main>
      {editing !== undefined && (
        <Sheet title="Venue profiles" wide onClose={() => setEditing(undefined)}>
          <Suspense fallback={<p>Opening…</p>}>
            <VenuePanel first={editing} />
          </Suspense>
        </Sheet>
      )}
      {checking && (
        <Suspense fallback={null}>
          <CheckVenueSheet session={session} onClose={() => setChecking(false)} />
        </Suspense>
      )}
    </div>
  )
}
