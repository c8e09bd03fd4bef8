/** How a panel without a tab strip is dragged: the workspace, which knows the docking, provides it. */

import { createContext } from 'react'
import type { InstanceId } from '../state/stores/panelInstances.ts'

/** Call it from the handler of a drag's start; null: the panel stands in no dock. */
export const DragPanelContext = createContext<((id: InstanceId, event: DragEvent) => void) | null>(null)
