/** The docking layout a window comes with: watchlist and customers, two ladders, chart, ticket; tables below. Data only. */

import type { IJsonModel, IJsonTabSetNode } from 'flexlayout-react'

export const PANELS = {
  watchlist: 'Watchlist',
  customers: 'Customers',
  ladder1: 'Ladder 1',
  ladder2: 'Ladder 2',
  chart: 'Chart',
  ticket: 'Ticket',
  positions: 'Positions',
  orders: 'Orders',
  trades: 'Trades',
  ledger: 'Ledger',
} as const
export type PanelId = keyof typeof PANELS

/** Grows when a saved layout of an earlier release would no longer fit. */
export const LAYOUT_VERSION = 1

const tabset = (weight: number, panels: readonly PanelId[], own = false): IJsonTabSetNode => ({
  type: 'tabset',
  weight,
  // Ladders and the chart draw their own head.
  enableTabStrip: !own,
  enableSingleTabStretch: panels.length === 1,
  ...(panels.length > 1 ? { classNameTabStrip: 'many-tabs' } : {}),
  children: panels.map((id) => ({ type: 'tab', id, name: PANELS[id], component: id })),
})

export const defaultLayout: IJsonModel = {
  global: {
    tabEnableClose: false,
    tabEnableRename: false,
    tabSetEnableMaximize: false,
    tabSetMinHeight: 80,
    tabSetMinWidth: 120,
  },
  layout: {
    type: 'row',
    children: [
      {
        type: 'row',
        weight: 100,
        children: [
          {
            type: 'row',
            weight: 64,
            children: [
              {
                type: 'row',
                weight: 18.6,
                children: [tabset(50, ['watchlist']), tabset(50, ['customers'])],
              },
              tabset(20.5, ['ladder1'], true),
              tabset(20.5, ['ladder2'], true),
              tabset(22.4, ['chart'], true),
              tabset(18, ['ticket']),
            ],
          },
          tabset(36, ['positions', 'orders', 'trades', 'ledger']),
        ],
      },
    ],
  },
}
