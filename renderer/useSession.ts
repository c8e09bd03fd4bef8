/** Hands the window's session to components. */

import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { invariant } from '../shared/base/result.ts'
import type { WindowSession } from './state/windowSession.ts'
import type { OpenOrderReading } from '../shared/domain/openOrderReading.ts'
import type { Loadable, LoadableStore } from './state/serverStores.ts'
import { unseenLists } from './state/unseenLists.ts'
import type { Workspace } from './state/workspaceStore.ts'

export const SessionContext = createContext<WindowSession | null>(null)

export function useSession(): WindowSession {
  const session = useContext(SessionContext)
  invariant(session, 'a component stands outside the session')
  return session
}

export const useWorkspace = <T>(select: (of: Workspace) => T): T => useStore(useSession().workspace, select)

export const useLoadable = <T>(store: LoadableStore<T>): Loadable<T> => useStore(store)

/** The lists of open orders that are not whole. */
export function useUnseenLists(): readonly OpenOrderReading[] {
  const { server } = useSession()
  useStore(server.customers)
  useStore(server.openOrderReadings)
  return unseenLists(server)
}
