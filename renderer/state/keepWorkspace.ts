/** Restores the window's choices from the core's settings once, then saves them under the window's name as they change, or at once where the caller asks. Never restores arming. */

import { z } from 'zod'
import { capOf } from '../keys/caps.ts'
import type { Stop } from '../../shared/base/clock.ts'
import {
  NEXT_WINDOW,
  unreadSetting,
  workspaceSetting,
  workspaceToRestore,
} from '../../shared/domain/savedWorkspaces.ts'
import { tell } from './stores/noticeStore.ts'
import type { WindowSession } from './windowSession.ts'
import { readWindow, storedPart, type StoredWorkspace } from './stores/storedWorkspace.ts'
import { contentFor, fillLinks, knownWorkspaces, openingContent } from './workspaces/knownWorkspaces.ts'
import { fingerprint, openOnes } from './workspaces/namedWorkspaces.ts'
import { saveBeforeClose } from './workspaces/openWorkspace.ts'

/** Ms from the first change of a burst to its save. Short, because a reloaded page may not be able to send its last changes. */
export const SAVE_AFTER_MS = 50

/** Ms within which a new window opens the workspace that another window asked for. */
const NEXT_WINDOW_WITHIN_MS = 30_000
const nextWindow = z.object({ id: z.string(), at: z.number() })

const WORKSPACE_LOST =
  'The saved workspace of this window could not be read. Instruments, order sizes and panels are those of a new window. Check the instrument and size of each ladder before you deal.'
const partlyLost = (leftOut: readonly string[]): string =>
  `Only a part of the saved workspace of this window could be read, and that part is open. ${leftOut.join(' ')} Check the instrument and size of each ladder before you deal.`
const textKept = (): string =>
  `The text that could not be read is kept: press ${capOf('Ctrl 0')} and export it to a file. A release that can read the file imports it there.`
const TEXT_NOT_KEPT =
  'The text stays where it is, because it could not be kept elsewhere. So this window saves no change in this run:'

export interface KeptWorkspace {
  /** Sends the changes that wait for their save. Whether they arrive before the page dies is not known. */
  readonly saveNow: () => void
  readonly stop: Stop
}

