/** Electron settings that must precede its `ready` event, all synchronous. Opens no window and reads no data. */

import { app, dialog, Menu } from 'electron'
import { mkdirSync } from 'node:fs'
import { registerAppScheme } from './appProtocol.ts'
import { lockContents } from './lockdown.ts'

/** The `appId` of `electron-builder.yml`: Windows shows notifications only of programs with a registered id. */
const APP_ID = 'dev.openpit.terminal'

/** Prints why the terminal does not start, shows it in a box where there is a screen, and exits. Works before `ready`. */
export function refuseToStart(sentence: string, code: number): void {
  process.stderr.write(`openpit: ${sentence}\n`)
  // An installed program has no visible standard error.
  if (app.isPackaged) dialog.showErrorBox('Openpit cannot start', sentence)
  app.exit(code)
}

/** `chromiumDirectory`: folder of Chromium's own files. Returns false when this process is ending. */
export function prepareElectron(chromiumDirectory: string): boolean {
  try {
    mkdirSync(chromiumDirectory, { recursive: true, mode: 0o700 })
    app.setPath('userData', chromiumDirectory)
  } catch {
    // Chromium then chooses its own cache folder; the data folder reports its failure itself.
  }
  // Two programs on one data folder would share its journal and settings. The second shows the window of the first and ends.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return false
  }
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  registerAppScheme()
  app.enableSandbox()
  lockContents(app)
  // macOS takes copy and paste from a menu. Elsewhere there is no menu, so that no accelerator takes a key.
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
      : null,
  )
  return true
}
