/** Names of the settings that hold each window's workspace. A name of a window is letters only. */

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

const POP_OUT = 'popout'
/** Whether a window was opened for one panel of another window. */
export const isPopOut = (windowName: string): boolean => windowName.startsWith(POP_OUT)
/** Setting of the desktop program: `yes` while the window of a popped-out panel stays above all others. */
export const inFrontSetting = (windowName: string): string => `window.front.${windowName}`

export const workspaceSetting = (windowName: string): string => `${PREFIX}${windowName}`

export const isWorkspace = (setting: string): boolean => setting === SHARED || setting.startsWith(PREFIX)

/**
 * The workspace of a new window: its own saved workspace, else a copy of the newest saved workspace; null when there is none.
 * `settings`: by name, the newest saved last.
 */
export function workspaceToRestore(
  settings: Readonly<Record<string, string>>,
  windowName: string,
): string | null {
  const newest = Object.keys(settings).findLast(isWorkspace)
  return settings[workspaceSetting(windowName)] ?? (newest === undefined ? null : (settings[newest] ?? null))
}
