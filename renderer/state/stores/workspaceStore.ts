/** What the dealer chose in this window: customer, instruments, panels, sizes, layout. Arming is never saved: a restored window comes up disarmed. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EpochMs } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { withoutStrayed } from './armedTargets.ts'
import {
  firstPanels,
  instanceInUse,
  type CustomerLink,
  type InstanceId,
  type LastFocused,
} from './panelInstances.ts'
import { DEFAULT_SALES } from './salesChoices.ts'
import { FIRST_SPACE, type StoredWorkspace } from './storedWorkspace.ts'

export interface Workspace extends Omit<StoredWorkspace, 'version'> {
  /** The customer that this window deals for; null until the dealer chooses one. */
  readonly customer: CustomerCode | null
  /** The customer of each customer link; a link that is missing has none. */
  readonly linkedCustomers: Readonly<Partial<Record<CustomerLink, CustomerCode | null>>>
  /** Since when each armed ladder is armed, wall clock ms. */
  readonly armed: Readonly<Partial<Record<InstanceId, EpochMs>>>
  /** When each ladder with express sent its last order, or began, wall clock ms. Only armed ladders have express. */
  readonly express: Readonly<Partial<Record<InstanceId, EpochMs>>>
  /** Why trading keys went off last; null when the dealer did it or nothing happened. */
  readonly disarmedBecause: string | null
  readonly lastFocused: LastFocused
  /** The panel that has, or last had, the focus; null before the first. */
  readonly focusedPanel: InstanceId | null
  /** Panels behind another tab or another panel that fills the window. */
  readonly hidden: ReadonlySet<InstanceId>
  /** Counts the named workspaces that this window opened: each opening draws every panel anew. */
  readonly opened: number
  /** Whether what was kept has been read (or there was nothing): until then nothing is saved. */
  readonly restored: boolean
}

export type WorkspaceStore = StoreApi<Workspace>

/** Every change disarms the ladders that it takes to another instrument or customer: no caller can forget it. */
export function createWorkspaceStore(): WorkspaceStore {
  const store = createStore<Workspace>(() => ({
    customer: null,
    instruments: { '1': null, '2': null },
    linkedCustomers: {},
    sizes: {},
    panels: firstPanels,
    kindsSeen: [],
    onlyCustomer: false,
    sales: DEFAULT_SALES,
    layout: null,
    space: { id: FIRST_SPACE, saved: 0, base: null },
    opened: 0,
    armed: {},
    express: {},
    disarmedBecause: null,
    lastFocused: {},
    focusedPanel: null,
    hidden: new Set(),
    restored: false,
  }))
  const change = store.setState
  store.setState = (part) =>
    change((was) => {
      const next = { ...was, ...(typeof part === 'function' ? part(was) : part) }
      return withoutStrayed(was, next)
    })
  return store
}

/** The ladder that has, or last had, the focus; null: none is open. */
export const activeLadder = (workspace: Workspace): InstanceId | null => instanceInUse(workspace, 'ladder')

export interface SizePresets {
  readonly sizes: readonly DecimalText[]
  readonly index: number
}
