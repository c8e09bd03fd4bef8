/** What a panel's component reads of its own panel: its id, its instrument, its customer. */

import { createContext, useContext } from 'react'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { customerIn, NO_PANEL, symbolIn, type InstanceId, type PanelState } from './stores/panelInstances.ts'
import { useWorkspace } from './useSession.ts'

/** The panel around a component; null outside of the dock. */
export const PanelContext = createContext<InstanceId | null>(null)

/** The id of the panel that draws this component. Outside of the dock: the first panel of `kind`. */
export function usePanelId(kind: string): InstanceId {
  return useContext(PanelContext) ?? `${kind}:1`
}

export const usePanelState = (id: InstanceId): PanelState =>
  useWorkspace((workspace) => workspace.panels[id] ?? NO_PANEL)

/** The instrument of a panel: that of its link, else its own. */
export const usePanelSymbol = (id: InstanceId): Symbol | null =>
  useWorkspace((workspace) => symbolIn(workspace, id))

/** The customer of a panel: that of its link, else the window's. Tables and profiles may be pinned to another one. */
export const useLinkedCustomer = (id: InstanceId): CustomerCode | null =>
  useWorkspace((workspace) => customerIn(workspace, id))
