/** The named workspaces as this window knows them: those of the settings, and its own newest changes, which the settings may not have yet. Saves one at a time. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { LONGEST_SETTING, namedSetting } from '../../../shared/domain/savedWorkspaces.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { INSTRUMENT_LINKS, type PanelStates } from '../stores/panelInstances.ts'
import { contentOf, readContent, type WorkspaceContent } from '../stores/storedWorkspace.ts'
import type { Workspace } from '../stores/workspaceStore.ts'
import type { BuiltIn, WindowSession } from '../windowSession.ts'
import {
  fingerprint,
  listWorkspaces,
  namedText,
  readNamed,
  type NamedWorkspace,
  type WorkspaceList,
} from './namedWorkspaces.ts'

/** Null until the settings were read. */
export function knownWorkspaces({ server, ownNamed, builtIn }: WindowSession): WorkspaceList | null {
  const { value } = server.settings.getState()
  if (value === null) return null
  const settings = { ...value }
  for (const [setting, text] of ownNamed) {
    const stored = settings[setting]
    const [own, other] = [readNamed('own', text), stored === undefined ? null : readNamed('own', stored)]
    if (own && (stored === undefined || (other && other.revision < own.revision))) settings[setting] = text
    else ownNamed.delete(setting)
  }
  return listWorkspaces(settings, builtIn)
}

/** The workspace that this window shows; null where it is stored no longer. */
export function shownWorkspace(session: WindowSession): NamedWorkspace | null {
  const { id } = session.workspace.getState().space
  return knownWorkspaces(session)?.workspaces.find((workspace) => workspace.id === id) ?? null
}

/** Whether the window differs from its workspace as it was opened or saved last. */
export const isChanged = (workspace: Workspace): boolean =>
  workspace.space.base !== null && workspace.space.base !== fingerprint(contentOf(workspace))

/** Saves the next revision of a workspace. Fails with one sentence. */
export async function saveNamed(
  { client, ownNamed, unansweredNamed }: WindowSession,
  was: NamedWorkspace,
  change: Partial<Omit<NamedWorkspace, 'id' | 'revision'>>,
): Promise<Result<NamedWorkspace, string>> {
  const next = { ...was, ...change, revision: was.revision + 1 }
  const text = namedText(next)
  if (text.length > LONGEST_SETTING) return fail('The workspace is not saved: it is too large.')
  const setting = namedSetting(was.id)
  const reply = await client.call('setting.save', { name: setting, value: text })
  if (!reply.ok) {
    if (reply.failure.kind !== 'refused')
      unansweredNamed.set(setting, [...(unansweredNamed.get(setting) ?? []), text])
    return fail(reply.failure.message)
  }
  ownNamed.set(setting, text)
  unansweredNamed.delete(setting)
  return ok(next)
}

/** Whether this window sent what is stored under the id of a workspace, and never received the reply. */
export function isOwnUnanswered({ server, unansweredNamed }: WindowSession, id: string): boolean {
  const stored = server.settings.getState().value?.[namedSetting(id)]
  return stored !== undefined && (unansweredNamed.get(namedSetting(id))?.includes(stored) ?? false)
}

/** The content of a workspace for this window, with a sentence for each part that cannot be read; null: nothing of it can. */
export function contentFor(session: WindowSession, { id, content }: NamedWorkspace) {
  if (content !== null) return readContent(content)
  const builtIn = session.builtIn.find((come) => come.id === id)
  return builtIn ? { content: openingContent(session, builtIn), leftOut: [] } : null
}

/** A workspace that comes with the terminal, as this window opens it: with instruments in its links, and the rows of the dealer's settings. */
export function openingContent(session: WindowSession, builtIn: BuiltIn): WorkspaceContent {
  const { server, settings, workspace, windowSize } = session
  const content = builtIn.content(windowSize(), contentOf(workspace.getState()))
  const grouping = settings.getState().settings.values['ladder.ticksPerRow']
  const panels = Object.fromEntries(
    Object.entries(content.panels).map(([id, panel]) => [
      id,
      panel.kind === 'ladder' ? { ...panel, grouping } : panel,
    ]),
  )
  const known = server.instruments.getState().value ?? []
  return { ...content, panels, instruments: fillLinks(content.instruments, panels, known) }
}

/** Gives each link that a panel joined, and that has no instrument, the next instrument of the venue that no link has. */
export function fillLinks(
  instruments: WorkspaceContent['instruments'],
  panels: PanelStates,
  known: readonly Instrument[],
): WorkspaceContent['instruments'] {
  const shown = new Set(Object.values(instruments))
  const free = known.filter(({ symbol }) => !shown.has(symbol))
  const filled = { ...instruments }
  for (const link of INSTRUMENT_LINKS)
    if (
      (filled[link] ?? null) === null &&
      Object.values(panels).some((panel) => panel.instrumentLink === link)
    )
      filled[link] = free.shift()?.symbol ?? null
  return filled
}
