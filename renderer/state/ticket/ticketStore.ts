/** The ticket of this window: its form, and the id that the next send will carry. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import { changeTicket, emptyTicket, type TicketChange, type TicketForm } from './ticketForm.ts'

export interface TicketState {
  readonly form: TicketForm
  /** Minted when the ticket opens and after each send: the same id never sends twice. */
  readonly intentId: string
  readonly sending: boolean
  /** The form of a send with an unknown outcome. Unchanged, it is sent again under the same id, so that it cannot deal twice. */
  readonly unsettled: TicketForm | null
}

export type TicketStore = StoreApi<TicketState>

export const createTicketStore = (intentId: string): TicketStore =>
  createStore<TicketState>(() => ({ form: emptyTicket, intentId, sending: false, unsettled: null }))

export const changeTicketForm = (store: TicketStore, change: TicketChange): void =>
  store.setState((was) => ({ form: changeTicket(was.form, change) }))
