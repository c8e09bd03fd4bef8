/** The top bar: venue, customer, armed keys, command line, time. */

import { useEffect, useState } from 'react'
import { shownCode } from '../../../shared/domain/accounts/lookAlike.ts'
import { NotOpenWord } from '../../panels/customers/NotOpen.tsx'
import { PANEL_COMMANDS } from '../../panels/panelRegistry.tsx'
import { CommandLine } from '../../commandline/CommandLine.tsx'
import { customerName } from '../../state/actions/dealing.ts'
import { LADDER_IDS } from '../../state/stores/workspaceStore.ts'
import { useLoadable, useSession, useWorkspace } from '../../state/useSession.ts'
import { ReplayBadge } from './ReplayBadge.tsx'
import { UnresolvedOrders } from './UnresolvedOrders.tsx'
import { clockSpan, timeOfDay } from '../../format/times.ts'

export const TopBar = () => (
  <header className="topbar">
    <VenueBadge />
    <CustomerChip />
    <ArmedState />
    <UnresolvedOrders />
    <CommandLine panels={PANEL_COMMANDS} />
    <UtcClock />
    <KeysButton />
  </header>
)

function VenueBadge() {
  const session = useSession()
  const { value } = useLoadable(session.server.session)
  const venue = value?.venues.find(({ id }) => id === value.venueId)
  if (!venue) return null
  if (venue.replay) return <ReplayBadge venue={venue} replay={venue.replay} />
  return (
    <>
      <span className={`venue ${venue.kind}`}>{venue.kind.toUpperCase()}</span>
      <span className="muted">{venue.name}</span>
    </>
  )
}

function CustomerChip() {
  const session = useSession()
  const customer = useWorkspace((workspace) => workspace.customer)
  useLoadable(session.server.customers)
  return (
    <button
      type="button"
      className={customer === null ? 'chip none' : 'chip'}
      onClick={() => session.overlay.setState({ open: { kind: 'pickCustomer' } })}
    >
      {customer === null ? (
        <span>Choose a customer</span>
      ) : (
        <>
          <span className="letter" aria-hidden="true">
            A
          </span>
          <span className="strong mono">{shownCode(customer)}</span>
          <span>{customerName(session, customer)}</span>
          <NotOpenWord code={customer} />
        </>
      )}
      <span className="key-cap">F2</span>
    </button>
  )
}

function ArmedState() {
  const armed = useWorkspace((workspace) => workspace.armed)
  const customer = useWorkspace((workspace) => workspace.customer)
  const because = useWorkspace((workspace) => workspace.disarmedBecause)
  const since = LADDER_IDS.flatMap((id) => armed[id] ?? [])
  return (
    <span
      role="status"
      aria-label="Trading keys"
      className={since.length > 0 ? 'armed-state on' : 'armed-state'}
    >
      {since.length > 0
        ? `ARMED ${customer ?? ''} · `
        : because === null
          ? 'Keys off'
          : `Keys off: ${because}`}
      {since.length > 0 && <ArmedFor since={Math.min(...since)} />}
    </span>
  )
}

/** The time since keys were armed; hidden from screen readers, because it changes every second. */
function ArmedFor({ since }: { readonly since: number }) {
  const { clock } = useSession()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => clock.every(1_000, () => setNow(clock.now())), [clock])
  return (
    <span className="mono" aria-hidden="true" title={`Armed since ${timeOfDay(since)} UTC`}>
      {clockSpan(now - since)}
    </span>
  )
}

function UtcClock() {
  const { clock } = useSession()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => clock.every(250, () => setNow(clock.now())), [clock])
  return <time className="mono">{timeOfDay(now)} UTC</time>
}

function KeysButton() {
  const { overlay } = useSession()
  return (
    <button
      type="button"
      className="key-cap button-quiet"
      onClick={() => overlay.setState({ open: { kind: 'keys' } })}
    >
      F1 keys
    </button>
  )
}
