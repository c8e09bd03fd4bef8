/** The sheet over the workspace, at most one. Esc closes it and returns the focus. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HaltScope } from '../../../shared/domain/orders/halt.ts'
import type { NumberMeaning } from '../../../shared/domain/orders/limitDecision.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { PositionName } from '../../../shared/domain/risk/reduction.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { CustomerLink } from '../../../shared/domain/panelLinks.ts'
import type { InstanceId } from './panelInstances.ts'
import type { LinkAxis } from './panelStore.ts'

/** The halt of a scope, or the trade lock. */
export type NamedHalt = HaltScope | 'trade lock'

/** What a new name is for. */
export type WorkspaceNaming = 'new' | 'duplicate' | 'rename'

export type Overlay =
  | { readonly kind: 'keys' }
  | { readonly kind: 'pickPanel' }
  /** Updates of the program; also before the sign-in. */
  | { readonly kind: 'updates' }
  | { readonly kind: 'workspaces' }
  | { readonly kind: 'pickWorkspace'; readonly act: 'delete' | 'window' }
  /** `like`: of a new one, the id of the workspace that comes with the terminal and is its model. */
  | { readonly kind: 'nameWorkspace'; readonly act: WorkspaceNaming; readonly like?: string }
  /** The kill switch; the word of `scope` is filled in, null fills in none. */
  | { readonly kind: 'kill'; readonly scope: HaltScope | null }
  /** Halts of several customers, chosen on the risk board. */
  | { readonly kind: 'haltCustomers'; readonly codes: readonly CustomerCode[] }
  /** Flattens of several positions, chosen on the risk board. */
  | { readonly kind: 'flattenRows'; readonly rows: readonly PositionName[] }
  /** Halts in force; `lift` names the halt that comes first. */
  | { readonly kind: 'halts'; readonly lift: NamedHalt | null }
  | { readonly kind: 'signOut' }
  /** The sheet of a block order; its form is the window's own. */
  | { readonly kind: 'block' }
  /** What became of each row of a block. */
  | { readonly kind: 'blockRows'; readonly blockId: string }
  /** A new limit price for the live orders of a block. */
  | { readonly kind: 'amendBlock'; readonly blockId: string; readonly isAmount?: boolean }
  /** The customer of the window, or of a customer link. */
  | { readonly kind: 'pickCustomer'; readonly link: CustomerLink | null }
  | { readonly kind: 'pickLink'; readonly axis: LinkAxis; readonly panel: InstanceId }
  /** The bar that sizes and splits a panel; the workspace draws it. */
  | { readonly kind: 'arrangePanel'; readonly panel: InstanceId }
  | { readonly kind: 'nameWindow' }
  | { readonly kind: 'pickInstrument'; readonly panel: InstanceId }
  | { readonly kind: 'editCustomer'; readonly code: CustomerCode | null }
  | { readonly kind: 'importCustomers' }
  | { readonly kind: 'transfer'; readonly code: CustomerCode; readonly transfer: 'deposit' | 'withdrawal' }
  | { readonly kind: 'tableColumns'; readonly panel: InstanceId }
  /** The saved views of a table. */
  | {
      readonly kind: 'tableViews'
      readonly panel: InstanceId
      readonly act: 'apply' | 'name' | 'delete'
    }
  | { readonly kind: 'order'; readonly key: string }
  | { readonly kind: 'amend'; readonly key: string }
  /** `answer` receives the typed text, or null when the order is dropped; the first answer counts. */
  | {
      readonly kind: 'override'
      readonly question: OverrideQuestion
      readonly answer: (typed: string | null) => void
    }
  | { readonly kind: 'trade'; readonly trade: Trade }

/** An order with warnings of the limits: its sentence, the warnings, and the number that sends it in spite of them. */
export interface OverrideQuestion {
  /** Whole sentence of the order, with the customer. */
  readonly sentence: string
  /** At most three, worst first. */
  readonly warnings: readonly string[]
  readonly type: string
  /** `customer`: the customer code, for a trade-out while a private channel is down. */
  readonly means: NumberMeaning | 'customer'
  /** The USDC behind `type`; null where there are none. */
  readonly notional: DecimalText | null
  /** The last typed text, which did not send the order; null at first. */
  readonly before: string | null
}

export type OverlayStore = StoreApi<{ readonly open: Overlay | null }>

export const createOverlayStore = (): OverlayStore => createStore(() => ({ open: null as Overlay | null }))
