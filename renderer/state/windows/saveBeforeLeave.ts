/** Sends the window's last choices to the core once its page may go: before an unload, and when nobody sees it any more. A page that crashes sends none. */

import type { Stop } from '../../../shared/base/clock.ts'
import type { WindowSession } from '../windowSession.ts'

export function saveBeforeLeave({ saveNow }: Pick<WindowSession, 'saveNow'>, page: Window): Stop {
  const leaving = new AbortController()
  const { signal } = leaving
  // The page lives on while the browser fetches the next one, so the message has time to go. At `pagehide` it may have none.
  page.addEventListener('beforeunload', () => saveNow(), { signal })
  // A browser may drop a hidden page without any further event.
  page.document.addEventListener('visibilitychange', () => page.document.hidden && saveNow(), { signal })
  return () => leaving.abort()
}
