/**
 * Every panel that a window may hold, one entry each. Layout, tabs, palette, F-keys, words of the command line and key card
 * are derived from this list (docs/adr/0017-panel-registry.md).
 */

import { lazy } from 'react'
import { useStore } from 'zustand'
import type { PanelCommand } from '../commandline/grammar/lineReading.ts'
import type { PanelKey } from '../keyboard/windowKeys.ts'
import { kindOf, numberOf, type InstanceId } from '../state/stores/panelInstances.ts'
import { ORDERS_OVER } from '../state/stores/serverMirrors.ts'
import { useLoadable, useSession } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { Customers } from './customers/Customers.tsx'
import { LadderPanel } from './ladder/LadderPanel.tsx'
import { Ledger } from './ledger/Ledger.tsx'
import { Orders } from './orders/Orders.tsx'
import type { Panel } from './panel.ts'
import { Positions } from './positions/Positions.tsx'
import { Ticket } from './ticket/Ticket.tsx'
import { Trades } from './trades/Trades.tsx'
import { Watchlist } from './watchlist/Watchlist.tsx'
import { counted, UNKNOWN } from '../format/numbers.ts'

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
    useFacts: () => `${useLoadable(useSession().server.instruments).value?.length ?? UNKNOWN} instruments`,
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
    component: lazy(async () => ({ default: (await import('./chart/ChartPanel.tsx')).ChartPanel })),
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
        form.customerCode === '' ? 'no customer' : `pinned to ${form.customerCode}`,
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
    component: Trades,
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
    component: Ledger,
    dock: 'tables',
    shown: 'always',
    copies: 'many',
    follows: ['customer'],
    command: { word: 'ledger', customer: 'optional' },
    csv: 'ledger',
  },
  {
    id: 'quoteBoard',
    title: 'Quote board',
    description: 'your lists of instruments: bid, ask, spread, 24 h, funding; sort, add by typing',
    component: lazy(async () => ({ default: (await import('./quoteboard/QuoteBoard.tsx')).QuoteBoard })),
    dock: 'tables',
    shown: 'on demand',
    copies: 'many',
    follows: ['instrument'],
    command: { word: 'quotes', customer: 'none' },
  },
  {
    id: 'marketTrades',
    title: 'Time and sales',
    description: 'public trades as they happen: runs of one aggressor, size filter, pause',
    component: lazy(async () => ({
      default: (await import('./timeAndSales/TimeAndSales.tsx')).TimeAndSales,
    })),
    dock: 'tables',
    shown: 'on demand',
    copies: 'many',
    follows: ['instrument'],
    command: { word: 'tape', customer: 'none' },
  },
  {
    id: 'instruments',
    title: 'Instruments',
    description: 'status, margins, tick and lot of every instrument',
    component: lazy(async () => ({
      default: (await import('./administration/instruments/Instruments.tsx')).Instruments,
    })),
    dock: 'tables',
    shown: 'on demand',
    copies: 'many',
    command: { word: 'instruments', customer: 'none' },
  },
  {
    id: 'collateral',
    title: 'Collateral',
    description: 'balance, deposits and withdrawals of a customer',
    component: lazy(async () => ({
      default: (await import('./administration/collateral/Collateral.tsx')).Collateral,
    })),
    dock: 'tables',
    shown: 'on demand',
    copies: 'many',
    follows: ['customer'],
    command: { word: 'coll', customer: 'needed' },
  },
  {
    id: 'fees',
    title: 'Fees',
    description: 'maker and taker fees of a customer, in bps',
    component: lazy(async () => ({ default: (await import('./administration/fees/Fees.tsx')).Fees })),
    dock: 'tables',
    shown: 'on demand',
    copies: 'many',
    follows: ['customer'],
    command: { word: 'fee', customer: 'needed' },
  },
  {
    id: 'margin',
    title: 'Margin',
    description: 'margins and leverage of a customer',
    component: lazy(async () => ({ default: (await import('./administration/margin/Margin.tsx')).Margin })),
    dock: 'tables',
    shown: 'on demand',
    copies: 'many',
    follows: ['customer'],
    command: { word: 'lev', customer: 'needed' },
  },
  {
    id: 'limits',
    title: 'Limits',
    description: 'limits of the desk, a customer or an instrument',
    component: lazy(async () => ({ default: (await import('./administration/limits/Limits.tsx')).Limits })),
    dock: 'tables',
    shown: 'on demand',
    command: { word: 'limits', customer: 'optional' },
  },
  {
    id: 'reconciliation',
    title: 'Reconciliation',
    description: 'which customers reconcile with the venue, and which records do not agree',
    component: lazy(async () => ({
      default: (await import('./administration/reconciliation/Reconciliation.tsx')).Reconciliation,
    })),
    dock: 'tables',
    shown: 'on demand',
    command: { word: 'recon', customer: 'none' },
  },
  {
    id: 'statements',
    title: 'Statements',
    description: 'statement of a customer and period: balances, trades, fees, funding, proof; CSV and PDF',
    component: lazy(async () => ({ default: (await import('./statements/Statements.tsx')).Statements })),
    dock: 'tables',
    shown: 'on demand',
    copies: 'many',
    follows: ['customer'],
    command: { word: 'statement', customer: 'needed' },
  },
  {
    id: 'riskBoard',
    title: 'Risk board',
    description: 'every customer by instrument, nearest to trouble first; totals; a shock of the marks',
    component: lazy(async () => ({ default: (await import('./risk/RiskBoard.tsx')).RiskBoard })),
    dock: 'tables',
    shown: 'on demand',
    command: { word: 'risk', customer: 'none' },
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    description: 'register, list and remove; verify a delivery',
    component: lazy(async () => ({
      default: (await import('./administration/webhooks/Webhooks.tsx')).Webhooks,
    })),
    dock: 'tables',
    shown: 'on demand',
    command: { word: 'webhooks', customer: 'none' },
  },
  {
    id: 'notices',
    title: 'Notices',
    description: 'fills, rejects, cancels, limits, transfers, connections: acknowledge, go to the row',
    component: lazy(async () => ({ default: (await import('./notices/Notices.tsx')).Notices })),
    // Notices cover the chart until they are closed. Ladders, ticket and tables stay visible.
    dock: 'chart',
    shown: 'on demand',
    covers: true,
    follows: ['customer'],
    key: { keys: 'Shift+F1', cap: 'Shift F1', does: 'notices' },
    command: { word: 'notices', customer: 'none' },
  },
  {
    id: 'alerts',
    title: 'Alerts',
    description:
      'price, spread, funding, margin, liquidation, fills, rejects, connection: set, change, switch off',
    component: lazy(async () => ({ default: (await import('./alerts/Alerts.tsx')).Alerts })),
    dock: 'tables',
    shown: 'on demand',
    command: { word: 'alerts', customer: 'none' },
  },
  {
    id: 'tour',
    title: 'Practice tour',
    description: 'on the paper broker: place, cancel, lock, bracket and kill switch with the real keys',
    component: lazy(async () => ({ default: (await import('./tour/Tour.tsx')).Tour })),
    // Like the notices: the chart gives way, and ladders, ticket and tables stay visible.
    dock: 'chart',
    shown: 'on demand',
    covers: true,
    command: { word: 'tour', customer: 'none' },
  },
  {
    id: 'settings',
    title: 'Settings',
    description: 'numbers, times, colors, density, order sizes, arming time, keys; export and import',
    component: lazy(async () => ({ default: (await import('./settings/Settings.tsx')).Settings })),
    dock: 'tables',
    shown: 'on demand',
    key: { keys: 'Control+Comma', cap: 'Ctrl ,', does: 'settings', target: 'input[type=search]' },
    command: { word: 'settings', customer: 'none' },
  },
  {
    id: 'venue',
    title: 'Venue profile',
    description: 'every setting of the connection to a venue',
    component: lazy(async () => ({
      default: (await import('./administration/venue/VenuePanel.tsx')).VenuePanel,
    })),
    dock: 'tables',
    shown: 'on demand',
    command: { word: 'venue', customer: 'none' },
  },
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

/** The row of the key card for the words of one kind, such as `fee · lev C1042`. */
function keyCardRow(
  customer: PanelCommand['customer'],
  instrument: PanelCommand['instrument'],
  after: string,
  does: (titles: string) => string,
) {
  const commands = PANEL_COMMANDS.filter(
    (command) => command.customer === customer && command.instrument === instrument,
  )
  const titles = commands.map(({ title }) => title.toLowerCase()).join(', ')
  return [`${commands.map(({ word }) => word).join(' · ')}${after}`, does(titles)] as const
}

/** The rows of the key card about words that open panels. */
export const PANEL_COMMAND_ROWS = [
  keyCardRow('needed', undefined, ' C1042', (titles) => `${titles} of a customer`),
  keyCardRow(
    'optional',
    'optional',
    ' C1042 btc',
    (titles) => `${titles}; customer and instrument may be left out`,
  ),
  keyCardRow(
    'optional',
    undefined,
    ' · with or without C1042',
    (titles) => `${titles}, of all or of a customer`,
  ),
  keyCardRow('none', undefined, '', () => 'open these panels'),
]

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
