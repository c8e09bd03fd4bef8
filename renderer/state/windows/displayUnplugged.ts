/** Disarms every ladder of this window once the desktop program says that a display was unplugged. Sends nothing. */

import type { Stop } from '../../../shared/base/clock.ts'
import { DISPLAY_UNPLUGGED } from '../../../shared/domain/savedWorkspaces.ts'
import { disarmUnasked } from '../actions/workspaceActions.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

/** Windows move and the focus may go to another of them: a key could reach a ladder that the dealer does not look at. */
export function disarmOnUnpluggedDisplay(session: WindowSession): Stop {
  const { server, workspace, notices, clock } = session
  /** Undefined until the settings were read: what was unplugged before is no news. */
  let known: string | undefined
  const look = (): void => {
    const { value } = server.settings.getState()
    if (value === null) return
    const now = value[DISPLAY_UNPLUGGED] ?? ''
    const isNews = known !== undefined && known !== now
    known = now
    if (!isNews) return
    const wasArmed = Object.keys(workspace.getState().armed).length > 0
    disarmUnasked(session, 'a display was unplugged')
    tell(
      notices,
      clock,
      'warning',
      `A display was unplugged, and its windows moved to another one.${wasArmed ? ' The ladders of this window are disarmed.' : ''} Nothing was sent. Orders at the venue stay as they are. Look where your windows are, then arm again.`,
    )
  }
  look()
  return server.settings.subscribe(look)
}
