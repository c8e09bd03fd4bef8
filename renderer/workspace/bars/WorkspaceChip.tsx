/** The workspace of this window in the top bar, and whether it was changed since it was saved. A click lists the workspaces. */

import { useStore } from 'zustand'
import { capOf } from '../../keys/caps.ts'
import { useSession, useWorkspace } from '../../state/useSession.ts'
import { isChanged, shownWorkspace } from '../../state/workspaces/knownWorkspaces.ts'

export function WorkspaceChip() {
  const session = useSession()
  useStore(session.server.settings)
  useWorkspace(({ space }) => space)
  const changed = useWorkspace(isChanged)
  const shown = shownWorkspace(session)
  const name = shown === null || shown.isDeleted ? 'Deleted workspace' : shown.name
  return (
    <button
      type="button"
      className="chip workspace-chip"
      title={changed ? 'Changed since it was saved. Opening another workspace here saves it.' : undefined}
      onClick={() => session.overlay.setState({ open: { kind: 'workspaces' } })}
    >
      <span className="workspace-name">{name}</span>
      {changed && <span className="muted">changed</span>}
      <span className="key-cap">{capOf('Ctrl 0')}</span>
    </button>
  )
}
