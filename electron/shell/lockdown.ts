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

/** Locks the session of the windows: no permission, no device, no download. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
  session.on('will-download', (event) => event.preventDefault())
  session.setSpellCheckerEnabled(false)
}
