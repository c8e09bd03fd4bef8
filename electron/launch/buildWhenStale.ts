/** Builds page, browser program and Electron program where the built files are missing or older than their sources. Starts none of them. */

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** `page`: the page alone · `served`: the page and its browser program · `desktop`: all of these and the Electron program. */
export type BuildTarget = 'page' | 'served' | 'desktop'

interface Environment {
  readonly sources: readonly string[]
  readonly products: readonly string[]
}

const EVERYWHERE = ['shared', 'package-lock.json', 'vite.config.ts']
/** Keys are the environment names of `vite.config.ts`. */
const ENVIRONMENTS = {
  main: {
    sources: ['electron', ...EVERYWHERE],
    products: ['dist/electron/main.mjs', 'dist/electron/serve.mjs'],
  },
  preload: { sources: ['electron', ...EVERYWHERE], products: ['dist/electron/preload.cjs'] },
  client: { sources: ['renderer', ...EVERYWHERE], products: ['dist/renderer/index.html'] },
} satisfies Record<string, Environment>

/** In build order: the first build empties the folder of the second. */
const TARGETS: Readonly<Record<BuildTarget, readonly (keyof typeof ENVIRONMENTS)[]>> = {
  page: ['client'],
  served: ['main', 'client'],
  desktop: ['main', 'preload', 'client'],
}

/** Whether the newest source is younger than the oldest product, or a product is missing. */
const isOld = (root: string, { sources, products }: Environment): boolean => {
  const built = products.map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.max(...sources.map((path) => newest(join(root, path)))) > Math.min(...built)
}

/** Whether any part of the target must be built. */
export const isStale = (root: string, target: BuildTarget): boolean =>
  TARGETS[target].some((name) => isOld(root, ENVIRONMENTS[name]))

/** Newest change under a path, ms since epoch; 0 for an empty path. A removed file changes the time of its folder. */
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

/** Names the process that builds, while it builds. */
const BUILDING = 'dist/.building'

/** Ms between two looks at a build that another start has begun. */
const LOOK_AGAIN = 100

const isRunning = (process_: number): boolean => {
  try {
    process.kill(process_, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until no other process builds, then keeps other processes from building until the returned function is called. A build empties the folders from which another start loads. */
async function takeTurn(root: string): Promise<() => void> {
  const file = join(root, BUILDING)
  mkdirSync(dirname(file), { recursive: true })
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = statSync(file, { throwIfNoEntry: false }) ? Number(readFileSync(file, 'utf8')) : 0
    // A start that was killed while it built leaves its file behind.
    if (holder > 0 && !isRunning(holder)) rmSync(file, { force: true })
    else await wait(LOOK_AGAIN)
  }
}

/** Builds outdated parts, and prints one line when it does. Starts at the same time build one after the other. Rejects when the source does not build. */
export async function buildWhenStale(
  root: string,
  target: BuildTarget,
  say: (line: string) => void,
): Promise<void> {
  // While another start builds, some of the files may be new and others missing.
  if (!isStale(root, target) && !existsSync(join(root, BUILDING))) return
  say('Building the terminal, because it is new or has changed; this takes a few seconds …')
  const endTurn = await takeTurn(root)
  try {
    if (!isStale(root, target)) return
    // Imported on demand: a start with nothing to build need not load the bundler.
    const { createBuilder } = await import('vite')
    const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' })
    for (const name of TARGETS[target]) {
      const environment = builder.environments[name]
      if (environment && isOld(root, ENVIRONMENTS[name])) await builder.build(environment)
    }
  } finally {
    endTurn()
  }
}
