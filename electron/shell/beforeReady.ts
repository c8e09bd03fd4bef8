/** What must be said to Electron before its `ready` event, all of it synchronous. Opens no window and reads no data. */

import { app, dialog, Menu } from 'electron'
import { mkdirSync } from 'node:fs'
import { registerAppScheme } from './appProtocol.ts'
import { lockContents } from './lockdown.ts'

/** As `appId` of `electron-builder.yml`: Windows shows notifications only of a program that it knows by this name. */
const APP_ID = 'dev.openpit.terminal'

/** Says on standard error and, where there is a screen, in a box why the terminal does not start, and ends. Works before `ready`. */
export function refuseToStart(sentence: string, code: number): void {
  process.stderr.write(`openpit: ${sentence}\n`)
  // An installed program has no terminal to read standard error in.
  if (app.isPackaged) dialog.showErrorBox('Openpit cannot start', sentence)
  app.exit(code)
}

/** `chromiumDirectory`: folder of Chromium's own files. False: this process has been told to end. */
export function prepareElectron(chromiumDirectory: string): boolean {
  try {
    mkdirSync(chromiumDirectory, { recursive: true, mode: 0o700 })
    app.setPath('userData', chromiumDirectory)
  } catch {
    // Chromium then keeps its caches where it likes; the data folder says by itself what cannot be kept.
  }
  // Two programs on one data folder would share its journal and settings: the second shows the first and ends.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return false
  }
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  registerAppScheme()
  app.enableSandbox()
  lockContents(app)
  // Elsewhere no menu, so that no accelerator takes a key; macOS takes copy and paste from a menu.
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
      : null,
  )
  return true
}
