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
import { notificationText } from '../../shared/base/notificationText.ts'
import type { Desk, SaveFileDialog, StartChild, UpdateChoice, Updater } from '../deskTypes.ts'
import { createPortGateway, PORT_CHANNELS } from '../gateway/portGateway.ts'
import { ORIGIN, servePage } from './appProtocol.ts'
import { prepareElectron, refuseToStart } from './beforeReady.ts'
import { forbiddenVariable } from './environmentGuard.ts'
import { createQuitGuard, type QuitGuard } from './quitting/quitGuard.ts'
import { lockSession } from './lockdown.ts'
import { saveWithDialog } from './saveDialog.ts'
import { openShellSettings } from './settingsAccess.ts'
import { showSystemNotifications } from './systemNotifications.ts'
import { openUpdater } from './updates/openUpdater.ts'
import { createWindowSet, type WindowSet } from './windowSet.ts'
import { SERVICE, startUtilityChild } from './utilityChild.ts'
import { watchHelpers, watchWindow, type FailureOptions } from './windowFailures.ts'

export { refuseToStart } from './beforeReady.ts'

/** Services of Electron for the core, available once Electron is ready. */
export interface ShellTools {
  readonly startChild: StartChild
  readonly saveFile: SaveFileDialog
  /** Bytes of each process that draws windows. */
  readonly windowMemory: () => readonly number[]
  readonly openUpdater: (choice: UpdateChoice) => Updater
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
  let opened: OpenedWindows | null = null
  const firstWindow = () => opened?.windows.first() ?? null
  app.on('second-instance', () => bringToFront(firstWindow()))
  const start = async (): Promise<void> => {
    // The core asks for updates later than for this: by then the windows are there.
    const leave = async (): Promise<void> => opened?.leave()
    const desk = await startDesk(options, firstWindow, leave)
    if (desk !== null) opened = openWindows(options, desk)
  }
  return app.whenReady().then(start)
}

/** Chromium gives kilobytes, and calls a process that draws pages a tab (electronjs.org/docs/latest/api/structures/process-metric). */
const windowMemory = (): readonly number[] =>
  app
    .getAppMetrics()
    .filter(({ type }) => type === 'Tab')
    .map(({ memory }) => memory.workingSetSize * 1024)

function bringToFront(window: BrowserWindow | null | undefined): void {
  if (window?.isMinimized()) window.restore()
  window?.focus()
}

interface OpenedWindows {
  readonly windows: WindowSet
  /** Closes the desk in order without a question; the program may quit then. Never rejects. */
  readonly leave: () => Promise<void>
}

/** The started core; null where the core could not start, and the program ends. */
async function startDesk(
  options: ShellOptions,
  firstWindow: () => BrowserWindow | null,
  leave: () => Promise<void>,
): Promise<Desk | null> {
  const { report } = options
  try {
    lockSession(session.defaultSession)
    servePage(session.defaultSession.protocol, options.page)
    return await options.composeDesk({
      startChild: startUtilityChild,
      saveFile: saveWithDialog(firstWindow),
      windowMemory,
      openUpdater: (choice) => openUpdater({ choice, clock: options.clock, leave }),
    })
  } catch (error) {
    report('The trading core could not start.', error)
    dialog.showErrorBox(
      'Openpit cannot start',
      error instanceof Error ? error.message : 'The trading core could not start.',
    )
    app.exit((error as { exitCode?: number }).exitCode ?? 1)
    return null
  }
}

/** Opens the windows of the last run, each with its port to the core. */
function openWindows(options: ShellOptions, desk: Desk): OpenedWindows {
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
  const failures: FailureOptions = {
    async ask(parent, question) {
      const box = { type: 'warning' as const, defaultId: 0, cancelId: 0, ...question }
      const { response } = await (parent ? dialog.showMessageBox(parent, box) : dialog.showMessageBox(box))
      return response
    },
    report,
  }
  const windows: WindowSet = createWindowSet({
    preload: fileURLToPath(options.preload),
    settings: openShellSettings(desk, report),
    clock,
    onOpen(window) {
      watchWindow(window, failures)
      quit.watch(window)
    },
    onClosed: (id) => gateway.closePorts(id),
  })
  const quit = guardQuit(options, desk, windows)
  // Every window shows every notice.
  showSystemNotifications({ desk, clock, report, onClick: () => bringToFront(windows.first()) })
  watchHelpers(app, () => windows.first(), [SERVICE], failures)
  windows.restore()
  return { windows, leave: quit.leaveAgreed }
}

/** Every way to end the program asks first while orders rest, and closes the core once. */
function guardQuit(
  { clock, report }: ShellOptions,
  desk: Desk,
  windows: WindowSet,
): { readonly watch: (window: BrowserWindow) => void; readonly leaveAgreed: () => Promise<void> } {
  const quitGuard: QuitGuard = createQuitGuard({
    desk,
    clock,
    ask: async ({ message, detail, buttons, safe }, signal) =>
      (
        await dialog.showMessageBox({
          type: 'warning',
          message,
          detail,
          buttons,
          defaultId: safe,
          cancelId: safe,
          signal,
        })
      ).response,
    notify: (title, body) => new Notification({ title, body: notificationText(body) }).show(),
    report,
  })
  powerMonitor.on('suspend', () => quitGuard.sleeping())
  powerMonitor.on('resume', () => {
    desk.resumed()
    quitGuard.awake()
  })

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
    windows.end()
    await closeDesk()
    app.quit()
  }
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
  return {
    leaveAgreed() {
      quitGuard.agree()
      windows.end()
      return closeDesk()
    },
    watch(window) {
      // Closing the last window quits. The question comes before the window closes, so that "Stay" keeps it.
      window.on('close', (event) => {
        if (quitGuard.mayGo || !windows.isLast(window)) return
        event.preventDefault()
        app.quit()
      })
      // The machine shuts down or its user signs out. Windows reports it to windows, other systems to the program. Delaying it gives time for the question.
      window.on('query-session-end', (event) => {
        if (closed || quitGuard.mayGo) return
        event.preventDefault()
        quitGuard.ending()
        app.quit()
      })
      // Too late for a question: the journal gets its signed end while there is time.
      window.on('session-end', () => {
        windows.end()
        void closeDesk()
      })
    },
  }
}
