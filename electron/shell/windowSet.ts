/** The terminal's windows: restores those of the last run, opens further ones, and remembers which are open. Knows nothing of trading. */

import { dialog, type BrowserWindow } from 'electron'
import type { Clock } from '../../shared/base/clock.ts'
import { ORIGIN } from './appProtocol.ts'
import type { ShellSettings } from './settingsAccess.ts'
import { openTerminalWindow } from './terminalWindow.ts'
import { OPEN_WINDOWS } from '../../shared/domain/savedWorkspaces.ts'
import { boundsSetting, MOST_WINDOWS, namesToRestore, newName } from './windowNames.ts'

/** Addresses that a page opens to ask for a window. Nothing is loaded from them. */
const ASKS = { new: `${ORIGIN}/#new`, reopen: `${ORIGIN}/#reopen` } as const

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

export function createWindowSet(options: WindowSetOptions): WindowSet {
  const { settings, clock } = options
  const windows = new Map<number, { readonly name: string; readonly window: BrowserWindow }>()
  /** Names of windows that the dealer closed in this run, the last one last. */
  const closed: string[] = []
  let isEnding = false

  const names = (): string[] => [...windows.values()].map(({ name }) => name)
  const saveNames = (): void => {
    if (!isEnding && windows.size > 0)
      settings.save(OPEN_WINDOWS, JSON.stringify(names()), 'The list of open windows could not be saved.')
  }

  const open = (name: string): void => {
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
          if (url === ASKS.new) openFurther(newName([...names(), ...closed], settings.load()))
          if (url === ASKS.reopen) openFurther(closed.pop() ?? null)
          return { action: 'deny' }
        })
        opened.on('closed', () => {
          windows.delete(id)
          if (!isEnding) closed.push(name)
          saveNames()
          options.onClosed(id)
        })
        options.onOpen(opened)
      },
    })
    window.focus()
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
