/** Opens a browser window on an address without putting the address, which holds a token, into any program's arguments. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Environment = Readonly<Record<string, string | undefined>>

/** Whether this machine can show a window. */
export const hasDisplay = (platform: string, environment: Environment): boolean =>
  platform !== 'linux' || Boolean(environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY'])

/** Programs to try in turn: first browsers with a window of their own, then the system's opener. */
export function browserCommands(
  platform: string,
  environment: Environment,
  page: string,
): readonly (readonly [string, ...string[]])[] {
  const app = `--app=${page}`
  if (platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
      (name) => environment[name] ?? [],
    )
    return [
      ...folders.flatMap((folder): [string, string][] => [
        [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'), app],
        [join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'), app],
      ]),
      ['rundll32', 'url.dll,FileProtocolHandler', page],
    ]
  }
  if (platform === 'darwin')
    return [
      ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name): [string, string] => [
        `/Applications/${name}.app/Contents/MacOS/${name}`,
        app,
      ]),
      ['open', page],
    ]
  return [
    ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'].map(
      (name): [string, string] => [name, app],
    ),
    ['xdg-open', page],
  ]
}

/** Creates a page, readable by this account only, that redirects to the address. */
export function leadPage(url: string): { readonly url: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-'))
  const file = join(folder, 'open.html')
  const safe = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${safe}">\n`, { mode: 0o600 })
  return {
    url: pathToFileURL(file).href,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Tries the programs in turn. Continues with the next when a program is missing or fails (`xdg-open` without a browser).
 * Resolves to true once a window was `seen` or a program succeeded, and to false once all failed.
 */
export async function openBrowser(
  commands: readonly (readonly [string, ...string[]])[],
  seen: Promise<void>,
): Promise<boolean> {
  for (const [program, ...words] of commands) {
    const opened = await new Promise<boolean>((resolve) => {
      const child = spawn(program, words, { detached: true, stdio: 'ignore' })
      child.once('error', () => resolve(false))
      child.once('spawn', () => child.unref())
      child.once('exit', (code) => resolve(code === 0))
      void seen.then(() => resolve(true))
    })
    if (opened) return true
  }
  return false
}

/** What the dealer can do when no browser opened. `url`: the address to open. */
export const openByHand = (why: string, url: string): string =>
  `${why}. Open ${url} in Chrome, Edge or Chromium on this machine. If none is installed, install one first.`
