/** What a page asks of the windows around it. In the desktop program the shell answers; in a browser the browser itself has most of these keys. */

import {
  inFrontSetting,
  isPopOut,
  openWindows,
  OPEN_WINDOWS,
} from '../../../shared/domain/savedWorkspaces.ts'
import type { ShellRequest } from '../../../shared/domain/shellRequests.ts'
import { capOf } from '../../keys/caps.ts'
import { inShell } from '../../live/inShell.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

/** The shell answers the request itself (electron/shell/windowSet.ts) and denies the page every other address. */
export const askShell = (request: ShellRequest): void => void window.open(`${location.origin}/#${request}`)

/** `reopen`: the window that was closed last, at its place; only the desktop program has one. */
export function openWindow(session: WindowSession, which: 'new' | 'reopen'): void {
  if (inShell) return askShell(which)
  const say = (level: 'info' | 'warning', sentence: string) =>
    tell(session.notices, session.clock, level, sentence)
  if (which === 'reopen') return say('info', 'A browser reopens its own tabs: press Ctrl+Shift+T.')
  // The new tab copies the session's secret from this one (renderer/live/connect.ts), so it needs its opener.
  if (window.open(location.href) === null)
    say(
      'warning',
      `The browser blocked the new tab. Allow pop-ups for this address, then press ${capOf('Shift F11')} again.`,
    )
}

/** Closes this window; the last one of the desktop program asks first. Cancels no order. */
export function closeWindow({ notices, clock }: WindowSession): void {
  if (inShell) return askShell('close')
  window.close()
  // A browser lets a page close only a tab that a page opened.
  tell(
    notices,
    clock,
    'info',
    'This tab was opened by hand, so the browser does not let the terminal close it. Close the tab yourself.',
  )
}

/** Gives another window of the desktop program the focus. */
export function goToWindow(session: WindowSession, which: 'next' | 'previous'): void {
  const say = (sentence: string) => tell(session.notices, session.clock, 'info', sentence)
  if (!inShell) return say('A browser changes its tabs itself: press Ctrl+Tab, or Ctrl+Shift+Tab to go back.')
  const open = openWindows(session.server.settings.getState().value?.[OPEN_WINDOWS])
  if (open.length < 2) return say(`This is the only window. ${capOf('Shift F11')} opens another.`)
  askShell(which)
}

/** In a browser F11 is the browser's own key and never comes here; only the list of panels does. */
export function fillScreen({ notices, clock }: WindowSession): void {
  if (inShell) return askShell('fullscreen')
  const refused = () => tell(notices, clock, 'info', 'The browser refused full screen. Press F11 again.')
  if (document.fullscreenElement) void document.exitFullscreen().catch(refused)
  else void document.documentElement.requestFullscreen().catch(refused)
}

/** Keeps the window of a popped-out panel above all others, and ends that. */
export function keepInFront({ server, windowName, notices, clock }: WindowSession): void {
  const say = (sentence: string) => tell(notices, clock, 'info', sentence)
  if (!isPopOut(windowName))
    return say(
      `Only the window of one panel stays in front. ${capOf('Ctrl Shift F8')} gives a panel its own window.`,
    )
  if (!inShell)
    return say('A browser cannot keep a window in front of others. The desktop program of Openpit can.')
  const isInFront = server.settings.getState().value?.[inFrontSetting(windowName)] === 'yes'
  askShell('front')
  say(
    isInFront
      ? 'This window does not stay in front of others any more.'
      : `This window stays in front of all others. ${capOf('Ctrl Shift F10')} ends that.`,
  )
}
