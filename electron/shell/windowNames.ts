/** The names of the windows that are open, from one start to the next. A name holds the window's workspace and place. Pure. */

import { openWindows, windowTitleSetting, workspaceSetting } from '../../shared/domain/savedWorkspaces.ts'

/** The window of every first start. */
export const FIRST = 'main'
/** Open windows at most. */
export const MOST_WINDOWS = 12

/** Setting that holds the place of a window. */
export const boundsSetting = (name: string): string =>
  name === FIRST ? 'window.bounds' : `window.bounds.${name}`

/** The windows of the last run; the first window alone where none can be read. */
export function namesToRestore(text: string | undefined): readonly string[] {
  const names = openWindows(text).slice(0, MOST_WINDOWS)
  return names.length === 0 ? [FIRST] : names
}

/**
 * A name that no window has, and under which neither a workspace nor a title is stored: a new window must not find those of another. Only the newest workspaces
 * are stored, so names return and the stored places of windows stay few.
 */
export function newName(open: readonly string[], settings: Readonly<Record<string, string>>): string {
  for (let n = 0; ; n++) {
    const name = `window${lettersOf(n)}`
    const isNamed = (settings[windowTitleSetting(name)] ?? '') !== ''
    if (!open.includes(name) && settings[workspaceSetting(name)] === undefined && !isNamed) return name
  }
}

/** 0 → a, 25 → z, 26 → aa. */
const lettersOf = (n: number): string =>
  (n >= 26 ? lettersOf(Math.floor(n / 26) - 1) : '') + String.fromCodePoint(97 + (n % 26))
