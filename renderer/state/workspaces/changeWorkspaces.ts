/** Saves, makes, renames, deletes, restores, exports and imports named workspaces. Each says what became of it. Sends no order. */

import { capOf } from '../../keys/caps.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { idOfNamed, NEXT_WINDOW } from '../../../shared/domain/savedWorkspaces.ts'
import { openWindow } from '../windows/openWindow.ts'
import { whyWorkspaceStays } from '../windows/panelsAway.ts'
import { readPicked } from '../windows/readPicked.ts'
import { saveFile } from '../windows/saveFile.ts'
import { tell } from '../stores/noticeStore.ts'
import { contentOf } from '../stores/storedWorkspace.ts'
import type { WindowSession } from '../windowSession.ts'
import { contentFor, isChanged, knownWorkspaces, saveNamed, shownWorkspace } from './knownWorkspaces.ts'
import {
  freeDigit,
  freeName,
  nameProblem,
  openOnes,
  type NamedWorkspace,
  type UnreadText,
} from './namedWorkspaces.ts'
import { leave, openWorkspace, saveCopy, savePresent, showsNow, whileNoneOpens } from './openWorkspace.ts'
import {
  MOST_FILE_LENGTH,
  readWorkspaceFile,
  workspaceFileText,
  type FileWorkspace,
} from './workspaceFile.ts'

const say = ({ notices, clock }: WindowSession, level: 'info' | 'warning', sentence: string): void =>
  tell(notices, clock, level, sentence)

const named = (session: WindowSession, id: string): NamedWorkspace | undefined =>
  knownWorkspaces(session)?.workspaces.find((workspace) => workspace.id === id)

/** Saves what the window shows now, without leaving it. */
export async function saveWorkspace(session: WindowSession): Promise<void> {
  const shown = shownWorkspace(session)
  if (shown && !isChanged(session.workspace.getState()))
    return say(session, 'info', `${shown.name} has no change to save.`)
  const saved = await savePresent(session)
  if (saved.ok) say(session, 'info', `${saved.value.name} is saved.`)
  else say(session, 'warning', saved.failure)
}

/**
 * Another workspace with what the window shows, under a name that the dealer typed; the window shows it from then on, disarmed. The one before
 * stays as it was saved last, so that a change made for the copy is not in it.
 */
export async function duplicateWorkspace(session: WindowSession, name: string): Promise<void> {
  const copy = await whileNoneOpens(session, async () => {
    const stays = whyWorkspaceStays(session)
    if (stays !== null) return fail(stays)
    const content = contentOf(session.workspace.getState())
    const made = await saveCopy(session, name, content)
    if (!made.ok) return made
    leave(session, made.value.name)
    showsNow(session, made.value, content)
    return made
  })
  if (copy.ok) say(session, 'info', `This window shows ${copy.value.name} now.`)
  else say(session, 'warning', copy.failure)
}

/** Another workspace, as one of those that come with the terminal does, and opens it; `like`: its id, by default that of a new window. */
export async function newWorkspace(session: WindowSession, name: string, like?: string): Promise<void> {
  const model = session.builtIn.find(({ id }) => id === like) ?? session.builtIn[0]
  const content =
    model && contentFor(session, { ...model, revision: 0, saved: 0, isDeleted: false, content: null })
  if (!content) return
  const made = await whileNoneOpens(session, () => saveCopy(session, name, content.content))
  if (!made.ok) return say(session, 'warning', made.failure)
  await openWorkspace(session, made.value.id)
}

export async function renameWorkspace(session: WindowSession, id: string, name: string): Promise<void> {
  const list = knownWorkspaces(session)
  const was = named(session, id)
  if (!list || !was) return
  const problem = nameProblem(list, name, id)
  if (problem !== null) return say(session, 'warning', `${was.name} keeps its name. ${problem}`)
  const saved = await saveNamed(session, was, {
    name: freeName({ ...list, workspaces: list.workspaces.filter((other) => other.id !== id) }, name),
  })
  if (saved.ok) say(session, 'info', `${was.name} is called ${saved.value.name} now.`)
  else say(session, 'warning', saved.failure)
}

