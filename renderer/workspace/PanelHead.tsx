/** What stands in the heads of docked panels: titles with counts, muted facts, the tools of the tables. */

import { useStore } from 'zustand'
import { isLive } from '../../shared/domain/order.ts'
import { exportCsv, type BlotterName } from '../blotters/exportCsv.ts'
import { useLoadable, useSession, useWorkspace } from '../useSession.ts'
import { PANELS, type PanelId } from './defaultLayout.ts'

export function TabTitle({ id }: { readonly id: PanelId }) {
  const session = useSession()
  const positions = useStore(session.server.positions, (of) =>
    count(of.rows.values(), (held) => held.size !== '0'),
  )
  const live = useStore(session.server.orders, (of) =>
    id === 'orders' ? count(of.rows.values(), isLive) : 0,
  )
  const trades = useStore(session.server.trades, (of) => of.keys.length)
  const number = { positions, orders: live, trades }[id as string]
  return (
    <span>
      {PANELS[id]}
      {number !== undefined && <span className="muted"> {number.toLocaleString('en-US')}</span>}
    </span>
  )
}

function count<T>(values: Iterable<T>, fits: (of: T) => boolean): number {
  let found = 0
  for (const value of values) if (fits(value)) found += 1
  return found
}

export function PanelFacts({ id }: { readonly id: PanelId }) {
  const session = useSession()
  const instruments = useLoadable(session.server.instruments).value?.length ?? 0
  const customers = useLoadable(session.server.customers).value?.length ?? 0
  const ticketCustomer = useStore(session.ticket, (of) => of.form.customerCode)
  const facts: Partial<Record<PanelId, string>> = {
    watchlist: `${instruments} instruments`,
    customers: `${customers} · Enter picks`,
    ticket: ticketCustomer === '' ? 'no customer' : `pinned to ${ticketCustomer}`,
  }
  return <span className="head-facts muted">{facts[id] ?? ''}</span>
}

export function BlotterTools({ name }: { readonly name: BlotterName }) {
  const session = useSession()
  const only = useWorkspace((of) => of.onlyCustomer)
  const customer = useWorkspace((of) => of.customer)
  return (
    <span className="head-facts">
      {only && customer !== null && <span className="filtered">▼ {customer} only</span>}
      <button
        type="button"
        className="button-quiet key-cap"
        aria-pressed={only}
        onClick={() => session.workspace.setState({ onlyCustomer: !only })}
      >
        {only ? 'All customers' : 'This customer only'}
      </button>
      <button type="button" className="button-quiet key-cap" onClick={() => exportCsv(session, name)}>
        CSV
      </button>
    </span>
  )
}
