/** A tab that is closed while orders rest asks the browser to ask: no page can do more. */

import { liveOrders } from './halting.ts'
import type { WindowSession } from './windowSession.ts'

export function warnOfResting(
  session: Pick<WindowSession, 'server'>,
  event: Pick<Event, 'preventDefault'>,
): void {
  if (liveOrders(session).length > 0) event.preventDefault()
}
