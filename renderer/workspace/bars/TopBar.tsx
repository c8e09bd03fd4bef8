/** The top bar: venue, customer, armed keys, command line, time. */

import { useEffect, useState } from 'react'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { NotOpenWord } from '../../panels/customers/NotOpen.tsx'
import { PANEL_COMMANDS, panelTitle } from '../../panels/panelRegistry.tsx'
import { CommandLine } from '../../commandline/CommandLine.tsx'
import { customerName } from '../../state/actions/dealing.ts'
import { tradeLockOf } from '../../state/actions/tradeLock.ts'
import { targetIn, type InstanceId } from '../../state/stores/panelInstances.ts'
import type { Workspace } from '../../state/stores/workspaceStore.ts'
import { useLoadable, useSession, useWorkspace } from '../../state/useSession.ts'
import { AccountFigures } from './AccountFigures.tsx'
import { ReplayBadge } from './ReplayBadge.tsx'
import { UnresolvedOrders } from './UnresolvedOrders.tsx'
import { WorkspaceChip } from './WorkspaceChip.tsx'
import { clockSpan, timeWithZone } from '../../format/times.ts'
import { capOf } from '../../keys/caps.ts'

export const TopBar = () => (
  <header className="topbar">
    <VenueBadge />
    <WorkspaceChip />
    <CustomerChip />
    <AccountFigures />
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
      onClick={() => session.overlay.setState({ open: { kind: 'pickCustomer', link: null } })}
    >
      {customer === null ? (
        <span>Choose a customer</span>
      ) : (
        <>
          <span className="strong mono">{shownCode(customer)}</span>
          <span>{customerName(session, customer)}</span>
          <NotOpenWord code={customer} />
        </>
      )}
      <span className="key-cap">{capOf('F2')}</span>
    </button>
  )
}

function ArmedState() {
  const session = useSession()
  const armed = useWorkspace((workspace) => workspace.armed)
  const words = useWorkspace(armedWords)
  useLoadable(session.server.halts)
  const lock = tradeLockOf(session.server)
  const because = useWorkspace((workspace) => workspace.disarmedBecause)
  if (lock !== null)
    return (
      <span role="status" aria-label="Trading keys" className="armed-state locked">
        LOCKED since {timeWithZone(lock.at)} by {lock.by}
      </span>
    )
  const since = Object.values(armed).filter((at) => at !== undefined)
  return (
    <span
      role="status"
      aria-label="Trading keys"
      className={since.length > 0 ? 'armed-state on' : 'armed-state'}
    >
      {since.length > 0 ? `ARMED ${words} · ` : because === null ? 'Keys off' : `Keys off: ${because}`}
      {since.length > 0 && <ArmedFor since={Math.min(...since)} />}
    </span>
  )
}

/** The armed ladders, each with its customer and instrument: keys go to the ladder in focus, so the dealer must see which ladders would deal. */
function armedWords(workspace: Workspace): string {
  let last: string | null = null
  const words = (Object.keys(workspace.armed) as InstanceId[]).map((id) => {
    const { customer, symbol } = targetIn(workspace, id)
    const named = customer === last ? '' : `${customer ?? ''} · `
    last = customer
    const express = workspace.express[id] === undefined ? '' : ' EXPRESS'
    return `${named}${panelTitle(id)} ${symbol ?? ''}${express}`
  })
  return words.join(', ')
}

/** The time since keys were armed; hidden from screen readers, because it changes every second. */
function ArmedFor({ since }: { readonly since: number }) {
  const { clock } = useSession()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => clock.every(1_000, () => setNow(clock.now())), [clock])
  return (
    <span className="mono" aria-hidden="true" title={`Armed since ${timeWithZone(since)}`}>
      {clockSpan(now - since)}
    </span>
  )
}

function UtcClock() {
  const { clock } = useSession()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => clock.every(250, () => setNow(clock.now())), [clock])
  return <time className="mono">{timeWithZone(now)}</time>
}

function KeysButton() {
  const { overlay } = useSession()
  return (
    <button
      type="button"
      className="key-cap button-quiet"
      onClick={() => overlay.setState({ open: { kind: 'keys' } })}
    >
      {capOf('F1')} keys
    </button>
  )
}