export function keepWorkspace(session: WindowSession): KeptWorkspace {
  const { client, server: stores, workspace, windowName, clock, notices, unasked } = session
  let saved = ''
  let cancelSave: Stop | null = null
  /** Set while the text that could not be read is only under the name of this window. */
  let mustNotSave = false
  let hasNewLinks = false

  const warn = (sentence: string) => tell(notices, clock, 'warning', sentence)
  /** Keeps the text under another name before this window saves its own. `lost`: what this window does without. */
  const keepUnread = async (text: string, lost: string) => {
    mustNotSave = true
    const name = unreadSetting(stores.settings.getState().value ?? {}, windowName, text)
    const reply = await client.call('setting.save', { name, value: text })
    if (!reply.ok) return warn(`${lost} ${TEXT_NOT_KEPT} ${reply.failure.message}`)
    mustNotSave = false
    warn(`${lost} ${textKept()}`)
    saveSoon()
  }
  const restore = () => {
    const saves = stores.settings.getState().value
    if (saves === null || workspace.getState().restored) return
    const own = saves[workspaceSetting(windowName)]
    const asked = own === undefined ? askedWorkspace(session, saves[NEXT_WINDOW]) : null
    const text = asked ? null : workspaceToRestore(saves, windowName)
    const read = text === null ? null : readWindow(text)
    const isWhole = read?.leftOut.length === 0
    const stored = read && (isWhole ? inStep(session, read.stored) : read.stored)
    if (isWhole) saved = JSON.stringify(read.stored)
    const first = stored ?? asked ?? (text === null ? firstWorkspace(session) : null)
    hasNewLinks = stored === null
    const { version: _, ...choices } = first ?? { version: 2 }
    workspace.setState({ ...choices, restored: true })
    if (text !== null && !isWhole) {
      const lost = read ? partlyLost(read.leftOut) : WORKSPACE_LOST
      // The text of another window stays where it is.
      if (own === undefined) warn(lost)
      else void keepUnread(own, lost)
    }
    if (asked) void client.call('setting.save', { name: NEXT_WINDOW, value: '' })
  }
  const chooseFirstInstruments = () => {
    const { restored } = workspace.getState()
    const known = stores.instruments.getState().value
    if (!restored || !known || known.length === 0) return
    if (hasNewLinks) {
      hasNewLinks = false
      workspace.setState(({ instruments: set, panels }) => ({ instruments: fillLinks(set, panels, known) }))
    }
    const { instruments } = workspace.getState()
    const present = (symbol: string | null = null) => known.some((instrument) => instrument.symbol === symbol)
    if (present(instruments['1']) && present(instruments['2'])) return
    const [first, second = first] = known
    const next = {
      ...instruments,
      ...(present(instruments['1']) ? {} : { '1': first?.symbol ?? null }),
      ...(present(instruments['2']) ? {} : { '2': second?.symbol ?? null }),
    }
    for (const [id, { instrumentLink: link }] of Object.entries(workspace.getState().panels)) {
      const was = link === null ? null : (instruments[link] ?? null)
      if (link !== null && was !== null && next[link] !== was)
        unasked.happened(id, `the venue stopped listing ${was}, the instrument of link ${link}`)
    }
    workspace.setState({ instruments: next })
  }
  const save = () => {
    cancelSave = null
    if (mustNotSave) return
    const text = JSON.stringify(storedPart(workspace.getState()))
    if (text === saved) return
    saved = text
    // The core reports a failed save as a notice, so nothing is done here.
    void client.call('setting.save', { name: workspaceSetting(windowName), value: text })
  }

  const saveNow = () => {
    if (cancelSave === null) return
    cancelSave()
    save()
  }
  const saveSoon = () => {
    const now = workspace.getState()
    if (now.restored && JSON.stringify(storedPart(now)) !== saved)
      cancelSave ??= clock.after(SAVE_AFTER_MS, save)
  }

  const stops = [
    stores.settings.subscribe(() => {
      restore()
      chooseFirstInstruments()
    }),
    stores.instruments.subscribe(chooseFirstInstruments),
    workspace.subscribe(saveSoon),
  ]
  restore()
  chooseFirstInstruments()
  return {
    saveNow,
    stop() {
      for (const stop of stops) stop()
      if (!mustNotSave) saveBeforeClose(session)
      saveNow()
    },
  }
}

/** A window that saved its workspace as it closed shows what is stored there: it is no change, and no other window's save. */
function inStep(session: WindowSession, stored: StoredWorkspace): StoredWorkspace {
  const named = openOnes(knownWorkspaces(session) ?? { workspaces: [], unread: [] }).find(
    ({ id }) => id === stored.space.id,
  )
  if (!named || named.content === null) return stored
  const base = fingerprint(stored)
  const kept = contentFor(session, named)
  return kept && fingerprint(kept.content) === base
    ? { ...stored, space: { id: named.id, saved: named.saved, base } }
    : stored
}

/** The workspace of a window that nothing was saved for. */
function firstWorkspace(session: WindowSession): Partial<StoredWorkspace> {
  const [first] = session.builtIn
  return first ? { ...openingContent(session, first), space: { id: first.id, saved: 0, base: null } } : {}
}

/** The workspace that another window opened this one for, as saved; null: none was asked for, or too long ago. */
function askedWorkspace(session: WindowSession, text: string | undefined): StoredWorkspace | null {
  let asked: z.infer<typeof nextWindow> | undefined
  try {
    asked = nextWindow.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return null
  }
  if (!asked || Math.abs(session.clock.now() - asked.at) > NEXT_WINDOW_WITHIN_MS) return null
  const named = openOnes(knownWorkspaces(session) ?? { workspaces: [], unread: [] }).find(
    ({ id }) => id === asked.id,
  )
  const read = named && contentFor(session, named)
  return read ? { ...read.content, space: { id: asked.id, saved: named.saved, base: null } } : null
}
