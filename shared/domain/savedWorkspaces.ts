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
