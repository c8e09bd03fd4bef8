/** What stands in the heads of docked panels: titles with counts, muted facts, the tools of the tables. */

import { useStore } from 'zustand'
import { isAdminPanel, ADMIN_PANELS } from '../state/stores/administrationPanels.ts'
import { exportCsv, type BlotterName } from '../panels/downloadCsv.ts'
import { ORDERS_OVER } from '../state/stores/serverMirrors.ts'
import { useLoadable, useSession, useWorkspace } from '../state/useSession.ts'
import { PANELS, type PanelId } from './defaultLayout.ts'

/** The title of any panel a window may hold. */
export const panelTitle = (id: string): string =>
  isAdminPanel(id) ? ADMIN_PANELS[id] : PANELS[id as PanelId]

export function TabTitle({ id }: { readonly id: string }) {
  const session = useSession()
  const positions = useStore(session.server.positions, (of) => of.openKeys.size)
  const live = useStore(session.server.orders, (of) => of.openKeys.size)
  const trades = useStore(session.server.trades, (of) => of.keys.length)
  const number = { positions, orders: live, trades }[id]
  // The count is drawn by the style sheet: the tab's accessible name stays its plain word.
  return (
    <span className="tab-title" data-count={number?.toLocaleString('en-US')}>
      {panelTitle(id)}
    </span>
  )
}

export function PanelFacts({ id }: { readonly id: PanelId }) {
  const session = useSession()
  const instruments = useLoadable(session.server.instruments).value?.length ?? 0
  const customers = useLoadable(session.server.customers).value?.length ?? 0
  const ticketCustomer = useStore(session.ticket, (of) => of.form.customerCode)
  const letGo = useStore(session.server.orders, (of) => of.letGo)
  const facts: Partial<Record<PanelId, string>> = {
    watchlist: `${instruments} instruments`,
    customers: `${customers} · Enter picks`,
    orders:
      letGo === 0
        ? ''
        : `live, and the newest ${ORDERS_OVER.toLocaleString('en-US')} that are over: the journal has the rest`,
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
