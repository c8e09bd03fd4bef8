/** Says why a window keeps its workspace while a panel is popped out: another workspace may name the same panel, which would then stand in two windows. */

import { poppedOutOf } from '../../../shared/domain/popOuts.ts'
import { isPopOut } from '../../../shared/domain/savedWorkspaces.ts'
import { capOf } from '../../keys/caps.ts'
import type { WindowSession } from '../windowSession.ts'

/** One sentence; null: another workspace may be opened or saved here. */
export function whyWorkspaceStays({
  server,
  windowName,
  panels,
}: Pick<WindowSession, 'server' | 'windowName' | 'panels'>): string | null {
  if (isPopOut(windowName))
    return `This window has one popped-out panel and no workspace of its own. Nothing was changed. ${capOf('Ctrl Shift F8')} brings the panel back.`
  const away = poppedOutOf(server.settings.getState().value ?? {}, windowName)
  const [first] = away
  if (!first) return null
  const { title } = panels.getState().describe(first.record.panel as never)
  return `${title} is in a window of its own. Nothing was changed. Bring it back there first (${capOf('Ctrl Shift F8')}), or close that window.`
}
