/** Builds page, browser program and Electron program where the built files are missing or older than their sources. Starts none of them. */

import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
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

/** Ms after which a file no longer stands for a build: its process was killed, and the number may be that of another program now. */
const LONGEST_BUILD = 300_000

/** Ms between two looks at a build that another start has begun. */
const LOOK_AGAIN = 100

const isRunning = (id: number): boolean => {
  try {
    return id > 0 && process.kill(id, 0)
  } catch {
    return false
  }
}

/** Whether the process that a file names still builds. `own`: a file that was written just now, whose time stands for the present. */
function isBuilding(file: string, own: string): boolean {
  const named = statSync(file, { throwIfNoEntry: false })
  if (!named || statSync(own).mtimeMs - named.mtimeMs > LONGEST_BUILD) return false
  try {
    return isRunning(Number(readFileSync(file, 'utf8')))
  } catch {
    // The file went away since: that build is over.
    return false
  }
}

/** Waits until no other process builds, then keeps other processes from building until the returned function is called. A build empties the folders from which another start loads. */
async function takeTurn(root: string): Promise<() => void> {
  const file = join(root, BUILDING)
  const own = `${file}-${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  for (;;) {
    writeFileSync(own, String(process.pid))
    try {
      // Linked into place, so that the file names its process from its first moment.
      linkSync(own, file)
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      // A start that was killed while it built leaves its file behind, perhaps an empty one.
      if (!isBuilding(file, own)) rmSync(file, { force: true })
    } finally {
      rmSync(own, { force: true })
    }
    await wait(LOOK_AGAIN)
  }
}

/** Vite builds for development where NODE_ENV says something else, as in a test: such a page asks for sources that nothing serves. */
async function asProduction(build: () => Promise<void>): Promise<void> {
  const { env } = process
  const { NODE_ENV: was } = env
  env['NODE_ENV'] = 'production'
  try {
    await build()
  } finally {
    if (was === undefined) delete env['NODE_ENV']
    else env['NODE_ENV'] = was
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
    await asProduction(async () => {
      const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' })
      for (const name of TARGETS[target]) {
        const environment = builder.environments[name]
        if (environment && isOld(root, ENVIRONMENTS[name])) await builder.build(environment)
      }
    })
  } finally {
    endTurn()
  }
}
