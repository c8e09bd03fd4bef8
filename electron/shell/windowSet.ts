/** The terminal's windows: restores those of the last run, opens further ones, and remembers which are open. Knows nothing of trading. */

import { dialog, screen, type BrowserWindow } from 'electron'
import type { Clock } from '../../shared/base/clock.ts'
import { ORIGIN } from './appProtocol.ts'
import type { ShellSettings } from './settingsAccess.ts'
import { openTerminalWindow } from './terminalWindow.ts'
import {
  deadSetting,
  deadWindowOf,
  DISPLAY_UNPLUGGED,
  inFrontSetting,
  isPopOut,
  OPEN_WINDOWS,
} from '../../shared/domain/savedWorkspaces.ts'
import { readShellRequest, type ReadRequest } from '../../shared/domain/shellRequests.ts'
import { boundsSetting, MOST_WINDOWS, namesToRestore, newName } from './windowNames.ts'

export interface WindowSetOptions {
  /** Path of the built preload. */
  readonly preload: string
  readonly settings: ShellSettings
  readonly clock: Clock
  /** A window opened; it has not loaded its page yet. */
  readonly onOpen: (window: BrowserWindow) => void
  /** A window is gone. */
  readonly onClosed: (webContentsId: number) => void
}

export interface WindowSet {
  restore(): void
  /** Whether a web contents id belongs to an open window. */
  has(webContentsId: number): boolean
  /** The window that opened first; null while none is open. */
  first(): BrowserWindow | null
  /** Whether this is the only open window. */
  isLast(window: BrowserWindow): boolean
  /** The program ends: windows that close from now on open again at the next start. */
  end(): void
}

/** `all`: in the order of their opening; goes round and round. */
function focusFrom(all: readonly BrowserWindow[], window: BrowserWindow, steps: number): void {
  const next = all.at((all.indexOf(window) + steps) % all.length)
  if (next?.isMinimized()) next.restore()
  next?.focus()
  // The dealer came to a window whose page died: nothing there can take a key.
  if (next?.webContents.isCrashed()) next.webContents.reload()
}

const DEAD_NOT_SAVED = 'It could not be saved whether a window stopped working.'

/** A window may have moved, and the focus with it: every window reads this and disarms its ladders. */
const sayUnplugged = (settings: ShellSettings, clock: Clock): void =>
  settings.save(
    DISPLAY_UNPLUGGED,
    `${clock.now()} ${clock.monotonic()}`,
    'It could not be saved that a display was unplugged.',
  )

export function createWindowSet(options: WindowSetOptions): WindowSet {
  const { settings, clock } = options
  const windows = new Map<number, { readonly name: string; readonly window: BrowserWindow }>()
  /** Names of windows that the dealer closed in this run, the last one last. */
  const closed: string[] = []
  let isEnding = false

  const names = (): string[] => [...windows.values()].map(({ name }) => name)
  const inOrder = () => [...windows.values()].map(({ window }) => window)
  const saveNames = (): void => {
    if (!isEnding && windows.size > 0)
      settings.save(OPEN_WINDOWS, JSON.stringify(names()), 'The list of open windows could not be saved.')
  }

  const displayRemoved = () => sayUnplugged(settings, clock)
  const open = (name: string): void => {
    if (windows.size === 0) screen.on('display-removed', displayRemoved)
    const window = openTerminalWindow({
      name,
      preload: options.preload,
      clock,
      bounds: {
        load: () => settings.load()[boundsSetting(name)] ?? null,
        save: (text) =>
          settings.save(boundsSetting(name), text, 'The position of the window could not be saved.'),
      },
      beforeLoad(opened) {
        const { id } = opened.webContents
        windows.set(id, { name, window: opened })
        opened.webContents.setWindowOpenHandler(({ url }) => {
          // A page asks with an address that nothing is loaded from.
          const request = readShellRequest(url, ORIGIN)
          if (request !== null) answer(opened, request)
          return { action: 'deny' }
        })
        const saveDead = (why: string) => settings.save(deadSetting(name), why, DEAD_NOT_SAVED)
        opened.webContents.on('render-process-gone', (_event, { reason }) => {
          if (reason !== 'clean-exit') saveDead(reason)
        })
        const isDeadNoLonger = () => {
          if ((settings.load()[deadSetting(name)] ?? '') !== '') saveDead('')
        }
        opened.webContents.on('did-finish-load', isDeadNoLonger)
        opened.on('closed', () => {
          windows.delete(id)
          if (windows.size === 0) screen.off('display-removed', displayRemoved)
          if (!isEnding) closed.push(name)
          // First the list: the other windows read from it that this one was closed, not loaded again.
          saveNames()
          if (!isEnding) isDeadNoLonger()
          options.onClosed(id)
        })
        options.onOpen(opened)
      },
    })
    if (settings.load()[inFrontSetting(name)] === 'yes') window.setAlwaysOnTop(true)
    window.focus()
  }
  /** Keeps the window of a popped-out panel above all others, and ends that. */
  const toggleFront = (window: BrowserWindow): void => {
    const name = windows.get(window.webContents.id)?.name
    if (name === undefined || !isPopOut(name)) return
    const isInFront = !window.isAlwaysOnTop()
    window.setAlwaysOnTop(isInFront)
    settings.save(
      inFrontSetting(name),
      isInFront ? 'yes' : '',
      'It could not be saved that the window stays in front.',
    )
  }
  const answer = (window: BrowserWindow, request: ReadRequest): void => {
    switch (request.is) {
      case 'new':
        return openFurther(newName([...names(), ...closed], settings.load()))
      case 'close':
        return window.close()
      case 'reopen':
        return openFurther(closed.pop() ?? null)
      case 'next':
        return focusFrom(inOrder(), window, 1)
      case 'previous':
        return focusFrom(inOrder(), window, -1)
      case 'fullscreen':
        return window.setFullScreen(!window.isFullScreen())
      case 'front':
        return toggleFront(window)
      case 'pop':
        // A page that asks twice, or for a window that is open, gets no second one.
        return names().includes(request.name) ? undefined : openFurther(request.name)
    }
  }
  const openFurther = (name: string | null): void => {
    if (name === null) return
    if (windows.size >= MOST_WINDOWS)
      return void dialog.showMessageBox({
        type: 'info',
        message: `${MOST_WINDOWS} windows are open, and no more can be. Close one to open another.`,
      })
    open(name)
    saveNames()
  }

  return {
    restore() {
      // A window that died in the last run is no news in this one, whether it opens again or not.
      for (const [setting, why] of Object.entries(settings.load()))
        if (deadWindowOf(setting) !== null && why !== '') settings.save(setting, '', DEAD_NOT_SAVED)
      for (const name of namesToRestore(settings.load()[OPEN_WINDOWS])) open(name)
    },
    has: (id) => windows.has(id),
    first: () => windows.values().next().value?.window ?? null,
    isLast: (window) => windows.size === 1 && windows.has(window.webContents.id),
    end() {
      isEnding = true
    },
  }
}
