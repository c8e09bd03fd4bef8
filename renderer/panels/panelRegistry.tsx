/**
 * Every panel that a window may hold, one entry each. Layout, tabs, palette, F-keys, words of the command line and key card
 * are derived from this list (docs/adr/0017-panel-registry.md).
 */

import { plural } from '../../shared/base/plural.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import { late } from '../ui/late.tsx'
import { useStore } from 'zustand'
import type { PanelCommand } from '../commandline/grammar/lineReading.ts'
import type { PanelKey } from '../keyboard/windowKeys.ts'
import { kindOf, numberOf, type InstanceId } from '../state/stores/panelInstances.ts'
import { ORDERS_OVER } from '../state/stores/serverMirrors.ts'
import { useLoadable, useSession } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { Customers } from './customers/Customers.tsx'
import { LadderPanel } from './ladder/LadderPanel.tsx'
import { Orders } from './orders/Orders.tsx'
import type { Panel } from './panel.ts'
import { PANELS_ON_DEMAND } from './panelsOnDemand.tsx'
import { Positions } from './positions/Positions.tsx'
import { Ticket } from './ticket/Ticket.tsx'
import { Watchlist } from './watchlist/Watchlist.tsx'
import { counted, UNKNOWN } from '../format/numbers.ts'
import { fetched } from '../ui/Fetched.tsx'

const TradesPanel = fetched(async () => (await import('./trades/Trades.tsx')).Trades)
/** Panels of the first workspace whose code comes once the page has drawn, so that their keys focus them in their own turn. */
export const PANELS_BEHIND_START = [TradesPanel]

export const PANELS: readonly Panel[] = [
  {
    id: 'watchlist',
    title: 'Watchlist',
    description: 'prices of every instrument',
    component: Watchlist,
    dock: 'watchlist',
    shown: 'always',
    copies: 'many',
    follows: ['instrument'],
    useFacts: () => {
      const count = useLoadable(useSession().server.instruments).value?.length
      return count === undefined ? `${UNKNOWN} instruments` : plural(count, 'instrument')
    },
  },
  {
    id: 'customers',
    title: 'Customers',
    description: 'pick, add and edit customers; deposit and withdraw',
    component: Customers,
    dock: 'customers',
    shown: 'always',
    key: { keys: 'F4', cap: 'F4', does: 'customers' },
    useFacts: () => `${useLoadable(useSession().server.customers).value?.length ?? UNKNOWN} · Enter picks`,
  },
  {
    id: 'ladder',
    title: 'Ladder',
    description: 'depth of an instrument; deals from keys when armed',
    component: LadderPanel,
    dock: 'ladders',
    shown: 'always',
    copies: 'many',
    atStart: 2,
    ownHead: true,
    opens: 'beside',
    follows: ['instrument', 'customer'],
    key: { keys: 'F5', cap: 'F5', does: 'ladder' },
    command: { word: 'dom', customer: 'none' },
  },
  {
    id: 'chart',
    title: 'Chart',
    description: 'candles of an instrument, with orders and position as lines',
    component: late(async () => (await import('./chart/ChartPanel.tsx')).ChartPanel),
    dock: 'chart',
    shown: 'always',
    copies: 'many',
    ownHead: true,
    opens: 'below',
    follows: ['instrument', 'customer'],
    command: { word: 'chart', customer: 'none' },
  },
  {
    id: 'ticket',
    title: 'Ticket',
    description: 'one order, with what it changes and costs',
    component: Ticket,
    dock: 'ticket',
    shown: 'always',
    copies: 'many',
    opens: 'beside',
    follows: ['instrument', 'customer'],
    key: { keys: 'F9', cap: 'F9', does: 'ticket', target: '[data-field=amount]' },
    useFacts: (id) =>
      useStore(useSession().tickets.of(id), ({ form }) =>
        form.customerCode === '' ? 'no customer' : `pinned to ${shownCode(form.customerCode)}`,
      ),
  },
  {
    id: 'positions',
    title: 'Positions',
    description: 'flatten, reverse and halve positions',
    component: Positions,
    dock: 'tables',
    shown: 'always',
    copies: 'many',
    follows: ['customer'],
    key: { keys: 'F6', cap: 'F6', does: 'positions' },
    command: { word: 'pos', customer: 'optional', instrument: 'optional' },
    csv: 'positions',
    useCount: () =>
      useStore(useSession().server.positions, ({ known, openKeys }) => (known ? openKeys.size : undefined)),
  },
  {
    id: 'orders',
    title: 'Orders',
    description: 'cancel and change orders; the audit trail of each',
    component: Orders,
    dock: 'tables',
    shown: 'always',
    copies: 'many',
    follows: ['customer'],
    key: { keys: 'F7', cap: 'F7', does: 'orders' },
    command: { word: 'ord', customer: 'optional', instrument: 'optional' },
    csv: 'orders',
    useCount: () =>
      useStore(useSession().server.orders, ({ known, openKeys }) => (known ? openKeys.size : undefined)),
    useFacts: () =>
      useStore(useSession().server.orders, ({ letGo }) =>
        letGo === 0
          ? ''
          : `live, and the newest ${counted(ORDERS_OVER)} that are done: the journal has the rest`,
      ),
  },
  {
    id: 'trades',
    title: 'Trades',
    description: 'executions of the desk, as far back as the venue goes',
    component: TradesPanel,
    dock: 'tables',
    shown: 'always',
    copies: 'many',
    follows: ['customer'],
    key: { keys: 'F8', cap: 'F8', does: 'trades' },
    command: { word: 'fills', customer: 'optional', instrument: 'optional' },
    csv: 'trades',
    useCount: () =>
      useStore(useSession().server.trades, ({ known, keys }) => (known ? keys.length : undefined)),
  },
  {
    id: 'ledger',
    title: 'Ledger',
    description: 'every movement of cash, checked against the balances',
    component: late(async () => (await import('./ledger/Ledger.tsx')).Ledger),
    dock: 'tables',
    shown: 'always',
    copies: 'many',
    follows: ['customer'],
    command: { word: 'ledger', customer: 'optional' },
    csv: 'ledger',
  },
  ...PANELS_ON_DEMAND,
]

