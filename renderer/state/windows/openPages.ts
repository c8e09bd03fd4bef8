/** Which windows of the terminal are open. The desktop program keeps the list; in a browser each page holds a lock of its name while it lives. */

import { openWindows, OPEN_WINDOWS } from '../../../shared/domain/savedWorkspaces.ts'
import { inShell } from '../../live/inShell.ts'
import type { WindowSession } from '../windowSession.ts'

/** Where a browser's tab keeps its name while no page of it lives (renderer/windowName.ts). */
export const NAME_OF_TAB = 'openpit.window'
const PREFIX = 'openpit.window.'

/** Holds the lock of a name until the page is gone, however it ends. */
export function holdName(name: string): void {
  if (!inShell) void navigator.locks.request(`${PREFIX}${name}`, () => new Promise<never>(() => {}))
}

/** The names of the open windows. */
export async function openNames(session: Pick<WindowSession, 'server'>): Promise<ReadonlySet<string>> {
  if (inShell) return new Set(openWindows(session.server.settings.getState().value?.[OPEN_WINDOWS]))
  const { held = [] } = await navigator.locks.query()
  return new Set(held.map(({ name = '' }) => name.slice(PREFIX.length)))
}
