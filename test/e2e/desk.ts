/** The terminal for one story: in Electron where its binary is installed, else the same core and page in a browser. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test'
import { scratchFolder, startTerminal, type Terminal } from '../support/runTerminal.ts'

const root = resolve(import.meta.dirname, '../..')
const binary = resolve(
  root,
  'node_modules/electron/dist',
  process.platform === 'win32' ? 'electron.exe' : 'electron',
)
/** Options that Electron's entry does not read need the served terminal. */
const inElectron = existsSync(binary)

export interface Desk {
  readonly page: Page
  /** Errors of the page and its console, and every violation of its content policy. */
  readonly complaints: readonly string[]
  /** Text that crossed the window's socket, each way; empty in Electron, where it crosses a port. */
  readonly frames: { readonly sent: readonly string[]; readonly received: readonly string[] }
  readonly dataDirectory: string
  /** What core and paper broker printed. */
  output(): string
}

/**
 * Chromium calls no callback of a page that a debugger pauses, and throws this instead (https://crbug.com/1131368). Playwright attaches to a new window before its first
 * script, and holds the page that opens the window meanwhile. Without a debugger no page is paused.
 */
const OF_THE_DEBUGGER = "Failed to execute 'open' on 'Window': The provided callback is no longer runnable."

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', ({ message }) => {
    if (message !== OF_THE_DEBUGGER) complaints.push(`page: ${message}`)
  })
  return complaints
}

function record(page: Page): { sent: string[]; received: string[] } {
  const frames = { sent: [] as string[], received: [] as string[] }
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.sent.push(payload.toString()))
    socket.on('framereceived', ({ payload }) => frames.received.push(payload.toString()))
  })
  return frames
}

export interface Stories {
  /** Does something when the story is over, whether it held or not; the last named goes first. */
  readonly atEnd: (close: () => unknown) => void
  /** Opens the terminal with further options of `npm start`; it is ended and its folder removed at the end. */
  readonly openTerminal: (...options: string[]) => Promise<Desk>
}

export const test = base.extend<Stories>({
  // Playwright reads what a fixture needs from this pattern, also where it needs nothing.
  // oxlint-disable-next-line no-empty-pattern
  atEnd: async ({}, provide) => {
    const closers: (() => unknown)[] = []
    await provide((close) => void closers.push(close))
    for (const close of closers.toReversed()) await close()
  },
  openTerminal: async ({ browser, atEnd }, provide) => {
    await provide(async (...options) => {
      if (inElectron && options.length === 0) {
        const data = scratchFolder()
        const app: ElectronApplication = await _electron.launch({
          executablePath: binary,
          // Before the program's folder: the words behind it are the terminal's own.
          args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root],
          env: { ...process.env, XDG_CONFIG_HOME: data.path },
        })
        atEnd(async () => {
          await app.close()
          data.remove()
        })
        const page = await app.firstWindow()
        return {
          page,
          complaints: listen(page),
          frames: { sent: [], received: [] },
          dataDirectory: data.path,
          output: () => '',
        }
      }
      const terminal: Terminal = await startTerminal(...options)
      atEnd(() => terminal.stop())
      const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
      atEnd(() => context.close())
      const page = await context.newPage()
      const complaints = listen(page)
      const frames = record(page)
      await page.goto(terminal.url)
      return {
        page,
        complaints,
        frames,
        dataDirectory: terminal.dataDirectory,
        output: () => terminal.output(),
      }
    })
  },
})

export { expect } from '@playwright/test'