/** The workspace of this window, and one that it is just opening, cannot be deleted: open another one first. */
export async function deleteWorkspace(session: WindowSession, id: string): Promise<void> {
  const deleted = await whileNoneOpens<NamedWorkspace | null>(session, async () => {
    const was = named(session, id)
    if (!was) return ok(null)
    return session.workspace.getState().space.id === id
      ? fail(`${was.name} is open in this window, so it was not deleted. Open another workspace first.`)
      : saveNamed(session, was, { isDeleted: true })
  })
  if (!deleted.ok) return say(session, 'warning', deleted.failure)
  if (deleted.value)
    say(
      session,
      'info',
      `${deleted.value.name} is deleted. No order depends on it. ${capOf('Ctrl 0')} restores it.`,
    )
}

/** Takes a deletion back. Name and digit stay where they are free. */
export async function restoreWorkspace(session: WindowSession, id: string): Promise<void> {
  const list = knownWorkspaces(session)
  const was = named(session, id)
  if (!list || !was?.isDeleted) return
  const saved = await saveNamed(session, was, {
    isDeleted: false,
    name: freeName(list, was.name),
    digit: freeDigit(list),
  })
  if (saved.ok) say(session, 'info', `${saved.value.name} is back.`)
  else say(session, 'warning', saved.failure)
}

/** Exports a workspace to a file: this window's as it shows it, every other as saved. */
export async function exportWorkspace(session: WindowSession, id: string): Promise<void> {
  const workspace = named(session, id)
  if (!workspace) return
  const { space } = session.workspace.getState()
  const content =
    space.id === id ? contentOf(session.workspace.getState()) : contentFor(session, workspace)?.content
  if (!content)
    return say(
      session,
      'warning',
      `${workspace.name} cannot be read by this release, so no file was written.`,
    )
  await saveFile(
    session,
    `openpit-workspace-${workspace.name}`,
    'json',
    workspaceFileText(workspace.name, content),
  )
}

/** Exports what this release cannot read, as it was saved. */
export const exportUnread = (session: WindowSession, { setting, text }: UnreadText): Promise<void> =>
  saveFile(session, `openpit-${setting}`, 'json', text)

/** Reads a picked file and imports its workspace. */
export const importWorkspaceFile = async (session: WindowSession, file: File): Promise<void> =>
  importWorkspace(session, await readPicked(file, MOST_FILE_LENGTH, readWorkspaceFile))

/** Adds the workspace of a file under a free name, and opens it. */
export async function importWorkspace(
  session: WindowSession,
  read: Result<FileWorkspace, string>,
): Promise<void> {
  if (!read.ok) return say(session, 'warning', read.failure)
  const { name, content, leftOut } = read.value
  const made = await whileNoneOpens(session, () => saveCopy(session, name, content))
  if (!made.ok) return say(session, 'warning', made.failure)
  const what = `The file is the workspace ${shownCode(made.value.name)} now.`
  say(
    session,
    leftOut.length === 0 ? 'info' : 'warning',
    leftOut.length === 0
      ? `${what} Nothing was left out.`
      : `${what} ${leftOut.join(' ')} The file is unchanged.`,
  )
  await openWorkspace(session, made.value.id)
}

/** Opens a workspace in another window. */
export async function openInAnotherWindow(session: WindowSession, id: string): Promise<void> {
  const value = JSON.stringify({ id, at: session.clock.now() })
  const reply = await session.client.call('setting.save', { name: NEXT_WINDOW, value })
  if (!reply.ok) return say(session, 'warning', `No window was opened: ${reply.failure.message}`)
  openWindow(session, 'new')
}

/** Dealing here, and the watch wall on a second screen. */
export async function openOnTwoScreens(session: WindowSession): Promise<void> {
  const ids = openOnes(knownWorkspaces(session) ?? { workspaces: [], unread: [] }).map(({ id }) => id)
  const [here, there] = ['dealing', 'watchwall']
  if (!ids.includes(here) || !ids.includes(there))
    return say(
      session,
      'warning',
      `Dealing or Watch wall was deleted. ${capOf('Ctrl 0')} restores it. Nothing was changed.`,
    )
  if (session.workspace.getState().space.id === here || (await openWorkspace(session, here)))
    await openInAnotherWindow(session, there)
}

export const unreadName = ({ setting }: UnreadText): string => idOfNamed(setting) ?? setting
