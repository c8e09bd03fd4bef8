/**
 * Names of the settings that hold each window's workspace and the dealer's named workspaces, and the rules under which the core replaces one.
 * A name of a window, and an id of a named workspace, is letters only.
 */

import { z } from 'zod'

const PREFIX = 'workspace.'
/** Releases that had one workspace for all windows saved it under this name. */
const SHARED = 'workspace'

/** Setting of the desktop program: the names of its open windows, in the order of their opening. */
export const OPEN_WINDOWS = 'windows.open'
const NAME = /^[a-z]{1,20}$/

/** The names in that setting; none where it cannot be read. */
export function openWindows(text: string | undefined): readonly string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(names)) return []
    return [...new Set(names)].filter((name): name is string => typeof name === 'string' && NAME.test(name))
  } catch {
    return []
  }
}

/** Setting of the name that the dealer gave a window; empty: none. */
export const windowTitleSetting = (windowName: string): string => `window.title.${windowName}`
/** Characters of such a name at most. */
export const MOST_TITLE = 40

/** Start of the name of a window that holds one popped-out panel. */
export const POP_OUT = 'popout'
/** Whether a window was opened for one panel of another window. */
export const isPopOut = (windowName: string): boolean => windowName.startsWith(POP_OUT)
/** Setting of the desktop program: `yes` while the window of a popped-out panel stays above all others. */
export const inFrontSetting = (windowName: string): string => `window.front.${windowName}`

/** Setting of the desktop program: another text each time a display was unplugged. */
export const DISPLAY_UNPLUGGED = 'display.unplugged'

const DEAD = 'window.dead.'
/** Setting of the desktop program: why the page of a window died; empty once it was loaded again. */
export const deadSetting = (windowName: string): string => `${DEAD}${windowName}`
/** The name of the window of such a setting; null: another setting. */
export const deadWindowOf = (setting: string): string | null =>
  setting.startsWith(DEAD) ? setting.slice(DEAD.length) : null

export const workspaceSetting = (windowName: string): string => `${PREFIX}${windowName}`

export const isWorkspace = (setting: string): boolean => setting === SHARED || setting.startsWith(PREFIX)

/** Whether a setting holds the workspace of a popped-out panel's window. */
export const isOfPopOut = (setting: string): boolean => setting.startsWith(workspaceSetting(POP_OUT))

/**
 * The workspace of a new window: its own saved workspace, else a copy of the newest saved workspace; null when there is none.
 * `settings`: by name, the newest saved last.
 */
export function workspaceToRestore(
  settings: Readonly<Record<string, string>>,
  windowName: string,
): string | null {
  const own = settings[workspaceSetting(windowName)]
  if (own !== undefined || isPopOut(windowName)) return own ?? null
  // A copy of a popped-out panel would stand in two windows.
  const newest = Object.keys(settings).findLast((name) => isWorkspace(name) && !isOfPopOut(name))
  return newest === undefined ? null : (settings[newest] ?? null)
}

/** The workspaces that the dealer named, for every window. */
const NAMED = 'space.'
/** What a release could not read, as it was saved. */
const UNREAD = 'unread.'
/** Which workspace the next new window opens. */
export const NEXT_WINDOW = 'windows.next'

export const MOST_NAMED = 40
/** Deleted workspaces, and texts that could not be read, kept at most: the oldest go. */
export const MOST_DELETED = 12
export const LONGEST_WORKSPACE_NAME = 40
/** Characters that one setting may have. */
export const LONGEST_SETTING = 262_144

export const namedSetting = (id: string): string => `${NAMED}${id}`
/** Where a text of a window is kept that could not be read: never over another text. */
export function unreadSetting(
  settings: Readonly<Record<string, string>>,
  windowName: string,
  text: string,
): string {
  for (let end = ''; ; end += end === '' ? '.b' : 'b') {
    const setting = `${UNREAD}${windowName}${end}`
    if (settings[setting] === undefined || settings[setting] === text) return setting
  }
}
export const isUnreadText = (setting: string): boolean => setting.startsWith(UNREAD)

/** The id of a named workspace; null: the setting holds none. */
export const idOfNamed = (setting: string): string | null =>
  setting.startsWith(NAMED) ? setting.slice(NAMED.length) : null

/** What decides whether a saved workspace may be replaced. */
const guarded = z.looseObject({ revision: z.number().int().min(1), isDeleted: z.boolean() })

function readGuarded(text: string | undefined): z.infer<typeof guarded> | null {
  if (text === undefined) return null
  try {
    return guarded.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * Why a named workspace is not saved, in one sentence; null: it may be. A change replaces the revision before it alone, so that two windows never
 * overwrite each other, and a text that cannot be read is never replaced.
 */
export function whyNamedNotSaved(
  settings: Readonly<Record<string, string>>,
  setting: string,
  text: string,
): string | null {
  const next = readGuarded(text)
  if (next === null) return 'The workspace is not saved: it has no revision.'
  const stored = settings[setting]
  const was = readGuarded(stored)
  if (stored !== undefined && was === null)
    return 'The workspace is not saved: what is stored under its name cannot be read and is not overwritten.'
  if (next.revision !== (was?.revision ?? 0) + 1)
    return 'The workspace is not saved: another window changed it meanwhile.'
  const isMore = !next.isDeleted && was?.isDeleted !== false
  const named = Object.entries(settings).filter(
    ([name, value]) => idOfNamed(name) !== null && readGuarded(value)?.isDeleted === false,
  )
  return isMore && named.length >= MOST_NAMED
    ? `The workspace is not saved: there are ${MOST_NAMED} already. Delete one first.`
    : null
}

/** The settings of deleted workspaces and unreadable texts that are too many, the oldest first. `settings`: the newest saved last. */
export function tooManyDeleted(settings: Readonly<Record<string, string>>): readonly string[] {
  const deleted = Object.keys(settings).filter(
    (name) => idOfNamed(name) !== null && readGuarded(settings[name])?.isDeleted === true,
  )
  const unread = Object.keys(settings).filter(isUnreadText)
  return [...deleted.slice(0, -MOST_DELETED), ...unread.slice(0, -MOST_DELETED)]
}
