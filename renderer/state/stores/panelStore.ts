/** Which panel was requested, which customer an administration panel shows, and which order is selected. Draws nothing. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'

export interface Panels {
  /** The last request, a new object each time; null before the first. */
  readonly wanted: { readonly panel: string } | null
  /** The key of a row that was requested with its panel; null once another row was chosen. */
  readonly row: { readonly panel: string; readonly key: string } | null
  /** The panel that was last closed by a key, a new object each time. */
  readonly unwanted: { readonly panel: string } | null
  /** Customers that panels were pinned to by name; a panel that is not here follows the window's customer. */
  readonly customers: Readonly<Partial<Record<string, CustomerCode>>>
  /** Key of the order selected in the orders table: what `sel` names on the command line. */
  readonly selectedOrder: string | null
}

export type PanelStore = StoreApi<Panels>

export const createPanelStore = (): PanelStore =>
  createStore<Panels>(() => ({ wanted: null, row: null, unwanted: null, customers: {}, selectedOrder: null }))

/** Brings a panel to the front, and the row with a key into view there. With a customer it is about that one from now on; null names no customer, and left out it stays as it is. */
export function openPanel(
  store: PanelStore,
  panel: string,
  customer?: CustomerCode | null,
  row: string | null = null,
): void {
  if (customer !== undefined) pinPanel(store, panel, customer)
  store.setState({ wanted: { panel }, row: row === null ? null : { panel, key: row } })
}

/** Closes a panel that was added to the window. */
export const closePanel = (store: PanelStore, panel: string): void => store.setState({ unwanted: { panel } })

/** Pins a panel to a customer; null: the panel follows the window's customer again. */
export function pinPanel(store: PanelStore, panel: string, customer: CustomerCode | null): void {
  store.setState((was) => {
    const customers = { ...was.customers }
    if (customer === null) delete customers[panel]
    else customers[panel] = customer
    return { customers }
  })
}

/** For a panel's grid: the requested row, and the function to call once another row is chosen. */
export const revealIn = (store: PanelStore, panel: string, row: Panels['row']) => ({
  reveal: row?.panel === panel ? row : null,
  onRevealed: () => store.setState({ row: null }),
})
