/** The block that the dealer fills in, kept while its sheet is closed. Sends nothing. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { EMPTY_BLOCK, type BlockForm } from './blockFields.ts'

/** A send that is under way, or whose outcome is unknown. The same block is sent again under the same id, so that the core never makes a second block of it. */
export interface UnsettledBlock {
  readonly intentId: string
  readonly sent: string
  /** Its answer, or the number that the limits ask for, is being waited for: nothing else is sent meanwhile. */
  readonly isPending: boolean
}

export interface BlockState {
  readonly form: BlockForm
  /** Grows when equities, positions and prices that sizes come from are to be taken anew. */
  readonly taken: number
  readonly unsettled: UnsettledBlock | null
}

export type BlockStore = StoreApi<BlockState>

export const createBlockStore = (): BlockStore =>
  createStore<BlockState>(() => ({ form: EMPTY_BLOCK, taken: 0, unsettled: null }))

export const changeBlock = (store: BlockStore, change: Partial<BlockForm>): void =>
  store.setState(({ form }) => ({ form: { ...form, ...change } }))

/** A new form: an instrument and what a line named. */
export const fillBlock = (store: BlockStore, values: Partial<BlockForm>): void =>
  store.setState(({ taken }) => ({ form: { ...EMPTY_BLOCK, ...values }, taken: taken + 1 }))

/** The empty form with an instrument. */
export const clearBlock = (store: BlockStore, symbol: Symbol | ''): void => fillBlock(store, { symbol })

export const takeAnew = (store: BlockStore): void => store.setState(({ taken }) => ({ taken: taken + 1 }))
