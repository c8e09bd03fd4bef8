/** The ticket of this window: its form, and the intent id of the next send. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import { changeTicket, emptyTicket, type TicketChange, type TicketForm } from './ticketForm.ts'

export interface TicketState {
  readonly form: TicketForm
  /** Created when the ticket opens and after each send. The core never sends twice for the same id. */
  readonly intentId: string
  readonly sending: boolean
  /** The form of a send with an unknown outcome. An unchanged form is sent again under the same id, so that the core never sends the order twice. */
  readonly unsettled: TicketForm | null
}

export type TicketStore = StoreApi<TicketState>

export const createTicketStore = (intentId: string): TicketStore =>
  createStore<TicketState>(() => ({ form: emptyTicket, intentId, sending: false, unsettled: null }))

export const changeTicketForm = (store: TicketStore, change: TicketChange): void =>
  store.setState((was) => ({ form: changeTicket(was.form, change) }))
