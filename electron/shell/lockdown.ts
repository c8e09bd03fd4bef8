/** Denies pages every access to the machine: navigation, new windows, embedding, devices, permissions, downloads. */

import type { App, Session, WebContents } from 'electron'
import { PAGE_URL } from './appProtocol.ts'

/** Locks every web contents that will be created. */
export function lockContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => lock(contents))
}

function lock(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    // A reload navigates to the page's own address.
    if (event.url !== PAGE_URL) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || event.url !== PAGE_URL) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** The one permission of the page: it writes what its dealer copies. It never reads the clipboard. */
const WRITE_CLIPBOARD = 'clipboard-sanitized-write'

const isPage = (address: string): boolean => `${address}/`.startsWith(PAGE_URL)

/** Locks the session of the windows: no permission but the one above, no device, no download. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(permission === WRITE_CLIPBOARD && details.isMainFrame && isPage(details.requestingUrl)),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) =>
      permission === WRITE_CLIPBOARD && isMainFrame && isPage(origin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
  session.on('will-download', (event) => event.preventDefault())
  session.setSpellCheckerEnabled(false)
}
