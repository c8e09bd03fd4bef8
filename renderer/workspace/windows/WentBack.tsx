/** What a window shows whose popped-out panel went back: nothing of the panel, because its home has it now. Closes the window where the browser lets it. */

import { useEffect } from 'react'
import { popOutOf } from '../../../shared/domain/popOuts.ts'
import { isPopOut } from '../../../shared/domain/savedWorkspaces.ts'
import { disarm } from '../../state/actions/workspaceActions.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'

/** Whether this window was opened for a panel that is in its home again. */
export function useWentBack(): boolean {
  const { server, windowName } = useSession()
  const { value } = useLoadable(server.settings)
  return isPopOut(windowName) && value !== null && popOutOf(value, windowName) === null
}

export function WentBack() {
  const { workspace } = useSession()
  useEffect(() => {
    disarm(workspace, 'the panel went back to its own window')
    window.close()
  }, [workspace])
  return (
    <main className="signin">
      <h1 className="hidden-visually">Openpit</h1>
      <p role="status">
        The panel of this window is back in the window that it came from. No order is affected. Close this
        window.
      </p>
    </main>
  )
}
