/** Provides the window's session to components. */

import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { invariant } from '../../shared/base/result.ts'
import type { WindowSession } from './windowSession.ts'
import { capital, unseenWords, type Unseen } from '../../shared/domain/orders/openOrderReading.ts'
import type { ReadName } from '../../shared/contract/status.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import { unreadSentence, unseenSentence } from '../format/unreadWords.ts'
import type { Loadable, LoadableStore } from './stores/serverMirrors.ts'
import { LookContext } from '../ui/look.ts'
import { readingOf, unseenOrders } from './stores/unseenLists.ts'
import type { Workspace } from './stores/workspaceStore.ts'

export const SessionContext = createContext<WindowSession | null>(null)

export function useSession(): WindowSession {
  const session = useContext(SessionContext)
  // Numbers, times and rows are drawn again when the dealer's settings change.
  useContext(LookContext)
  invariant(session, 'a component stands outside the session')
  return session
}

export const useWorkspace = <T>(select: (workspace: Workspace) => T): T =>
  useStore(useSession().workspace, select)

export const useLoadable = <T>(store: LoadableStore<T>): Loadable<T> => useStore(store)

/** The open orders that Openpit may not see. */
export function useUnseenOrders(): Unseen {
  const { server } = useSession()
  useStore(server.customers)
  useStore(server.openOrderReadings)
  useStore(server.reads)
  return unseenOrders(server)
}

/** Why the customer, or with null any customer, may have open orders that are not known here, in one sentence; null when the lists were read whole. */
export function useUnseenOrdersOf(customer: CustomerCode | null): string | null {
  const { server } = useSession()
  const words = unseenWords(useUnseenOrders())
  if (customer !== null) return unseenSentence(readingOf(server, customer))
  return words === null ? null : `${capital(words)}.`
}

/** Why rows of these lists of the venue may be missing, in one sentence; null when all lists were read. */
export const useUnread = (...names: readonly ReadName[]): string | null =>
  useStore(useSession().server.reads, ({ value }) => unreadSentence(value, names))
