/** Removes the oldest saved workspaces from the settings, never that of an open window, and the oldest of those that the dealer deleted. */

import {
  isOfPopOut,
  isWorkspace,
  OPEN_WINDOWS,
  openWindows,
  tooManyDeleted,
  workspaceSetting,
} from '../../../../shared/domain/savedWorkspaces.ts'
import type { Settings } from '../../ports/settings.ts'

/** Saved workspaces at most: each tab of a browser saves its own. */
const MOST_WORKSPACES = 12

/** `names`: the settings of windows, oldest first. */
export function removeOldestWorkspaces(settings: Settings, names: readonly string[]): void {
  const workspaces = names.filter((name) => isWorkspace(name) && !isOfPopOut(name))
  const open = new Set(openWindows(settings.all()[OPEN_WINDOWS]).map(workspaceSetting))
  for (const oldest of workspaces.slice(0, -MOST_WORKSPACES)) if (!open.has(oldest)) settings.remove(oldest)
  for (const oldest of tooManyDeleted(settings.all())) settings.remove(oldest)
}
