/**
 * Opens a named workspace in this window. First saves what the dealer changed in the one before. Disarms every ladder and drops what waits for
 * Enter; keeps the customer; changes no link of another window. Sends no order.
 */

import { capOf } from '../../keys/caps.ts'
import { fail, type Result } from '../../../shared/base/result.ts'
import { tell } from '../stores/noticeStore.ts'
import type { InstanceId, PanelStates } from '../stores/panelInstances.ts'
import { setProposal, type Place } from '../stores/proposalStore.ts'
import { contentOf, type WorkspaceContent } from '../stores/storedWorkspace.ts'
import { isBegun } from '../ticket/ticketForm.ts'
import type { WindowSession, WorkspaceDigit } from '../windowSession.ts'
import { whyWorkspaceStays } from '../windows/panelsAway.ts'
import { disarm } from '../actions/workspaceActions.ts'
import {
  contentFor,
  isChanged,
  isOwnUnanswered,
  knownWorkspaces,
  saveNamed,
  shownWorkspace,
} from './knownWorkspaces.ts'
import { fingerprint, freeDigit, freeName, openOnes, type NamedWorkspace } from './namedWorkspaces.ts'

const NOT_READ =
  'The saved workspaces were not read yet. Nothing was changed. Wait a moment, then press again.'

/** The key of a digit. */
export function openDigit(session: WindowSession, digit: WorkspaceDigit): void {
  const list = knownWorkspaces(session)
  if (list === null) return say(session, 'info', NOT_READ)
  const workspace = openOnes(list).find((other) => other.digit === digit)
  if (workspace) return void openWorkspace(session, workspace.id)
  say(
    session,
    'info',
    `No workspace has the key ${capOf(`Ctrl ${digit}`)}. ${capOf('Ctrl 0')} lists the workspaces.`,
  )
}

/** False: it was not opened, and a notice says why. */
export async function openWorkspace(session: WindowSession, id: string): Promise<boolean> {
  const refuse = (sentence: string): boolean => {
    say(session, 'warning', sentence)
    return false
  }
  if (session.savingPresent.now) return refuse(`${BUSY} Nothing was opened. Press again.`)
  const list = knownWorkspaces(session)
  if (list === null) return refuse(NOT_READ)
  const target = openOnes(list).find((other) => other.id === id)
  if (!target)
    return refuse(`That workspace was deleted. Nothing was changed. ${capOf('Ctrl 0')} lists the workspaces.`)
  const { space } = session.workspace.getState()
  if (space.id === id && space.saved === target.saved) {
    say(session, 'info', `${target.name} is open already.`)
    return true
  }
  const stays = whyWorkspaceStays(session)
  if (stays !== null) return refuse(stays)
  const content = contentFor(session, target)
  if (!content)
    return refuse(`${target.name} cannot be read by this release, so it was not opened. Nothing was changed.`)
  leave(session, target.name)
  // Without a change nothing is saved, and the workspace opens within this turn.
  if (isChanged(session.workspace.getState())) {
    const failure = await saveAll(session)
    if (failure !== null)
      return refuse(`${target.name} was not opened, so that no change is lost. ${failure}`)
    // A key that the dealer pressed meanwhile was meant for the workspace before.
    leave(session, target.name)
    for (const panel of Object.keys(content.content.panels) as InstanceId[])
      session.unasked.happened(panel, `the workspace ${target.name} opened`)
  }
  show(session, target, content.content)
  if (content.leftOut.length > 0)
    say(session, 'warning', `${target.name} is not whole: ${content.leftOut.join(' ')} The rest is open.`)
  return true
}

const BUSY = 'A workspace is just being saved.'
/** Changes during one save that are followed at most: a layout that never rests is a defect. */
const MOST_SAVES = 5

/** Saves until nothing has changed meanwhile. Null: all of it is saved. */
async function saveAll(session: WindowSession): Promise<string | null> {
  for (let saves = 0; isChanged(session.workspace.getState()); saves++) {
    if (saves === MOST_SAVES) return 'It changed again and again while it was saved. Press again.'
    const saved = await savePresent(session)
    if (!saved.ok) return saved.failure
  }
  return null
}

/** No key sends from the workspace that goes. */
export function leave({ workspace, proposals }: WindowSession, name: string): void {
  disarm(workspace, `the workspace ${name} opens`)
  for (const place of Object.keys(proposals.getState()) as Place[]) setProposal(proposals, place, null)
}

/** Saves what the window shows under its workspace; under a name of its own where another window saved or deleted that one meanwhile. */
export async function savePresent(session: WindowSession): Promise<Result<NamedWorkspace, string>> {
  return whileNoneOpens(session, () => saveOrCopy(session))
}

/** Until `save` is done, no other workspace opens in this window and no other save begins. */
export async function whileNoneOpens<T>(
  { savingPresent }: WindowSession,
  save: () => Promise<Result<T, string>>,
): Promise<Result<T, string>> {
  if (savingPresent.now) return fail(`${BUSY} Press again.`)
  savingPresent.now = true
  try {
    return await save()
  } finally {
    savingPresent.now = false
  }
}

/** The workspace of the window as stored, where no other window saved or deleted it meanwhile. */
function stillOurs(session: WindowSession): NamedWorkspace | null {
  const stored = shownWorkspace(session)
  if (stored === null || stored.isDeleted) return null
  const isOurs =
    stored.saved === session.workspace.getState().space.saved || isOwnUnanswered(session, stored.id)
  return isOurs ? stored : null
}

