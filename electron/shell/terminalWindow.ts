/** Creates the terminal's window: sandboxed, on the built page, at its last position. Holds no trading rule. */

import { BrowserWindow, screen } from 'electron'
import type { Clock } from '../../shared/base/clock.ts'
import { PAGE_URL } from './appProtocol.ts'
import { MOST_WINDOWS } from './windowNames.ts'
import {
  clampBounds,
  isNear,
  MINIMUM,
  placeBounds,
  readBounds,
  type Display,
  type SavedBounds,
} from './windowBounds.ts'

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
  const window = new BrowserWindow({
    ...placeBounds(saved, presentDisplays()),
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

  keepPlace(window, saved, bounds, clock)

  beforeLoad(window)
  void window.loadURL(`${PAGE_URL}#${name}`)
  return window
}

/** The displays that are there now, the main one first. */
function presentDisplays(): readonly Display[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ id, workArea }) => ({ id, workArea }))
}

/**
 * Saves where the dealer puts a window, and keeps the window in sight. While the display of the window is unplugged, its place there stays saved until
 * the dealer moves the window: plugged again, in this run or a later one, the display has its window back.
 */
function keepPlace(
  window: BrowserWindow,
  saved: SavedBounds | null,
  bounds: BoundsStore,
  clock: Clock,
): void {
  let home = saved ?? placeOf(window)
  /** Where the window was put without the dealer. */
  let placed = window.getNormalBounds()
  const isAway = () => {
    const { display } = home
    return display !== null && !presentDisplays().some(({ id }) => id === display.id)
  }

  let stop = () => {}
  const keep = () => {
    stop()
    if (window.isDestroyed() || window.isMinimized()) return
    const now = placeOf(window)
    if (isAway() && isNear(now, placed)) return
    home = now
    bounds.save(JSON.stringify(home))
  }
  const keepSoon = () => {
    stop()
    stop = clock.after(REST_TIME, keep)
  }
  window.on('resize', keepSoon)
  window.on('move', keepSoon)
  window.on('close', keep)

  const put = (to: typeof placed) => {
    placed = to
    const isMaximized = window.isMaximized()
    if (isMaximized) window.unmaximize()
    window.setBounds(to)
    if (isMaximized) window.maximize()
  }
  // Some window systems move the windows of a display that is gone themselves, others leave them out of sight.
  const onRemoved = () => {
    const now = window.getNormalBounds()
    const seen = clampBounds(
      now,
      presentDisplays().map(({ workArea }) => workArea),
    )
    if (isNear(seen, now)) placed = now
    else put(seen)
  }
  const onAdded = (_event: unknown, { id }: Pick<Display, 'id'>) => {
    if (id === home.display?.id) put(placeBounds(home, presentDisplays()))
  }
  // Every window listens, and their set does. Node warns of more than ten listeners.
  screen.setMaxListeners(MOST_WINDOWS + 1)
  screen.on('display-removed', onRemoved)
  screen.on('display-added', onAdded)
  window.on('closed', () => {
    stop()
    screen.off('display-removed', onRemoved)
    screen.off('display-added', onAdded)
  })
}

/** The place of a window with its screen, so that the window finds that screen again wherever it stands. */
function placeOf(window: BrowserWindow): SavedBounds {
  const bounds = window.getNormalBounds()
  const { id, workArea } = screen.getDisplayMatching(bounds)
  return { ...bounds, maximized: window.isMaximized(), display: { id, workArea } }
}
