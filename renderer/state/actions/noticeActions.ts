/** Acknowledges notices, and opens the row that a notice is about. Sends no order. */

import type { Notice } from '../../../shared/domain/notice.ts'
import { positionKey } from '../../../shared/domain/accounts/position.ts'
import { tellFailure } from './dealing.ts'
import { acknowledgeOwn, isOwn, tell, type WindowNotice } from '../stores/noticeStore.ts'
import { filterPanel, narrowPanel, openPanel, pinPanel } from '../stores/panelStore.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import type { WindowSession } from '../windowSession.ts'

/** Acknowledges notices as shown on screen: the core's notices for every window, this window's own here. */
export async function acknowledge(session: WindowSession, notices: readonly WindowNotice[]): Promise<void> {
  const open = notices.filter((notice) => !notice.acknowledged)
  acknowledgeOwn(session.notices, new Set(open.filter(isOwn).map((notice) => notice.key)))
  const shared = open.filter((notice) => !isOwn(notice))
  if (shared.length === 0) return
  const reply = await session.client.call('notice.acknowledge', {
    notices: shared.map(({ id, count }) => ({ id, count })),
  })
  if (!reply.ok) tellFailure(session, 'Acknowledge notices', reply.failure)
}

/** The panel of the subject of a notice, and the key of its row where there is one. */
function placeOf(session: WindowSession, notice: Notice): { panel: string; row: string | null } | null {
  if (notice.customerCode !== null && notice.referenceId !== null) {
    const row = orderKey({ customerCode: notice.customerCode, referenceId: notice.referenceId })
    if (session.server.orders.getState().rows.has(row)) return { panel: 'orders', row }
    return { panel: 'trades', row: null }
  }
  switch (notice.kind) {
    case 'forced fill':
      return {
        panel: 'positions',
        row:
          notice.customerCode === null || notice.symbol === null
            ? null
            : positionKey(notice.customerCode, notice.symbol),
      }
    case 'transfer':
      return { panel: 'ledger', row: null }
    case 'limit':
      return { panel: 'limits', row: null }
    case 'reconciliation':
      return { panel: 'reconciliation', row: notice.customerCode }
    case 'fill':
      return { panel: 'trades', row: null }
    case 'reject':
    case 'no answer':
    case 'cancel':
    case 'amend':
    case 'expiry':
    case 'halt':
    case 'alert':
      return { panel: 'alerts', row: null }
    case 'connection':
    case 'system':
      return null
  }
}

/** Brings the row that a notice is about to the front. Switches the filters off that would hide that row: by customer, by instrument, and the typed one. */
export function jumpTo(session: WindowSession, notice: Notice): void {
  const place = placeOf(session, notice)
  if (place === null) {
    if (notice.kind === 'halt') session.overlay.setState({ open: { kind: 'halts', lift: null } })
    else tell(session.notices, session.clock, 'info', 'This notice has no row to open.')
    return
  }
  const { customer, onlyCustomer } = session.workspace.getState()
  if (onlyCustomer && notice.customerCode !== null && notice.customerCode !== customer)
    session.workspace.setState({ onlyCustomer: false })
  const panel = session.panels.getState().inUse(place.panel)
  const pinned = session.panels.getState().customers[panel]
  if (pinned !== undefined && pinned !== notice.customerCode) pinPanel(session.panels, panel, null)
  const narrowed = session.panels.getState().symbols[panel]
  if (narrowed !== undefined && narrowed !== notice.symbol) narrowPanel(session.panels, panel, null)
  if (place.row !== null) filterPanel(session.panels, panel, null)
  openPanel(session.panels, place.panel, undefined, place.row)
}