/** The window goes and awaits no reply. What cannot be saved here stays in the window's own setting. */
export function saveBeforeClose(session: WindowSession): void {
  const workspace = session.workspace.getState()
  const { now: isSaving } = session.savingPresent
  if (isSaving || !workspace.restored || !isChanged(workspace) || whyWorkspaceStays(session) !== null) return
  const was = stillOurs(session)
  if (was) void saveNamed(session, was, { content: contentOf(workspace), saved: was.saved + 1 })
}

/** `savePresent` for a caller that lets none open meanwhile. */
export async function saveOrCopy(session: WindowSession): Promise<Result<NamedWorkspace, string>> {
  const stays = whyWorkspaceStays(session)
  if (stays !== null) return fail(stays)
  const content = contentOf(session.workspace.getState())
  // A second time: another window may have renamed it meanwhile.
  for (let attempt = 1; attempt <= 2; attempt++) {
    const was = stillOurs(session)
    if (was === null) break
    const saved = await saveNamed(session, was, { content, saved: was.saved + 1 })
    if (saved.ok) showsNow(session, saved.value, content)
    // The disk or the core refused it: a copy would be refused too.
    if (saved.ok || (attempt === 2 && stillOurs(session) !== null)) return saved
  }
  const now = shownWorkspace(session)
  const copy = await saveCopy(session, now?.name ?? 'Workspace', content)
  if (!copy.ok) return copy
  showsNow(session, copy.value, content)
  const why =
    now === null || now.isDeleted
      ? 'Another window deleted this workspace meanwhile.'
      : `Another window saved ${now.name} meanwhile.`
  say(
    session,
    'warning',
    `${why} What this window shows is saved as ${copy.value.name}. No order depends on it.`,
  )
  return copy
}

/** A new workspace with a content. Its name and digit are free. */
export async function saveCopy(
  session: WindowSession,
  name: string,
  content: unknown,
): Promise<Result<NamedWorkspace, string>> {
  const list = knownWorkspaces(session)
  if (list === null) return fail(NOT_READ)
  const made: NamedWorkspace = {
    id: newId(session, list.workspaces),
    name: freeName(list, name),
    digit: freeDigit(list),
    revision: 0,
    saved: 1,
    isDeleted: false,
    content,
  }
  return saveNamed(session, made, {})
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
function newId({ random }: WindowSession, taken: readonly NamedWorkspace[]): string {
  for (;;) {
    const id = Array.from({ length: 12 }, () => LETTERS[random.integer(LETTERS.length)]).join('')
    if (!taken.some((other) => other.id === id)) return id
  }
}

/** The window shows this content of the workspace, which was just saved. */
export const showsNow = (
  { workspace }: WindowSession,
  { id, saved }: NamedWorkspace,
  content: WorkspaceContent,
) => workspace.setState({ space: { id, saved, base: fingerprint(content) } })

function show(session: WindowSession, { id, saved, name }: NamedWorkspace, content: WorkspaceContent): void {
  const { workspace, tickets, panels } = session
  const was = workspace.getState()
  const cleared = tickets
    .ids()
    .filter((ticket) => !content.panels[ticket] && isBegun(tickets.of(ticket).getState().form))
  // Links are the same in every window: a workspace gives an instrument only to those that have none.
  const linked = Object.entries(was.instruments).filter(([, symbol]) => symbol !== null)
  panels.setState({ customers: {}, symbols: {}, selectedOrder: null, row: null })
  workspace.setState({
    ...content,
    instruments: { ...content.instruments, ...Object.fromEntries(linked) },
    armed: {},
    lastFocused: {},
    focusedPanel: null,
    hidden: new Set(),
    space: { id, saved, base: null },
    opened: was.opened + 1,
  })
  if (cleared.length > 0)
    say(
      session,
      'warning',
      `${name} has no place for ${cleared.length === 1 ? 'the begun ticket' : `${cleared.length} begun tickets`}: cleared, and nothing was sent.`,
    )
  const gone = notListed(session, content.panels)
  if (gone.length > 0)
    say(
      session,
      'warning',
      `${name} names instruments that the venue does not list: ${gone.join(', ')}. Their panels stay and show nothing. Choose another instrument there (${capOf('F3')}).`,
    )
}

/** Instruments of panels that the venue does not list; none while the list is not known. */
function notListed({ server }: WindowSession, panels: PanelStates): readonly string[] {
  const listed = server.instruments.getState().value
  if (listed === null || listed.length === 0) return []
  const named = Object.values(panels).flatMap(({ symbol }) => (symbol === null ? [] : [symbol]))
  return [...new Set(named)].filter((symbol) => !listed.some((instrument) => instrument.symbol === symbol))
}

const say = ({ notices, clock }: WindowSession, level: 'info' | 'warning', sentence: string): void =>
  tell(notices, clock, level, sentence)

/** Once a workspace is drawn: what the window holds now is what it was opened with. */
export function settleWorkspace({ workspace }: WindowSession): void {
  const now = workspace.getState()
  if (now.space.base === null)
    workspace.setState({ space: { ...now.space, base: fingerprint(contentOf(now)) } })
}
