/** Asks for another window of the terminal: the desktop program opens a real one, a browser another tab. */

import { inShell } from '../../live/inShell.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

/** `reopen`: the window that was closed last, at its place; only the desktop program has one. */
export function openWindow(session: WindowSession, which: 'new' | 'reopen'): void {
  if (inShell) {
    // The shell answers the request itself (electron/shell/windowSet.ts) and denies the page every other address.
    window.open(`${location.origin}/#${which}`)
    return
  }
  if (which === 'reopen')
    return tell(session.notices, session.clock, 'info', 'A browser reopens its own tabs: press Ctrl+Shift+T.')
  // The new tab copies the session's secret from this one (renderer/live/connect.ts), so it needs its opener.
  if (window.open(location.href) === null)
    tell(
      session.notices,
      session.clock,
      'warning',
      'The browser blocked the new tab. Allow pop-ups for this address, then press Shift+F11 again.',
    )
}
