/** A window that crashed or hangs, and helper processes that ended: says it, says that orders are unaffected, and offers a reload. Never touches the desk. */

import type { App, BrowserWindow } from 'electron'

export interface TroubleOptions {
  /** Resolves with the place of the button that was pressed; the first changes nothing. `signal` takes the box away again. */
  readonly ask: (
    window: BrowserWindow | null,
    question: { message: string; detail: string; buttons: string[]; signal: AbortSignal },
  ) => Promise<number>
  readonly report: (sentence: string, error: unknown) => void
}

const UNAFFECTED =
  'The desk runs in a process of its own: your orders at the venue are unaffected, and nothing was sent or canceled by this.'
const RELOAD = 1

/** Offers a reload, in one box at a time. */
function createOffer({ ask, report }: TroubleOptions) {
  let open: AbortController | null = null
  const takeBack = (): void => {
    open?.abort()
    open = null
  }
  return {
    takeBack,
    /** Resolves to whether to reload; an earlier offer is taken back. */
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
        report('Nobody could be asked about a window that stopped.', error)
        return false
      } finally {
        if (open === mine) open = null
      }
    },
  }
}

/** Watches one window for as long as it stands. */
export function watchWindow(window: BrowserWindow, options: TroubleOptions): void {
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
    // A hung page cannot be reloaded before its process has been ended.
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

/** Watches the helper processes of the whole program. `ours`: names of those that the desk looks after itself. */
export function watchHelpers(
  app: App,
  window: () => BrowserWindow | null,
  ours: readonly string[],
  options: TroubleOptions,
): void {
  const offer = createOffer(options)
  const gone = async (what: string, reason: string): Promise<void> => {
    options.report(`A helper process ended: ${what} (${reason}).`, null)
    const message = `A helper process of the window stopped (${what}: ${reason}). It starts again by itself; reload the window if it stays blank.`
    const of = window()
    if (await offer.wantsReload(of, message, 'Go on')) of?.webContents.reload()
  }
  app.on('child-process-gone', (_event, { type, reason, name, serviceName }) => {
    if (reason === 'clean-exit' || ours.some((own) => own === name || own === serviceName)) return
    void gone(name ?? type, reason)
  })
}
