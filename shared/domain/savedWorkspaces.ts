/** Names of the settings that hold each window's workspace. A name of a window is letters only. */

const PREFIX = 'workspace.'
/** Releases that had one workspace for all windows saved it under this name. */
const SHARED = 'workspace'

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
