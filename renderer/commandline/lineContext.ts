/** What a line may refer to in this window now. Reads stores; changes nothing. */

import { isLive } from '../../shared/domain/orders/order.ts'
import { liveOrders } from '../state/actions/halting.ts'
import { heldSymbols } from '../state/actions/intentSentence.ts'
import { positionOf } from '../state/accounts/knownPositions.ts'
import { selectedOrder } from '../state/stores/panelStore.ts'
import { marketOf } from '../state/marketOf.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { aliasNamed, aliasWords, storedAlias } from './aliasesInForce.ts'
import { knownWorkspaces } from '../state/workspaces/knownWorkspaces.ts'
import { openOnes } from '../state/workspaces/namedWorkspaces.ts'
import type { LineContext, PanelCommand } from './grammar/grammar.ts'

/** `panels`: the panels that a word opens. */
export const lineContext = (session: WindowSession, panels: readonly PanelCommand[]): LineContext => {
  const { customer, instruments } = session.workspace.getState()
  const panelWords = panels.map(({ word }) => word)
  const selected = selectedOrder(session.panels, session.server.orders)
  return {
    customer,
    instrument: instruments['1'] ?? null,
    customers: session.server.customers.getState().value ?? [],
    instruments: session.server.instruments.getState().value ?? [],
    marketOf: (symbol) => marketOf(session, symbol),
    rules: session.server.limits.getState().value?.rules ?? [],
    panels,
    storedAlias: (word) => storedAlias(session, word),
    aliasNamed: (word) => aliasNamed(session, panelWords, word),
    aliasWords: (kind) => aliasWords(session, panelWords, kind),
    workspaces: openOnes(knownWorkspaces(session) ?? { workspaces: [], unread: [] }),
    positionOf: (customerCode, symbol) => positionOf(session, customerCode, symbol),
    heldSymbols: (customerCode) => heldSymbols(session, customerCode),
    liveOrders: (customerCode) => liveOrders(session).filter((order) => order.customerCode === customerCode),
    selected: selected && isLive(selected) ? selected : null,
    ordersNamed: (referenceId) => {
      const { rows, openKeys } = session.server.orders.getState()
      return [...openKeys].flatMap((key) => {
        const order = rows.get(key)
        return order?.referenceId === referenceId ? [order] : []
      })
    },
  }
}
