/** Orders that wait for Enter, one per place. Each is pinned to its customer and never changes. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import type { ScaleRow } from '../../../shared/domain/orders/rows/scaleTag.ts'
import type { Order, OrderChanges, OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { OrderRemarks } from '../../../shared/domain/orders/orderRemarks.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { Showing } from '../presses/enterWatch.ts'
import type { InstanceId } from './panelInstances.ts'

/** The place of a proposal: the command line, else the id of a ladder or a table of positions. */
export type Place = 'command' | InstanceId

export type Intent =
  | {
      readonly kind: 'order'
      readonly draft: OrderDraft
      readonly remarks?: OrderRemarks
      /** The position that gave side and amount, signed contracts. Left out: none did. */
      readonly sizedBy?: DecimalText
      /** The core places these prices as legs for what fills of the order. */
      readonly bracket?: BracketPrices
      /** The order is sent as these limit orders, as one act. The draft then has the amount of all, and the price of the first. */
      readonly scale?: readonly ScaleRow[]
    }
  | { readonly kind: 'flatten'; readonly customerCode: CustomerCode; readonly symbol: Symbol }
  /** One flatten after the other; stops at the first that fails. */
  | { readonly kind: 'flattenAll'; readonly customerCode: CustomerCode; readonly symbols: readonly Symbol[] }
  | {
      readonly kind: 'cancelAll'
      readonly customerCode: CustomerCode
      readonly symbol: Symbol | null
      readonly side: Side | null
    }
  | { readonly kind: 'amend'; readonly order: Order; readonly changes: OrderChanges }
  | { readonly kind: 'cancel'; readonly orders: readonly Order[] }

/** What an intent was made from, as text: the held size, or the prices and amount of the order that it changes. */
export interface Basis {
  readonly kind: 'position' | 'order'
  readonly was: string
}

export interface Proposal {
  /** Sent with the intent, so that the core never sends it twice. */
  readonly intentId: string
  readonly intent: Intent
  /** Whole sentence with the customer in it. */
  readonly sentence: string
  readonly customerCode: CustomerCode
  readonly showing: Showing
  /** Null: nothing that changes by itself is behind the intent. */
  readonly basis: Basis | null
}

export type ProposalStore = StoreApi<Readonly<Partial<Record<Place, Proposal>>>>

export const createProposalStore = (): ProposalStore =>
  createStore<Readonly<Partial<Record<Place, Proposal>>>>(() => ({}))

export const setProposal = (store: ProposalStore, place: Place, proposal: Proposal | null): void =>
  store.setState((was) => {
    const next = { ...was }
    if (proposal === null) delete next[place]
    else next[place] = proposal
    return next
  }, true)

/** The statements of the command line that wait for the venue; empty for none. */
export type WaitingLine = StoreApi<{ readonly waiting: string }>
export const createWaitingLine = (): WaitingLine => createStore(() => ({ waiting: '' }))
