/** The desktop shell: one instance, locked windows, each with its port to the desk. The only door of this folder. */

import {
  app,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  Notification,
  powerMonitor,
  session,
  type BrowserWindow,
} from 'electron'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../shared/base/clock.ts'
import type { Caller, TopicSink } from '../../shared/contract/ports.ts'
import type { Desk } from '../desk.ts'
import { createPortGateway, PORT_CHANNELS } from '../gateway/portGateway.ts'
import { ORIGIN, registerAppScheme, servePage } from './appProtocol.ts'
import { forbiddenSwitch } from './argumentGuard.ts'
import { lockContents, lockSession } from './lockdown.ts'
import { createFarewell } from './farewell.ts'
import { openTerminalWindow, type BoundsStore } from './terminalWindow.ts'

export interface ShellOptions {
  /** Words of the command line, the program's own name left out. */
  readonly words: readonly string[]
  /** Folder of Chromium's own files (caches; no secret, no setting of ours). */
  readonly chromiumDirectory: string
  /** Folder of the built page; ends with a slash. */
  readonly page: URL
  readonly preload: URL
  readonly clock: Clock
  /** Called once this process is known to be the only one. */
  readonly composeDesk: () => Promise<Desk>
  readonly report: (sentence: string, error: unknown) => void
}

/** Runs the desktop program until its last window closes. */
export async function runShell(options: ShellOptions): Promise<void> {
  const { clock, report } = options
  const forbidden = app.isPackaged ? forbiddenSwitch(options.words) : null
  if (forbidden !== null) {
    process.stderr.write(`openpit: ${forbidden} is not allowed; start the terminal without it.\n`)
    return app.exit(2)
  }
  try {
    mkdirSync(options.chromiumDirectory, { recursive: true })
    app.setPath('userData', options.chromiumDirectory)
  } catch {
    process.stderr.write(
      `openpit: ${options.chromiumDirectory} cannot be written; choose another folder with --data-dir.\n`,
    )
    return app.exit(1)
  }
  // Two programs on one data folder would share its journal and settings: the second shows the first and ends.
  if (!app.requestSingleInstanceLock()) return app.exit(0)
  registerAppScheme()
  app.enableSandbox()
  lockContents(app)
  // Elsewhere no menu, so that no accelerator takes a key; macOS takes copy and paste from a menu.
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
      : null,
  )
  const windows = new Map<number, BrowserWindow>()
  app.on('second-instance', () => {
    const [first] = windows.values()
    if (first?.isMinimized()) first.restore()
    first?.focus()
  })
  await app.whenReady()
  lockSession(session.defaultSession)
  servePage(session.defaultSession.protocol, options.page)

  let desk: Desk
  try {
    desk = await options.composeDesk()
  } catch (error) {
    report('The desk could not be built.', error)
    dialog.showErrorBox(
      'Openpit cannot start',
      error instanceof Error ? error.message : 'The desk could not be built.',
    )
    return app.exit(1)
  }

  const gateway = createPortGateway({
    desk,
    clock,
    origin: ORIGIN,
    isOurs: (id) => windows.has(id),
    channel: () => new MessageChannelMain(),
    report,
  })
  for (const channel of PORT_CHANNELS)
    ipcMain.on(channel, (event) => gateway.ask(channel, event.sender.id, event.senderFrame))

  const window = openTerminalWindow({
    preload: fileURLToPath(options.preload),
    bounds: boundsOf(desk, report),
    clock,
  })
  const { id } = window.webContents
  windows.set(id, window)
  window.on('closed', () => {
    windows.delete(id)
    gateway.leave(id)
  })

  const farewell = createFarewell({
    desk,
    clock,
    ask: async ({ message, detail, buttons, safe }) =>
      (
        await dialog.showMessageBox({
          type: 'warning',
          message,
          detail,
          buttons,
          defaultId: safe,
          cancelId: safe,
        })
      ).response,
    tell: (title, body) => new Notification({ title, body }).show(),
    report,
  })
  // Closing the last window is quitting: asked while the window still stands, so that staying keeps it.
  window.on('close', (event) => {
    if (farewell.mayGo) return
    event.preventDefault()
    app.quit()
  })
  powerMonitor.on('suspend', () => farewell.sleeping())
  powerMonitor.on('resume', () => farewell.awake())
  let closed = false
  const leave = async (): Promise<void> => {
    if (!(await farewell.ask())) return
    closed = true
    try {
      await desk.close()
    } catch (error) {
      report('Not everything closed in order.', error)
    }
    app.quit()
  }
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (closed) return
    event.preventDefault()
    void leave()
  })
}

/** Window bounds in the desk's own settings, through the contract like any other caller. */
function boundsOf(desk: Desk, report: ShellOptions['report']): BoundsStore {
  const NAME = 'window.bounds'
  const caller: Caller = { windowId: 'shell', allows: (scope) => desk.allows('shell', scope) }
  return {
    load() {
      let text: string | null = null
      const take = (all: Readonly<Record<string, string>>) => {
        text = all[NAME] ?? null
      }
      const sink: TopicSink<'settings'> = { snapshot: take, delta: take, end() {} }
      desk.sources.settings(null, sink, caller).close()
      return text
    },
    save(text) {
      const keep = async () => {
        const result = await desk.handlers['setting.save']({ name: NAME, value: text }, caller)
        if (!result.ok) report('The window’s place could not be kept.', null)
      }
      keep().catch((error: unknown) => report('The window’s place could not be kept.', error))
    },
  }
}
