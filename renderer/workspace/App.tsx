/** The whole window: sign-in without a session, else the workspace in its venue's frame. */

import { useStore } from 'zustand'
import { HaltBanner } from '../halts/HaltBanner.tsx'
import type { WindowSession } from '../state/windowSession.ts'
import { SignIn } from './signin/SignIn.tsx'
import { ReplayBar } from './bars/ReplayBar.tsx'
import { StatusBar, CoreLost } from './bars/StatusBar.tsx'
import { Toasts } from './bars/Toasts.tsx'
import { TopBar } from './bars/TopBar.tsx'
import { GivesFocusBack } from '../ui/Sheet.tsx'
import { SessionContext, useLoadable, useSession, useWorkspace } from '../state/useSession.ts'
import { Overlays } from './Overlays.tsx'
import { DrawnPanelsProvider, type DrawnPanels } from '../panels/drawnPanels.tsx'
import { Workspace } from './Workspace.tsx'

interface AppProps {
  readonly session: WindowSession
  readonly drawnPanels: DrawnPanels
}

export const App = ({ session, drawnPanels }: AppProps) => (
  <SessionContext value={session}>
    <DrawnPanelsProvider panels={drawnPanels}>
      <GivesFocusBack value={() => !session.focus.moving}>
        <Screen />
      </GivesFocusBack>
    </DrawnPanelsProvider>
  </SessionContext>
)

function Screen() {
  const session = useSession()
  const { value } = useLoadable(session.server.session)
  const restored = useWorkspace((workspace) => workspace.restored)
  const lookingAtHalts = useStore(session.overlay, (overlay) => overlay.open?.kind === 'halts')
  if (value === null) return <Opening />
  if (value.phase === 'signed-out' || value.phase === 'signing-in')
    return (
      <div className="window">
        <HaltBanner />
        <SignIn session={value} />
        <Toasts />
        {lookingAtHalts && <Overlays />}
      </div>
    )
  // The workspace handles the keys, so nothing that names a key is shown before the workspace.
  if (!restored) return <Opening />
  const venue = value.venues.find(({ id }) => id === value.venueId)
  return (
    <div className={`window ${venue?.kind ?? ''}`}>
      <CoreLost />
      <HaltBanner />
      {value.phase === 'signed-off-by-venue' && <SignedOff message={value.message} />}
      {value.phase === 'channels-down' && (
        <div role="alert" aria-label="Private channels" className="core-lost">
          {value.message}
        </div>
      )}
      <TopBar />
      {venue?.replay && <ReplayBar replay={venue.replay} />}
      <main className="dock-frame">
        <h1 className="hidden-visually">Openpit dealing terminal{venue ? `, ${venue.kind}` : ''}</h1>
        <Workspace />
      </main>
      <Toasts />
      <StatusBar />
      <Overlays />
    </div>
  )
}

function Opening() {
  const { state, refusal } = useStore(useSession().server.link)
  return (
    <main className="signin">
      <h1 className="hidden-visually">Openpit</h1>
      {refusal === null ? (
        <p role="status">{state === 'down' ? 'Connecting to the core…' : 'Opening…'}</p>
      ) : (
        <p role="alert" className="problem">
          {refusal}
        </p>
      )}
    </main>
  )
}

/** Shown when the token ended or was revoked: the workspace stays, with what to do. */
function SignedOff({ message }: { readonly message: string | null }) {
  const session = useSession()
  return (
    <div role="alert" className="core-lost">
      {message ?? 'The venue signed this terminal off.'} Orders at the venue stay live.{' '}
      <button
        type="button"
        className="button"
        onClick={() => void session.client.call('session.signOut', {})}
      >
        Sign in again
      </button>
    </div>
  )
}
