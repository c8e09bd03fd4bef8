/** The process of the built-in venue, paper broker or replay: started, watched, restarted and ended. Its credentials pass through and are never written. */

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Clock, Stop } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Credentials } from '../core/ports/credentials.ts'
import type { Log } from '../core/ports/log.ts'
import type { Child, StartChild } from '../deskTypes.ts'

/** Ms until the process must have printed its address. Reading a recorded market takes time. */
const START_PATIENCE = 30_000
const END_PATIENCE = 5_000
/** Ms until an ended process is restarted, doubled each time. Reset after `HEALTHY_AFTER`. */
const RESTART_BASE = 500
const RESTART_CAP = 30_000
const HEALTHY_AFTER = 60_000
/** Number of last lines of standard error that are kept to explain a failure. */
const LAST_WORDS = 20

/** The prefix of both programs on standard error. */
const OWN_NAME = /^(?:paper|replay): /

/** One line of the process's output, as JSON. */
export type OutputLine = Readonly<Partial<Record<string, unknown>>>

export interface PaperAddress {
  readonly restUrl: string
  readonly streamUrl: string
  readonly credentials: Credentials
}

export interface VenueProcessOptions {
  /** Name of the process in sentences and in the log. */
  readonly name: string
  readonly clock: Clock
  /** `paper/main.ts`, or `.mjs` when built. */
  readonly entry: URL
  readonly options: readonly string[]
  readonly startChild: StartChild
}

/** Receives events of the process. */
export interface PaperListener {
  readonly log: Log
  /** The process listens; called again after each restart. */
  readonly ready: (address: PaperAddress, said: OutputLine) => void
  /** Another JSON object of its output. */
  readonly said?: (said: OutputLine) => void
  /** The process ended by itself. */
  readonly down: (sentence: string) => void
}

export interface VenueProcess {
  /** Starts the process unless it runs; resolves once it listens. Fails with the process's own sentence; the next call tries again. */
  start(): Promise<Result<PaperAddress, string>>
  /** Writes one line of JSON to the process; false while none runs. */
  say(line: object): boolean
  /** Call once. The listener also receives earlier events. */
  listen(listener: PaperListener): void
  close(): Promise<void>
}

/** Starts a Node process, which ends when its standard input ends. */
export const startNodeChild: StartChild = (entry, words) => {
  const child = spawn(process.execPath, [fileURLToPath(entry), ...words], { stdio: ['pipe', 'pipe', 'pipe'] })
  // An ended process breaks its pipe; `close` reports the end.
  child.stdin.on('error', () => {})
  return {
    stdout: child.stdout,
    stderr: child.stderr,
    onEnd(ended) {
      child.once('error', (error) => ended(null, error.message))
      child.once('close', (code) => ended(code, null))
    },
    say: (line) => void child.stdin.write(`${line}\n`),
    end() {
      child.stdin.end()
      child.kill('SIGTERM')
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** The object in one line, or null. */
function readLine(line: string): OutputLine | null {
  try {
    const said: unknown = JSON.parse(line)
    return typeof said === 'object' && said !== null ? (said as OutputLine) : null
  } catch {
    // Output for other readers.
    return null
  }
}

/** The address in the first line of output, or null. */
function readAddress({ restUrl, streamUrl, username, password }: OutputLine): PaperAddress | null {
  const texts = [restUrl, streamUrl, username, password]
  if (!texts.every((text) => typeof text === 'string')) return null
  return {
    restUrl: restUrl as string,
    streamUrl: streamUrl as string,
    credentials: { username: username as string, password: password as string },
  }
}

/** Creates the supervisor without starting the process. */
export function createVenueProcess(options: VenueProcessOptions): VenueProcess {
  const { clock, name } = options
  const { promise: listener, resolve: listen } = Promise.withResolvers<PaperListener>()
  const notify = (call: (to: PaperListener) => void): void => void listener.then(call)
  let child: Child | null = null
  let starting: Promise<Result<PaperAddress, string>> | null = null
  let ended: Promise<void> = Promise.resolve()
  let closed = false
  let failures = 0
  let stopRestart: Stop = () => {}

  const run = (settle: (outcome: Result<PaperAddress, string>) => void): void => {
    const running = options.startChild(options.entry, [...options.options, '--parent'])
    child = running
    const startedAt = clock.monotonic()
    const lastWords: string[] = []
    let isReady = false
    const stopWaiting = clock.after(START_PATIENCE, () => running.kill())

    createInterface({ input: running.stdout }).on('line', (line) => {
      const said = readLine(line)
      if (!said || closed) return
      const address = isReady ? null : readAddress(said)
      if (!address) return notify((to) => to.said?.(said))
      isReady = true
      stopWaiting()
      notify((to) => to.ready(address, said))
      settle(ok(address))
    })
    createInterface({ input: running.stderr }).on('line', (line) => {
      if (lastWords.push(line) > LAST_WORDS) lastWords.shift()
      notify(({ log }) => log.warn(name, { sentence: line }))
    })
    ended = new Promise((resolve) => {
      running.onEnd((code, error) => {
        stopWaiting()
        resolve()
        if (child !== running) return
        child = null
        starting = null
        // Its own sentence comes last. Errors of single requests may stand before it.
        const own = lastWords.findLast((line) => OWN_NAME.test(line))
        const said = (own ?? lastWords.find((line) => line.trim() !== ''))?.replace(OWN_NAME, '')
        const why = error ?? said ?? 'It gave no reason.'
        settle(fail(isReady ? 'it ended' : why))
        if (closed) return
        notify(({ log }) => log.error(`${name} ended`, { code: String(code) }))
        // A process that never listened is started again at the next `start`.
        if (!isReady) return
        if (clock.monotonic() - startedAt > HEALTHY_AFTER) failures = 0
        notify((to) => to.down(`The ${name} ended (${why}). Starting it again.`))
        restart()
      })
    })
  }
  const start = (): Promise<Result<PaperAddress, string>> => {
    if (closed) return Promise.resolve(fail('the terminal is closing'))
    stopRestart()
    return (starting ??= new Promise((resolve) => run(resolve)))
  }
  const startAgain = async (): Promise<void> => {
    const again = await start()
    if (again.ok || closed) return
    notify((to) => to.down(`The ${name} did not start again: ${again.failure}`))
    restart()
  }
  const restart = (): void => {
    const wait = Math.min(RESTART_CAP, RESTART_BASE * 2 ** failures++)
    stopRestart = clock.after(wait, () => void startAgain())
  }

  return {
    start,
    say(line) {
      child?.say(JSON.stringify(line))
      return child !== null
    },
    listen,
    async close() {
      closed = true
      stopRestart()
      const running = child
      if (!running) return
      const stop = clock.after(END_PATIENCE, () => running.kill())
      running.end()
      await ended
      stop()
    },
  }
}
