/** Tells the window what a drawn table shows: for CSV, for its list of columns, and for what acts on a row that must be seen. */

import { useEffect } from 'react'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import type { ShownRows } from '../../../state/stores/panelStore.ts'
import { useSession } from '../../../state/useSession.ts'

export function useShownRows(id: InstanceId, shown: ShownRows): void {
  const { panels } = useSession()
  useEffect(() => void panels.getState().shownRows.set(id, shown))
  useEffect(() => {
    const { shownRows } = panels.getState()
    return () => void shownRows.delete(id)
  }, [panels, id])
}
