/** A tab that is closed while orders rest, or may rest, has the browser ask first: no page can do more. */

import { liveOrders } from './halting.ts'
import { unseenLists } from '../stores/unseenLists.ts'
import type { WindowSession } from '../windowSession.ts'

export function warnOfResting(
  session: Pick<WindowSession, 'server'>,
  event: Pick<Event, 'preventDefault'>,
): void {
  if (liveOrders(session).length > 0 || unseenLists(session.server).length > 0) event.preventDefault()
}
