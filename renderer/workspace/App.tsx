/** The whole window: sign-in without a session, else the workspace in its venue's frame. */

import { Suspense, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { late } from '../ui/late.tsx'
import { useStore } from 'zustand'
import { applyAppearance } from '../style/appearance.ts'
import { KeysContext } from '../keyboard/keysContext.ts'
import { keysInForce, movedCaps } from '../keyboard/remapKeys.ts'
import { windowKeyRows } from '../keyboard/windowKeyTable.ts'
import { setMovedCaps } from '../keys/caps.ts'
import { PANEL_COMMANDS, PANEL_KEYS } from '../panels/panelRegistry.tsx'
import { reportActivity } from '../state/windows/sessionLock.ts'
import { tell } from '../state/stores/noticeStore.ts'
import { LookContext } from '../ui/look.ts'
import { HaltBanner } from '../halts/HaltBanner.tsx'
import type { WindowSession } from '../state/windowSession.ts'
import { SignIn } from './signin/SignIn.tsx'
import { StatusBar, CoreLost } from './bars/StatusBar.tsx'
import { Toasts } from './bars/Toasts.tsx'
import { TopBar } from './bars/TopBar.tsx'
import { GivesFocusBack } from '../ui/Sheet.tsx'
import { useOpenBlocks } from '../state/block/useOpenBlocks.ts'
import { SessionContext, useLoadable, useSession, useWorkspace } from '../state/useSession.ts'
import { LockScreen } from './lock/LockScreen.tsx'
import { Overlays } from './Overlays.tsx'
import { ProvidedPanelsProvider, type ProvidedPanels } from '../panels/providedPanels.tsx'
import { useWentBack, WentBack } from './windows/WentBack.tsx'
import { Workspace } from './Workspace.tsx'

/** Only a replay has it. */
const ReplayBar = late(async () => (await import('./bars/ReplayBar.tsx')).ReplayBar)

interface AppProps {
  readonly session: WindowSession
  readonly providedPanels: ProvidedPanels
}

export const App = ({ session, providedPanels }: AppProps) => (
  <SessionContext value={session}>
    <Drawn session={session}>
      <ProvidedPanelsProvider panels={providedPanels}>
        <GivesFocusBack value={() => !session.focus.moving}>
          <Screen />
        </GivesFocusBack>
      </ProvidedPanelsProvider>
    </Drawn>
  </SessionContext>
)

/** Draws the window in the dealer's settings: formats, colors, density. */
function Drawn({ session, children }: Pick<AppProps, 'session'> & { readonly children: ReactNode }) {
  const { settings, revision } = useStore(session.settings)
  const { values } = settings
  const density = values['look.density']
  useLayoutEffect(
    () =>
      applyAppearance(document.documentElement, {
        theme: values['look.theme'],
        sides: values['look.sides'],
        density,
        motion: values['look.motion'],
      }),
    [values, density],
  )
  const look = useMemo(() => ({ revision, rowHeight: ROW_HEIGHTS[density] }), [revision, density])
  const keys = useMemo(() => {
    const rows = windowKeyRows(PANEL_KEYS)
    const inForce = keysInForce(rows, settings.keys)
    // Before anything is drawn: every text that names a key names the present one.
    setMovedCaps(movedCaps([...inForce.keys, ...inForce.panels]))
    return { rows, ...inForce, panelWords: PANEL_COMMANDS.map(({ word }) => word) }
  }, [settings])
  useLayoutEffect(() => {
    for (const sentence of keys.leftOut) tell(session.notices, session.clock, 'warning', sentence)
  }, [session, keys])
  return (
    <LookContext value={look}>
      <KeysContext value={keys}>{children}</KeysContext>
    </LookContext>
  )
}

/** Px; `tokens.css` has the same. */
const ROW_HEIGHTS = { normal: 22, compact: 18, roomy: 26 } as const

const BlockStrips = late(async () => (await import('../panels/block/strip/BlockStrip.tsx')).BlockStrips)

function Screen() {
  const session = useSession()
  const { value } = useLoadable(session.server.session)
  const restored = useWorkspace((workspace) => workspace.restored)
  const opened = useWorkspace((workspace) => workspace.opened)
  const sheetBeforeSignIn = useStore(
    session.overlay,
    ({ open }) => open?.kind === 'halts' || open?.kind === 'keys' || open?.kind === 'updates',
  )
  const hasBlock = useOpenBlocks().length > 0
  const wentBack = useWentBack()
  useEffect(() => reportActivity(session, window), [session])
  if (value === null) return <Opening />
  if (value.locked !== null) return <LockScreen session={value} lock={value.locked} />
  if (wentBack) return <WentBack />
  if (value.phase === 'signed-out' || value.phase === 'signing-in')
    return (
      <div className="window">
        <HaltBanner />
        <SignIn session={value} />
        <Toasts />
        {sheetBeforeSignIn && <Overlays />}
      </div>
    )
  // The workspace handles the keys but one (F1 works before the sign-in), so nothing that names another key is shown before the workspace.
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
      {venue?.replay && (
        <Suspense>
          <ReplayBar replay={venue.replay} />
        </Suspense>
      )}
      <main className="dock-frame">
        <h1 className="hidden-visually">Openpit dealing terminal{venue ? `, ${venue.kind}` : ''}</h1>
        <Workspace key={opened} />
      </main>
      <Toasts />
      {hasBlock && (
        <Suspense>
          <BlockStrips />
        </Suspense>
      )}
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
