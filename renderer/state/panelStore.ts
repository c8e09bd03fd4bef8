/** Which panel was asked for, whom an admin panel is about, and which order is selected. Draws nothing; the workspace opens what is wanted. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CustomerCode } from '../../shared/domain/text.ts'

export interface Panels {
  /** The last wish, a new object each time; null before the first. */
  readonly wanted: { readonly panel: string } | null
  /** Customers that panels were pinned to by name; a panel that is not here is about the window's customer. */
  readonly customers: Readonly<Partial<Record<string, CustomerCode>>>
  /** Key of the order selected in the orders table: what `sel` names on the command line. */
  readonly selectedOrder: string | null
}

export type PanelStore = StoreApi<Panels>

export const createPanelStore = (): PanelStore =>
  createStore<Panels>(() => ({ wanted: null, customers: {}, selectedOrder: null }))

/** Brings a panel to the front. With a customer it is about that one from now on; null names no customer, and left out it stays as it is. */
export function openPanel(store: PanelStore, panel: string, customer?: CustomerCode | null): void {
  if (customer !== undefined) pinPanel(store, panel, customer)
  store.setState({ wanted: { panel } })
}

/** Pins a panel to a customer; null: it is about the window's customer again. */
export function pinPanel(store: PanelStore, panel: string, customer: CustomerCode | null): void {
  store.setState((was) => {
    const customers = { ...was.customers }
    if (customer === null) delete customers[panel]
    else customers[panel] = customer
    return { customers }
  })
}
