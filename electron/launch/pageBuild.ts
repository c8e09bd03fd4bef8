/** Builds the page, and the desktop program, when what is built is missing or older than its source. Starts nothing of it. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** `page`: what a browser window needs · `desktop`: that and the program for Electron. */
export type BuildTarget = 'page' | 'desktop'

const SOURCES: Readonly<Record<BuildTarget, readonly string[]>> = {
  page: ['renderer', 'shared', 'package-lock.json', 'vite.config.ts'],
  desktop: ['electron', 'renderer', 'shared', 'package-lock.json', 'vite.config.ts'],
}
const PRODUCTS: Readonly<Record<BuildTarget, readonly string[]>> = {
  page: ['dist/renderer/index.html'],
  desktop: ['dist/renderer/index.html', 'dist/electron/main.js', 'dist/electron/preload.cjs'],
}
const ENVIRONMENTS: Readonly<Record<BuildTarget, readonly string[]>> = {
  page: ['client'],
  desktop: ['main', 'preload', 'client'],
}

/** Whether the newest source is younger than the oldest product, or a product is missing. */
export function isStale(root: string, target: BuildTarget): boolean {
  const built = PRODUCTS[target].map(
    (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Math.max(...SOURCES[target].map((path) => newest(join(root, path)))) > Math.min(...built)
}

/** Newest change under a path, ms since epoch; 0 when there is nothing. A removed file shows in its folder's own time. */
function newest(path: string): number {
  const there = statSync(path, { throwIfNoEntry: false })
  if (!there) return 0
  if (!there.isDirectory()) return there.mtimeMs
  let time = there.mtimeMs
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      time = Math.max(time, newest(join(path, entry.name)))
  return time
}

/** Brings what is built up to date; says in one line that it does. Rejects when the source does not build. */
export async function buildWhenStale(
  root: string,
  target: BuildTarget,
  say: (line: string) => void,
): Promise<void> {
  if (!isStale(root, target)) return
  say('Building the terminal, because it is new or has changed; this takes a few seconds …')
  // Loaded only now: a start with nothing to build need not wait for the bundler.
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' })
  for (const name of ENVIRONMENTS[target]) {
    const environment = builder.environments[name]
    if (environment) await builder.build(environment)
  }
}