const panels = new Map(PANELS.map((panel) => [panel.id, panel]))

/** A kind of panel; undefined where a saved layout names one that this release does not have. */
export const panelOf = (kind: string): Panel | undefined => panels.get(kind)

/** The kind of an open panel; undefined where this release does not have the kind, or opens it once only and this is another. */
export function panelOfInstance(id: InstanceId): Panel | undefined {
  const panel = panels.get(kindOf(id))
  return panel?.copies === 'many' || numberOf(id) === 1 ? panel : undefined
}

/** The name of an open panel: `Ladder 2`, `Chart`, `Chart 2`. */
export function panelTitle(id: InstanceId): string {
  const panel = panels.get(kindOf(id))
  const number = numberOf(id)
  return `${panel?.title ?? kindOf(id)}${number > 1 || (panel?.atStart ?? 1) > 1 ? ` ${number}` : ''}`
}

/** The words of the command line that open a panel, in the order of the panels. */
export const PANEL_COMMANDS: readonly PanelCommand[] = PANELS.flatMap(({ id, title, command }) =>
  command ? [{ ...command, panel: id, title }] : [],
)

/** The keys that bring a panel to the front, F4 first. */
export const PANEL_KEYS: readonly PanelKey[] = PANELS.flatMap(({ id, key }) =>
  key
    ? [
        {
          kind: id,
          panel: (session: WindowSession) => session.panels.getState().inUse(id),
          target: null,
          ...key,
        },
      ]
    : [],
).toSorted((a, b) => (a.keys < b.keys ? -1 : 1))

/** What the palette offers: every kind, then another panel of the kinds that open several times. */
export const PALETTE: readonly PaletteRow[] = [
  ...PANELS.map(({ id, title, description }) => ({ kind: id, isAnother: false, title, description })),
  ...PANELS.flatMap(({ id, title, copies }) =>
    copies === 'many'
      ? [
          {
            kind: id,
            isAnother: true,
            title: `${title}, another`,
            description: `opens one more, beside those that are open`,
          },
        ]
      : [],
  ),
]
export interface PaletteRow {
  readonly kind: string
  readonly isAnother: boolean
  readonly title: string
  readonly description: string
}
