/** Creates the terminal's window: sandboxed, on the built page, at its last position. Holds no trading rule. */

import { BrowserWindow, screen } from 'electron'
import type { Clock } from '../../shared/base/clock.ts'
import { PAGE_URL } from './appProtocol.ts'
import { clampBounds, MINIMUM, readBounds } from './windowBounds.ts'

/** Stores window bounds between runs, as text. */
export interface BoundsStore {
  load(): string | null
  save(text: string): void
}

export interface TerminalWindowOptions {
  /** Path of the built preload. */
  readonly preload: string
  readonly bounds: BoundsStore
  readonly clock: Clock
}

/** Name of the saved workspace of this window. */
const NAME = 'main'
/** Moving a window emits an event per pixel. The bounds are saved after this pause, ms. */
const REST_TIME = 500

export function openTerminalWindow({ preload, bounds, clock }: TerminalWindowOptions): BrowserWindow {
  const saved = readBounds(bounds.load())
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  const window = new BrowserWindow({
    ...clampBounds(
      saved,
      [primary, ...others].map(({ workArea }) => workArea),
    ),
    minWidth: MINIMUM.width,
    minHeight: MINIMUM.height,
    show: false,
    backgroundColor: '#0b0e11',
    title: 'Openpit',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // Credits keep a hidden window cheap. Its timers must run to show which data is old.
      backgroundThrottling: false,
    },
  })
  // The terminal uses the whole keyboard: no menu accelerator, such as reload or zoom, may take a key.
  window.removeMenu()
  if (saved?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())

  let stop = () => {}
  const keep = () => {
    stop()
    if (!window.isDestroyed() && !window.isMinimized())
      bounds.save(JSON.stringify({ ...window.getNormalBounds(), maximized: window.isMaximized() }))
  }
  const keepSoon = () => {
    stop()
    stop = clock.after(REST_TIME, keep)
  }
  window.on('resize', keepSoon)
  window.on('move', keepSoon)
  window.on('close', keep)
  window.on('closed', () => stop())

  void window.loadURL(`${PAGE_URL}#${NAME}`)
  return window
}
