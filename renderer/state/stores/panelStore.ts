/** Which panel was requested, which customer an administration panel shows, and which order is selected. Draws nothing. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { TableStore } from './keyedTable.ts'
import { kindOf, type InstanceId } from './panelInstances.ts'

/** What links can give a panel. */
export type LinkAxis = 'instrument' | 'customer'

export interface PanelDescription {
  readonly title: string
  readonly follows: readonly LinkAxis[]
}

/** A column of a table, for its list of columns. */
export interface NamedColumn {
  readonly id: string
  readonly title: string
  /** Why it cannot be hidden, in one sentence; left out: it can. */
  readonly always?: string
}

/** What a table shows now. */
export interface ShownRows {
  /** Every column, as they come. */
  readonly columns: readonly NamedColumn[]
  readonly records: () => readonly object[]
  /** Whether the row with a key is among its rows, in view or not. */
  readonly shows: (key: string) => boolean
  /** What hides rows, as one word for the name of a file; null: nothing does. */
  readonly hidden: string | null
  /** Rows may be missing, because not all were read. */
  readonly isPartial: boolean
}

export interface Panels {
  /** The last request, a new object each time; null before the first. */
  readonly wanted: { readonly panel: InstanceId } | null
  /** The kind of the panel that opens once the workspace is drawn; null: none. */
  readonly first: string | null
  /** The key of a row that was requested with its panel; null once another row was chosen. */
  readonly row: { readonly panel: InstanceId; readonly key: string } | null
  /** The panel that was last closed by a key, a new object each time. */
  readonly unwanted: { readonly panel: InstanceId } | null
  /** The id of a key of the window whose act was picked from a list, a new object each time. */
  readonly asked: { readonly key: string } | null
  /** Customers that panels were pinned to by name; a panel that is not here follows the customer of its link or window. */
  readonly customers: Readonly<Partial<Record<InstanceId, CustomerCode>>>
  /** Instruments that tables were narrowed to by name; a table that is not here shows all. */
  readonly symbols: Readonly<Partial<Record<InstanceId, Symbol>>>
  /** Groups of customers that panels are about; a panel that is not here has none. */
  readonly groups: Readonly<Partial<Record<InstanceId, string>>>
  /** What the dealer typed to filter a table; a table that is not here shows all its rows. */
  readonly filters: Readonly<Partial<Record<InstanceId, string>>>
  /** The rows of each drawn table as it shows them. Written by the table alone. */
  readonly shownRows: Map<InstanceId, ShownRows>
  /** Key of the order selected in an orders table. What acts on it asks `selectedOrder`, which knows whether it is shown. */
  readonly selectedOrder: string | null
  /** Counts the requests to recentre every ladder. */
  readonly recentres: number
  /** The line that another panel wants in the field of Alerts, a new object each time; null once the panel took it. */
  readonly alertLine: { readonly line: string } | null
  /** The panel of a kind in use, else the one that opens next. */
  readonly inUse: (kind: string) => InstanceId
  /** The workspace, which knows the registry of panels, puts it here. */
  readonly describe: (id: InstanceId) => PanelDescription
}

export type PanelStore = StoreApi<Panels>

export const createPanelStore = (inUse: Panels['inUse']): PanelStore =>
  createStore<Panels>(() => ({
    wanted: null,
    first: null,
    row: null,
    unwanted: null,
    asked: null,
    customers: {},
    symbols: {},
    groups: {},
    filters: {},
    shownRows: new Map(),
    selectedOrder: null,
    recentres: 0,
    alertLine: null,
    inUse,
    describe: (id) => ({ title: id, follows: ['instrument', 'customer'] }),
  }))

/** Brings a panel of a kind to the front, and the row with a key into view there. With a customer it is about that one from now on; null names no customer, and left out it stays as it is. */
export function openPanel(
  store: PanelStore,
  kind: string,
  customer?: CustomerCode | null,
  row: string | null = null,
): void {
  const panel = store.getState().inUse(kind)
  if (customer !== undefined) pinPanel(store, panel, customer)
  store.setState({ wanted: { panel }, row: row === null ? null : { panel, key: row } })
}

/** Brings one panel to the front; opens it where the window has none of this id. */
export const showPanel = (store: PanelStore, panel: InstanceId): void => store.setState({ wanted: { panel } })

/** Closes a panel. */
export const closePanel = (store: PanelStore, panel: InstanceId): void =>
  store.setState({ unwanted: { panel } })

/** Pins a panel to a customer; null: the panel follows its link or window again. */
export function pinPanel(store: PanelStore, panel: InstanceId, customer: CustomerCode | null): void {
  store.setState((was) => {
    const customers = { ...was.customers }
    if (customer === null) delete customers[panel]
    else customers[panel] = customer
    return { customers }
  })
}

/** Narrows a table to an instrument; null: it shows all. */
export function narrowPanel(store: PanelStore, panel: InstanceId, symbol: Symbol | null): void {
  store.setState((was) => {
    const symbols = { ...was.symbols }
    if (symbol === null) delete symbols[panel]
    else symbols[panel] = symbol
    return { symbols }
  })
}

/** Makes a panel be about a group of customers. */
export const chooseGroup = (store: PanelStore, panel: InstanceId, group: string): void =>
  store.setState(({ groups }) => ({ groups: { ...groups, [panel]: group } }))

/** Filters a table by typed words; null: it shows all its rows. */
export function filterPanel(store: PanelStore, panel: InstanceId, typed: string | null): void {
  store.setState((was) => {
    const filters = { ...was.filters }
    if (typed === null) delete filters[panel]
    else filters[panel] = typed
    return { filters }
  })
}

/** For a panel's grid: the requested row, and the function to call once another row is chosen. */
export const revealIn = (store: PanelStore, panel: InstanceId, row: Panels['row']) => ({
  reveal: row?.panel === panel ? row : null,
  onRevealed: () => store.setState({ row: null }),
})

/** The order that a key or a word may mean. Null where none is selected, and where no Orders table shows it: nobody means an order that a filter hides. */
export function selectedOrder(store: PanelStore, orders: TableStore<Order>): Order | null {
  const { selectedOrder: key, shownRows } = store.getState()
  if (key === null) return null
  const isShown = [...shownRows].some(([panel, rows]) => kindOf(panel) === 'orders' && rows.shows(key))
  return isShown ? (orders.getState().rows.get(key) ?? null) : null
}
