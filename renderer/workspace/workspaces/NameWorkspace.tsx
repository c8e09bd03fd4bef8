/** Asks for the name of a workspace. Sends no order. */

import { useState } from 'react'
import type { WorkspaceNaming } from '../../state/stores/overlayStore.ts'
import { useSession } from '../../state/useSession.ts'
import { duplicateWorkspace, newWorkspace, renameWorkspace } from '../../state/workspaces/changeWorkspaces.ts'
import { isChanged, knownWorkspaces, shownWorkspace } from '../../state/workspaces/knownWorkspaces.ts'
import { freeName, nameProblem } from '../../state/workspaces/namedWorkspaces.ts'
import { Field } from '../../ui/Field.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

const TITLES: Readonly<Record<WorkspaceNaming, string>> = {
  new: 'New workspace',
  duplicate: 'Duplicate the workspace',
  rename: 'Rename the workspace',
}

export function NameWorkspace({
  act,
  like,
  onClose,
}: {
  readonly act: WorkspaceNaming
  readonly like: string | undefined
  readonly onClose: () => void
}) {
  const session = useSession()
  const list = knownWorkspaces(session) ?? { workspaces: [], unread: [] }
  const shown = shownWorkspace(session)
  const [name, setName] = useState(() =>
    act === 'rename'
      ? (shown?.name ?? '')
      : act === 'duplicate'
        ? freeName(list, shown?.name ?? 'Workspace')
        : '',
  )
  const problem = nameProblem(list, name, act === 'rename' ? (shown?.id ?? null) : null)
  const take = () => {
    if (problem !== null) return
    onClose()
    if (act === 'new') void newWorkspace(session, name, like)
    else if (act === 'duplicate') void duplicateWorkspace(session, name)
    else if (shown) void renameWorkspace(session, shown.id, name)
  }
  return (
    <Sheet title={TITLES[act]} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
      >
        <Field
          id="workspace-name"
          label="Name"
          value={name}
          problem={name === '' ? null : problem}
          onText={setName}
          // What is typed takes the place of the offered name.
          onFocus={({ target }) => target.select()}
        />
        {act === 'duplicate' && shown && isChanged(session.workspace.getState()) && (
          <p className="muted">
            Your changes since {shown.name} was saved go into the copy only. {shown.name} stays as it was
            saved.
          </p>
        )}
        <div className="row-of-buttons">
          <button type="submit" className="button primary" disabled={problem !== null}>
            {act === 'rename' ? 'Rename' : 'Make it'} <span className="key-cap">Enter</span>
          </button>
        </div>
      </form>
    </Sheet>
  )
}
