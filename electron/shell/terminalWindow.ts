/** Creates the terminal's window: sandboxed, on the built page, at its last position. Holds no trading rule. */

import { BrowserWindow, screen } from 'electron'
import type { Clock } from '../../shared/base/clock.ts'
import { PAGE_URL } from './appProtocol.ts'
import { MINIMUM, placeBounds, readBounds, type SavedBounds } from './windowBounds.ts'

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
  /** Letters only: the window's workspace is saved under this name. */
  readonly name: string
  /** Called before the page is loaded. */
  readonly beforeLoad: (window: BrowserWindow) => void
}

/** Moving a window emits an event per pixel. The bounds are saved after this pause, ms. */
const REST_TIME = 500

export function openTerminalWindow({
  name,
  preload,
  bounds,
  clock,
  beforeLoad,
}: TerminalWindowOptions): BrowserWindow {
  const saved = readBounds(bounds.load())
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  const displays = [primary, ...others].map(({ id, workArea }) => ({ id, workArea }))
  const window = new BrowserWindow({
    ...placeBounds(saved, displays),
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
    if (!window.isDestroyed() && !window.isMinimized()) bounds.save(JSON.stringify(placeOf(window)))
  }
  const keepSoon = () => {
    stop()
    stop = clock.after(REST_TIME, keep)
  }
  window.on('resize', keepSoon)
  window.on('move', keepSoon)
  window.on('close', keep)
  window.on('closed', () => stop())

  beforeLoad(window)
  void window.loadURL(`${PAGE_URL}#${name}`)
  return window
}

/** The place of a window with its screen, so that the window finds that screen again wherever it stands. */
function placeOf(window: BrowserWindow): SavedBounds {
  const bounds = window.getNormalBounds()
  const { id, workArea } = screen.getDisplayMatching(bounds)
  return { ...bounds, maximized: window.isMaximized(), display: { id, workArea } }
}
