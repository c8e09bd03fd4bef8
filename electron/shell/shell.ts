/** The desktop shell: one instance, locked windows, each with its port to the core. */

import {
  app,
  dialog,
  ipcMain,
  MessageChannelMain,
  Notification,
  powerMonitor,
  session,
  type BrowserWindow,
} from 'electron'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../shared/base/clock.ts'
import type { Caller, TopicSink } from '../../shared/contract/ports.ts'
import type { Desk, SaveFile, StartChild } from '../deskTypes.ts'
import { createPortGateway, PORT_CHANNELS } from '../gateway/portGateway.ts'
import { ORIGIN, servePage } from './appProtocol.ts'
import { prepareElectron, refuseToStart } from './beforeReady.ts'
import { forbiddenVariable } from './environmentGuard.ts'
import { createQuitGuard, type QuitGuard } from './quitGuard.ts'
import { lockSession } from './lockdown.ts'
import { saveWithDialog } from './saveDialog.ts'
import { openTerminalWindow, type BoundsStore } from './terminalWindow.ts'
import { SERVICE, startUtilityChild } from './utilityChild.ts'
import { watchHelpers, watchWindow, type FailureOptions } from './windowFailures.ts'

export { refuseToStart } from './beforeReady.ts'

/** Services of Electron for the core, available once Electron is ready. */
export interface ShellTools {
  readonly startChild: StartChild
  readonly saveFile: SaveFile
}

export interface ShellOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folder of Chromium's own files: caches, no secret and no setting. */
  readonly chromiumDirectory: string
  /** Folder of the built page; ends with a slash. */
  readonly page: URL
  readonly preload: URL
  readonly clock: Clock
  /** Called once Electron is ready and this is the only instance. Rejects with one sentence. */
  readonly composeDesk: (tools: ShellTools) => Promise<Desk>
  readonly report: (sentence: string, error: unknown) => void
}

/**
 * Runs the desktop program until its last window closes. Steps before Electron's `ready` run before this function returns.
 * Resolves once the window exists, and never rejects. Never await the promise while the entry module is evaluated:
 * Electron emits `ready` only afterwards (electronjs.org/docs/latest/tutorial/esm, electron/electron#40719).
 */
export function runShell(options: ShellOptions): Promise<void> {
  const forbidden = app.isPackaged ? forbiddenVariable(options.environment) : null
  if (forbidden !== null) {
    refuseToStart(`The environment variable ${forbidden} is not allowed. Start the terminal without it.`, 2)
    return Promise.resolve()
  }
  if (!prepareElectron(options.chromiumDirectory)) return Promise.resolve()
  const windows = new Map<number, BrowserWindow>()
  app.on('second-instance', () => {
    const [first] = windows.values()
    if (first?.isMinimized()) first.restore()
    first?.focus()
  })
  return app.whenReady().then(() => startDesk(options, windows))
}

async function startDesk(options: ShellOptions, windows: Map<number, BrowserWindow>): Promise<void> {
  const { report } = options
  let desk: Desk
  try {
    lockSession(session.defaultSession)
    servePage(session.defaultSession.protocol, options.page)
    desk = await options.composeDesk({
      startChild: startUtilityChild,
      saveFile: saveWithDialog(() => windows.values().next().value ?? null),
    })
  } catch (error) {
    report('The trading core could not start.', error)
    dialog.showErrorBox(
      'Openpit cannot start',
      error instanceof Error ? error.message : 'The trading core could not start.',
    )
    return app.exit((error as { exitCode?: number }).exitCode ?? 1)
  }
  openWindow(options, desk, windows)
}

function openWindow(options: ShellOptions, desk: Desk, windows: Map<number, BrowserWindow>): void {
  const { clock, report } = options
  const gateway = createPortGateway({
    desk,
    clock,
    origin: ORIGIN,
    isOurs: (id) => windows.has(id),
    channel: () => new MessageChannelMain(),
    report,
  })
  for (const channel of PORT_CHANNELS)
    ipcMain.on(channel, (event) => gateway.openPort(channel, event.sender.id, event.senderFrame))

  const window = openTerminalWindow({
    preload: fileURLToPath(options.preload),
    bounds: boundsOf(desk, report),
    clock,
  })
  const { id } = window.webContents
  windows.set(id, window)
  window.on('closed', () => {
    windows.delete(id)
    gateway.closePorts(id)
  })
  const failures: FailureOptions = {
    async ask(parent, question) {
      const box = { type: 'warning' as const, defaultId: 0, cancelId: 0, ...question }
      const { response } = await (parent ? dialog.showMessageBox(parent, box) : dialog.showMessageBox(box))
      return response
    },
    report,
  }
  watchWindow(window, failures)
  watchHelpers(app, () => windows.values().next().value ?? null, [SERVICE], failures)
  guardQuit(options, desk, window)
}

/** Every way to end the program asks first while orders rest, and closes the core once. */
function guardQuit({ clock, report }: ShellOptions, desk: Desk, window: BrowserWindow): void {
  const quitGuard: QuitGuard = createQuitGuard({
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
    notify: (title, body) => new Notification({ title, body }).show(),
    report,
  })
  // Closing the last window quits. The question comes before the window closes, so that "Stay" keeps it.
  window.on('close', (event) => {
    if (quitGuard.mayGo) return
    event.preventDefault()
    app.quit()
  })
  powerMonitor.on('suspend', () => quitGuard.sleeping())
  powerMonitor.on('resume', () => quitGuard.awake())

  let closing: Promise<void> | null = null
  let closed = false
  const close = async (): Promise<void> => {
    try {
      await desk.close()
    } catch (error) {
      report('Not everything closed in order.', error)
    }
    closed = true
  }
  const closeDesk = (): Promise<void> => (closing ??= close())
  const leave = async (): Promise<void> => {
    if (!(await quitGuard.ask())) return
    await closeDesk()
    app.quit()
  }
  // The machine shuts down or its user signs out. Windows reports it to windows, other systems to the program. Delaying it gives time for the question.
  window.on('query-session-end', (event) => {
    if (closed || quitGuard.mayGo) return
    event.preventDefault()
    quitGuard.ending()
    app.quit()
  })
  // Too late for a question: the journal gets its signed end while there is time.
  window.on('session-end', () => void closeDesk())
  powerMonitor.on('shutdown', (...[event]: unknown[]) => {
    if (closed) return
    ;(event as Electron.Event | undefined)?.preventDefault()
    quitGuard.ending()
    app.quit()
  })
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (closed) return
    event.preventDefault()
    void leave()
  })
}

/** Stores the window bounds in the settings, through the contract like any other caller. */
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
        if (!result.ok) report('The position of the window could not be saved.', null)
      }
      keep().catch((error: unknown) => report('The position of the window could not be saved.', error))
    },
  }
}
