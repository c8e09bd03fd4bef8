/** The list of named workspaces: Enter opens one, or begins what can be done with them. Sends no order. */

import { useStore } from 'zustand'
import type { WindowSession } from '../../state/windowSession.ts'
import { useSession } from '../../state/useSession.ts'
import {
  deleteWorkspace,
  exportUnread,
  exportWorkspace,
  importWorkspaceFile,
  openInAnotherWindow,
  openOnTwoScreens,
  restoreWorkspace,
  saveWorkspace,
  unreadName,
} from '../../state/workspaces/changeWorkspaces.ts'
import { isChanged, knownWorkspaces } from '../../state/workspaces/knownWorkspaces.ts'
import { openOnes, type NamedWorkspace, type WorkspaceList } from '../../state/workspaces/namedWorkspaces.ts'
import { openWorkspace } from '../../state/workspaces/openWorkspace.ts'
import { Picker, type PickerItem } from '../../ui/Picker.tsx'

interface Choice extends PickerItem {
  readonly act: () => void
}

export function WorkspacePicker({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  useStore(session.server.settings)
  const list = knownWorkspaces(session)
  const choices = list === null ? [] : choicesOf(session, list)
  return (
    <Picker
      title="Workspaces"
      placeholder="A name, a digit, new, rename, delete, …"
      items={choices}
      enter="first"
      empty={list === null ? 'The saved workspaces were not read yet.' : 'No workspace fits.'}
      onPick={(key) => choices.find((choice) => choice.key === key)?.act()}
      onClose={onClose}
    />
  )
}

const keyWords = ({ digit }: NamedWorkspace): string => (digit === null ? '' : `Ctrl ${digit}`)

function choicesOf(session: WindowSession, list: WorkspaceList): readonly Choice[] {
  const workspace = session.workspace.getState()
  const { id: shown } = workspace.space
  const open = openOnes(list)
  const own = list.workspaces.find(({ id }) => id === shown)
  const name = own?.name ?? 'this workspace'
  const sheet = session.overlay.setState
  const choice = (key: string, label: string, detail: string, act: () => void): Choice => ({
    key,
    label,
    detail,
    act,
  })
  return [
    ...open.map((other) =>
      choice(
        `open ${other.id}`,
        other.name,
        [
          keyWords(other),
          other.id === shown ? `in this window${isChanged(workspace) ? ', with changes' : ''}` : '',
        ]
          .filter((words) => words !== '')
          .join(' · '),
        () => void openWorkspace(session, other.id),
      ),
    ),
    ...session.builtIn.map((model) =>
      choice(`new ${model.id}`, `New like ${model.name}…`, 'as it comes with the terminal', () =>
        sheet({ open: { kind: 'nameWorkspace', act: 'new', like: model.id } }),
      ),
    ),
    choice('duplicate', `Duplicate ${name}…`, 'save as: what this window shows, under another name', () =>
      sheet({ open: { kind: 'nameWorkspace', act: 'duplicate' } }),
    ),
    choice('rename', `Rename ${name}…`, '', () => sheet({ open: { kind: 'nameWorkspace', act: 'rename' } })),
    choice(
      'save',
      `Save ${name} now`,
      'also saved whenever you open another one here',
      () => void saveWorkspace(session),
    ),
    choice('window', 'Open in another window…', 'for a second screen', () =>
      sheet({ open: { kind: 'pickWorkspace', act: 'window' } }),
    ),
    choice(
      'two',
      'Dealing and watch wall',
      'two screens: Dealing here, Watch wall in another window',
      () => void openOnTwoScreens(session),
    ),
    choice('delete', 'Delete…', 'one that this window does not show; it can be restored', () =>
      sheet({ open: { kind: 'pickWorkspace', act: 'delete' } }),
    ),
    choice('export', `Export ${name}`, 'to a file', () => void exportWorkspace(session, shown)),
    choice('import', 'Import a file…', 'adds a workspace under a free name', () => chooseFile(session)),
    ...list.workspaces
      .filter(({ isDeleted }) => isDeleted)
      .map((gone) =>
        choice(
          `restore ${gone.id}`,
          `Restore ${gone.name}`,
          'deleted',
          () => void restoreWorkspace(session, gone.id),
        ),
      ),
    ...list.unread.map((unread) =>
      choice(
        `unread ${unread.setting}`,
        `Export unreadable ${unreadName(unread)}`,
        'as it was saved, to a file',
        () => void exportUnread(session, unread),
      ),
    ),
  ]
}

function chooseFile(session: WindowSession): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,application/json'
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file) void importWorkspaceFile(session, file)
  })
  input.click()
}

/** Picks the workspace to delete, or to open in another window. */
export function OtherWorkspacePicker({
  act,
  onClose,
}: {
  readonly act: 'delete' | 'window'
  readonly onClose: () => void
}) {
  const session = useSession()
  const { id: shown } = session.workspace.getState().space
  const open = openOnes(knownWorkspaces(session) ?? { workspaces: [], unread: [] })
  const items = open.filter(({ id }) => act === 'window' || id !== shown)
  return (
    <Picker
      title={act === 'delete' ? 'Delete a workspace' : 'Open in another window'}
      placeholder="Name"
      items={items.map((other) => ({ key: other.id, label: other.name, detail: keyWords(other) }))}
      enter={act === 'delete' ? 'sole' : 'first'}
      empty="No workspace fits."
      onPick={(id) =>
        void (act === 'delete' ? deleteWorkspace(session, id) : openInAnotherWindow(session, id))
      }
      onClose={onClose}
    />
  )
}
