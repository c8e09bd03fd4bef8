/** The program of `npm start`: builds outdated parts, then opens the terminal in Electron, or in a browser window where Electron is not available. */

import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clockOf } from '../shared/base/clock.ts'
import { closeOnSignal } from './launch/closeOnSignal.ts'
import { findElectron } from './launch/electronBinary.ts'
import { browserCommands, hasDisplay, leadPage, openBrowser, openByHand } from './launch/openBrowser.ts'
import { buildWhenStale } from './launch/buildWhenStale.ts'
import { reportDefect } from './launch/reportDefect.ts'
import { helpFor, parseOptions, type Options } from './launch/options.ts'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const { platform, env: environment } = process
/** A desktop program that fails within this time, in ms, could not start on this machine. */
const START_TIME = 5_000
/** How long an opened browser may take to show why the core did not start, ms. */
const SEEN_TIME = 10_000

// Files created by this program are readable by their owner only.
process.umask(0o077)

const say = (line: string) => void process.stdout.write(`${line}\n`)

function exitWith(sentence: string, code: number): never {
  process.stderr.write(`openpit: ${sentence}\n`)
  process.exit(code)
}

/** Why no Electron window can open here, or null after one was opened and closed. */
async function runDesktop(): Promise<string | null> {
  if (!hasDisplay(platform, environment)) return 'This machine has no display for Electron'
  if (platform === 'linux' && process.getuid?.() === 0) return 'Electron does not run as root'
  const binary = await findElectron({
    folder: join(root, 'node_modules', 'electron'),
    environment,
    say,
  })
  if (binary === null) return "Electron's binary could not be found or downloaded"
  await buildWhenStale(root, 'desktop', say)
  const started = performance.now()
  const child = spawn(binary, [root, ...words], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (exitCode) => resolve(exitCode ?? 0))
  })
  if (code === 0) return null
  if (performance.now() - started >= START_TIME || code === 2) process.exit(code)
  return `Electron does not start on this machine (it ended with ${code})`
}

/** `why`: why there is no Electron window; empty when the browser was requested. */
async function runBrowser(options: Options, why: string): Promise<void> {
  await buildWhenStale(root, 'served', say)
  const program: typeof import('./serve.ts') = await import(
    pathToFileURL(join(root, 'dist', 'electron', 'serve.mjs')).href
  )
  const clock = clockOf(globalThis)
  let removeLeadPage = () => {}
  const { promise: seen, resolve: markSeen } = Promise.withResolvers<void>()
  const served = await program.serve(
    {
      port: options.port,
      dataDirectory: options.dataDirectory,
      venueFile: options.venueFile,
      paper: options.paper,
      session: options.session,
      record: options.record,
      liveOverLoopback: options.liveOverLoopback,
    },
    {
      onWindow() {
        removeLeadPage()
        markSeen()
      },
      // The former address serves only the window that used it.
      onAddress: (url) => say(`For another window, or to open this one again, open ${url}`),
    },
  )
  closeOnSignal(
    clock,
    () => {
      for (const line of served.staysLive()) say(line)
    },
    async () => {
      removeLeadPage()
      await served.close()
    },
    (error) => reportDefect('Not everything closed in order.', error),
  )
  say(`Openpit is ready at ${served.url}`)
  const isOpening = options.open && hasDisplay(platform, environment)
  if (isOpening) {
    say(`${why === '' ? 'Opening' : `${why}; opening`} the terminal in a browser window.`)
    void lead(served.url)
  } else if (options.open) {
    say(openByHand('This machine has no display, so no browser was opened', served.url))
  }
  try {
    await served.startDesk()
  } catch (error) {
    // The browser window shows the same failure.
    if (isOpening) await Promise.race([seen, new Promise<void>((resolve) => clock.after(SEEN_TIME, resolve))])
    removeLeadPage()
    await served.close()
    throw error
  }

  async function lead(url: string): Promise<void> {
    const page = leadPage(url)
    removeLeadPage = () => page.remove()
    if (await openBrowser(browserCommands(platform, environment, page.url), seen)) return
    removeLeadPage()
    say(openByHand('No browser could be started', url))
  }
}

const parsed = await parseOptions(words, {
  platform,
  environment,
  home: homedir(),
  workingDirectory: process.cwd(),
})
if (!parsed.ok) exitWith(parsed.failure, 2)
const options = parsed.value
if (options.help) {
  say(helpFor('npm start').trimEnd())
} else {
  try {
    const why = options.browser ? '' : await runDesktop()
    if (why !== null) await runBrowser(options, why)
    else process.exit(0)
  } catch (error) {
    const { exitCode = 1 } = error as { exitCode?: number }
    exitWith(error instanceof Error ? error.message : 'The terminal could not start.', exitCode)
  }
}
