/** The status bar: the health of each link, and the orders that stay at the venue. `statusWords.ts` has the words. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import { UNKNOWN_FATE } from '../../state/stores/serverMirrors.ts'
import { useLoadable, useSession, useUnseenOrders } from '../../state/useSession.ts'
import { NoticesButton } from './NoticesButton.tsx'
import { SoundStatus } from './SoundStatus.tsx'
import { statusWords } from '../../state/statusWords.ts'

export function StatusBar() {
  const session = useSession()
  const { value: connection, stale } = useLoadable(session.server.connection)
  const live = useStore(session.server.orders, (orders) => orders.openKeys.size)
  const unknown = useStore(session.server.orders, (orders) => orders.groups.get(UNKNOWN_FATE)?.keys.size ?? 0)
  const link = useStore(session.server.link, ({ state }) => state)
  const { value: signedIn } = useLoadable(session.server.session)
  const replayed =
    signedIn?.venues.some((venue) => venue.id === signedIn.venueId && venue.replay?.plays === 'session') ??
    false
  const unseen = useUnseenOrders()
  const [now, setNow] = useState(() => session.clock.now())
  useEffect(() => session.clock.every(5_000, () => setNow(session.clock.now())), [session])
  const { value: reads } = useLoadable(session.server.reads)
  const words = statusWords(connection, { live, unknown, unseen }, now, reads ?? [])
  // Without the core every state is unknown, so no light may stay green.
  const old = stale || link === 'down'
  return (
    <footer className={old ? 'statusbar stale' : 'statusbar'} aria-label="Status">
      {words.lights.map((light) => (
        <span
          key={light.name}
          className={light.state === 'live' ? '' : 'trouble'}
          title={light.detail ?? undefined}
        >
          <i className={`dot ${old ? 'suspect' : light.state}`} />
          {light.name}
        </span>
      ))}
      {words.facts.map((fact) => (
        <span key={fact.text} className={fact.trouble ? 'trouble' : ''}>
          {fact.text}
        </span>
      ))}
      <span className="spring" />
      {replayed ? (
        <span>A recording: nothing can be sent, nothing stays live</span>
      ) : (
        <span
          className={words.resting.detail === null ? 'resting' : 'resting trouble'}
          title={words.resting.detail ?? words.resting.text}
        >
          {words.resting.text}
        </span>
      )}
      <span className={words.unknown > 0 ? 'mono unknown' : 'mono'}>{words.unknown} unknown</span>
      {signedIn?.dealer && (
        <span className="dealer" title={`Who deals: ${dealerWords(signedIn.dealer)}`}>
          {signedIn.dealer.name}
        </span>
      )}
      <button
        type="button"
        className="key-cap button-quiet"
        onClick={() => session.overlay.setState({ open: { kind: 'signOut' } })}
      >
        Sign out
      </button>
      <SoundStatus />
      <NoticesButton />
    </footer>
  )
}

/** Covers the window top while the link to the core is lost. */
export function CoreLost() {
  const session = useSession()
  const link = useStore(session.server.link, ({ state }) => state)
  if (link === 'up') return null
  return (
    <div role="alert" className="core-lost">
      The link to the core is lost. Everything shown is old, and nothing can be sent. Orders at the venue stay
      live. Openpit is connecting again.
    </div>
  )
}
