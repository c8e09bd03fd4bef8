/** Finds the browser that tests and screenshots drive, and installs one where there is none. Never starts it. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES: Readonly<Record<string, readonly string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/** Path of an installed Chromium-based browser; `OPENPIT_CHROMIUM` wins. Null when there is none. */
export function installedBrowser(): string | null {
  const named = process.env['OPENPIT_CHROMIUM']
  if (named) return named
  return (CANDIDATES[process.platform] ?? []).find((path) => existsSync(path)) ?? null
}

/**
 * An installed browser, else one fetched now: Playwright's own build, or the Debian package when root. Null when neither can be had.
 * Prints one line when it installs, because that takes a while.
 */
export function findOrInstallBrowser(): string | null {
  const installed = installedBrowser()
  if (installed) return installed
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No browser found: installing the Debian package chromium…')
    const run = (...args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    run('update', '-qq')
    run('install', '-y', '-qq', 'chromium')
    if (installedBrowser()) return installedBrowser()
  }
  console.log('No browser found: installing the one Playwright brings…')
  const installing = spawnSync('npx', ['playwright', 'install', 'chromium'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (installing.status !== 0) return null
  const where = spawnSync(
    process.execPath,
    ['-e', "console.log(require('playwright').chromium.executablePath())"],
    { encoding: 'utf8' },
  )
  const path = where.stdout.trim()
  return path !== '' && existsSync(path) ? path : null
}
