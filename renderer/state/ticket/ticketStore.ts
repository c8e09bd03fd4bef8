/** The tickets of this window: the form of each, and the intent id of its next send. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { InstanceId } from '../stores/panelInstances.ts'
import { changeTicket, emptyTicket, type TicketChange, type TicketForm } from './ticketForm.ts'

export interface TicketState {
  readonly form: TicketForm
  /** Created when the ticket opens and after each send. The core never sends twice for the same id. */
  readonly intentId: string
  readonly sending: boolean
  /** What the last key changed by itself; empty once the dealer changes something. */
  readonly said: string
  /** The form of a send with an unknown outcome. An unchanged form is sent again under the same id, so that the core never sends the order twice. */
  readonly unsettled: TicketForm | null
}

export type TicketStore = StoreApi<TicketState>

export const createTicketStore = (intentId: string): TicketStore =>
  createStore<TicketState>(() => ({ form: emptyTicket, intentId, sending: false, said: '', unsettled: null }))

export const changeTicketForm = (store: TicketStore, change: TicketChange): void =>
  store.setState((was) => ({
    form: changeTicket(was.form, change),
    said: 'said' in change ? change.said : '',
  }))

/** The form of each ticket, kept while the ticket is open. */
export interface Tickets {
  /** The store of a ticket; made when it is first asked for. */
  readonly of: (id: InstanceId) => TicketStore
  readonly ids: () => readonly InstanceId[]
  readonly forget: (id: InstanceId) => void
}

/** `onNew` gives a new ticket the customer and instrument that it follows. */
export function createTickets(
  mintIntentId: () => string,
  onNew: (id: InstanceId, ticket: TicketStore) => void,
): Tickets {
  const stores = new Map<InstanceId, TicketStore>()
  return {
    of(id) {
      const known = stores.get(id)
      if (known) return known
      const made = createTicketStore(mintIntentId())
      stores.set(id, made)
      onNew(id, made)
      return made
    },
    ids: () => [...stores.keys()],
    forget: (id) => void stores.delete(id),
  }
}
