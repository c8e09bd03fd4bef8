/** Makes the browser ask before a tab closes while orders rest or may rest, or statements of a line wait. A page can only warn. */

import { liveOrders } from './halting.ts'
import { unseenLists } from '../stores/unseenLists.ts'
import type { WindowSession } from '../windowSession.ts'

export function warnOfResting(
  session: Pick<WindowSession, 'server' | 'line'>,
  event: Pick<Event, 'preventDefault'>,
): void {
  const isWaiting = session.line.getState().waiting !== ''
  if (isWaiting || liveOrders(session).length > 0 || unseenLists(session.server).length > 0)
    event.preventDefault()
}
