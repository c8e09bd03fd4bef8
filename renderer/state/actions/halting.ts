/** Decides which intents the halts in force forbid in this window. Starts and lifts no halt. */

import {
  covers,
  customersIn,
  haltBlocking,
  haltSentence,
  isOfOneCustomer,
  wordToHalt,
  type Haltable,
  type HaltScope,
  type HaltState,
} from '../../../shared/domain/orders/halt.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { knownCustomer } from '../accounts/customerIndex.ts'
import { selectedOrder } from '../stores/panelStore.ts'
import { symbolIn } from '../stores/panelInstances.ts'
import type { Intent } from '../stores/proposalStore.ts'
import type { ServerStores } from '../stores/serverMirrors.ts'
import { unseenOrders } from '../stores/unseenLists.ts'
import { activeLadder } from '../stores/workspaceStore.ts'
import type { WindowSession } from '../windowSession.ts'

export const groupOf =
  (stores: Pick<ServerStores, 'customers'>) =>
  (customer: CustomerCode): string =>
    knownCustomer(stores, customer)?.group ?? ''

/** The halt that forbids it; null: none does. */
export const haltOf = (
  stores: Pick<ServerStores, 'halts' | 'customers'>,
  target: Haltable,
  tradeOut = false,
): HaltState | null => haltBlocking(stores.halts.getState().value ?? [], target, groupOf(stores), tradeOut)

/** The halt that stops the first of several flattens. */
function flattenAllHalt(
  stores: Pick<ServerStores, 'halts' | 'customers'>,
  { customerCode, symbols }: Extract<Intent, { readonly kind: 'flattenAll' }>,
): ReturnType<typeof haltOf> {
  const halts = symbols.map((symbol) => haltOf(stores, { customerCode, symbol }, true))
  return halts.find((halt) => halt !== null) ?? null
}

/** Why a halt forbids an intent; null when none does. Cancels are always allowed. */
export function haltRefusal(
  stores: Pick<ServerStores, 'halts' | 'customers'>,
  intent: Intent,
): string | null {
  const halt =
    intent.kind === 'order'
      ? haltOf(stores, intent.draft)
      : intent.kind === 'amend'
        ? haltOf(stores, intent.order)
        : intent.kind === 'flatten'
          ? haltOf(stores, intent, true)
          : intent.kind === 'flattenAll'
            ? flattenAllHalt(stores, intent)
            : null
  return halt && haltSentence(halt)
}

export interface ScopeChoice {
  /** The word that halts the scope. */
  readonly word: string
  readonly scope: HaltScope
  /** Known live orders in the scope. */
  readonly count: number
  /** Whether every list of open orders in the scope is whole and every customer is known. Else there may be more orders. */
  readonly isSeen: boolean
}

export const liveOrders = (session: Pick<WindowSession, 'server'>): Order[] => {
  const { rows, openKeys } = session.server.orders.getState()
  return [...openKeys].flatMap((key) => rows.get(key) ?? [])
}

/** The scopes that can be halted from here: the desk first, then the choices of this window, from wide to narrow. Always includes `wanted`. */
export function scopeChoices(session: WindowSession, wanted: HaltScope | null): readonly ScopeChoice[] {
  const workspace = session.workspace.getState()
  const { customer } = workspace
  const ladder = activeLadder(workspace)
  const order = selectedOrder(session.panels, session.server.orders)
  const live = liveOrders(session)
  const { lists, customers } = unseenOrders(session.server)
  const unseen = lists.map(({ customerCode }) => customerCode)
  const groupOfCustomer = groupOf(session.server)
  const symbol: Symbol | null = ladder === null ? null : symbolIn(workspace, ladder)
  const group = customer === null ? '' : groupOfCustomer(customer)
  const pick = (kind: HaltScope['kind'], own: HaltScope | null): HaltScope | null =>
    wanted?.kind === kind ? wanted : own
  const scopes: readonly (HaltScope | null)[] = [
    { kind: 'desk' },
    pick('group', group === '' ? null : { kind: 'group', group }),
    pick('customer', customer === null ? null : { kind: 'customer', customerCode: customer }),
    pick('instrument', symbol === null ? null : { kind: 'instrument', symbol }),
    pick(
      'order',
      order && live.includes(order)
        ? { kind: 'order', customerCode: order.customerCode, referenceId: order.referenceId }
        : null,
    ),
  ]
  return scopes.flatMap((scope) =>
    scope === null
      ? []
      : [
          {
            word: wordToHalt(scope),
            scope,
            count: live.filter((resting) => covers({ scope }, resting, groupOfCustomer)).length,
            isSeen:
              customersIn({ scope }, unseen, groupOfCustomer).every((code) => !unseen.includes(code)) &&
              (customers === null || isOfOneCustomer(scope)),
          },
        ],
  )
}
