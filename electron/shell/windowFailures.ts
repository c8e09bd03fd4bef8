/** Reports a crashed or hanging window and ended helper processes, says that the core goes on, and offers a reload. Never touches the core. */

import type { App, BrowserWindow } from 'electron'

export interface FailureOptions {
  /** Resolves with the index of the pressed button; the first button changes nothing. `signal` closes the box. */
  readonly ask: (
    window: BrowserWindow | null,
    question: { message: string; detail: string; buttons: string[]; signal: AbortSignal },
  ) => Promise<number>
  readonly report: (sentence: string, error: unknown) => void
}

const UNAFFECTED =
  'The trading core runs in its own process and goes on. What you sent or canceled before may have left: look at the orders before you send again. Orders at the venue stay as they are.'
const RELOAD = 1

/** Offers a reload, in one box at a time. */
function createOffer({ ask, report }: FailureOptions) {
  let open: AbortController | null = null
  const takeBack = (): void => {
    open?.abort()
    open = null
  }
  return {
    takeBack,
    /** Resolves to whether to reload. Closes an earlier offer. */
    async wantsReload(window: BrowserWindow | null, message: string, stay: string): Promise<boolean> {
      takeBack()
      const mine = new AbortController()
      open = mine
      try {
        const answer = await ask(window, {
          message,
          detail: UNAFFECTED,
          buttons: [stay, 'Reload the window'],
          signal: mine.signal,
        })
        return answer === RELOAD && !mine.signal.aborted && window?.isDestroyed() !== true
      } catch (error) {
        report('The question about a window that stopped could not be shown.', error)
        return false
      } finally {
        if (open === mine) open = null
      }
    },
  }
}

/** Watches one window until it closes. */
export function watchWindow(window: BrowserWindow, options: FailureOptions): void {
  const { webContents } = window
  const offer = createOffer(options)
  let ending = false

  const gone = async (reason: string): Promise<void> => {
    options.report(`The process of a window ended (${reason}).`, null)
    if (await offer.wantsReload(window, `The window stopped working (${reason}).`, 'Leave it'))
      webContents.reload()
  }
  const hung = async (): Promise<void> => {
    options.report('A window does not answer.', null)
    if (!(await offer.wantsReload(window, 'The window does not answer.', 'Wait'))) return
    // A hung page can only be reloaded after its process was ended.
    ending = true
    webContents.forcefullyCrashRenderer()
    webContents.reload()
  }
  webContents.on('render-process-gone', (_event, { reason }) => {
    const wanted = ending || reason === 'clean-exit'
    ending = false
    if (!wanted) void gone(reason)
  })
  window.on('unresponsive', () => void hung())
  window.on('responsive', () => offer.takeBack())
  window.on('closed', () => offer.takeBack())
}

/** Watches the helper processes of the whole program. `ours`: names of the processes that the core watches itself. */
export function watchHelpers(
  app: App,
  window: () => BrowserWindow | null,
  ours: readonly string[],
  options: FailureOptions,
): void {
  const offer = createOffer(options)
  const gone = async (what: string, reason: string): Promise<void> => {
    options.report(`A helper process ended: ${what} (${reason}).`, null)
    const message = `A helper process of the window stopped (${what}: ${reason}). It restarts by itself. Reload the window if it stays blank.`
    const parent = window()
    if (await offer.wantsReload(parent, message, 'Go on')) parent?.webContents.reload()
  }
  app.on('child-process-gone', (_event, { type, reason, name, serviceName }) => {
    if (reason === 'clean-exit' || ours.some((own) => own === name || own === serviceName)) return
    void gone(name ?? type, reason)
  })
}
