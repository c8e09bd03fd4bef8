/** The venue that a desk brings along, paper broker or replay, as a child process: started, watched, started again, ended. Its credentials pass through and are never written. */

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Clock, Stop } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Credentials, Log } from '../core/ports.ts'
import type { Child, StartChild } from '../deskTypes.ts'

/** Ms until a broker must have said where it listens; reading a recorded market takes its time. */
const START_PATIENCE = 30_000
const END_PATIENCE = 5_000
/** Ms until a broker that ended is started again, doubled each time; forgotten after `HEALTHY_AFTER`. */
const RESTART_BASE = 500
const RESTART_CAP = 30_000
const HEALTHY_AFTER = 60_000
/** Lines of its last words that are kept. */
const LAST_WORDS = 20

/** How both programs begin a line of standard error. */
const OWN_NAME = /^(?:paper|replay): /

/** One line of its output, as JSON. */
export type Said = Readonly<Partial<Record<string, unknown>>>

export interface PaperAddress {
  readonly restUrl: string
  readonly streamUrl: string
  readonly credentials: Credentials
}

export interface VenueProcessOptions {
  /** What it is called in sentences and in the log. */
  readonly name: string
  readonly clock: Clock
  /** `paper/main.ts`, or `.mjs` when built. */
  readonly entry: URL
  readonly options: readonly string[]
  readonly startChild: StartChild
}

/** What hears of the process. */
export interface PaperListener {
  readonly log: Log
  /** A broker listens; called again after each new start. */
  readonly ready: (address: PaperAddress, said: Said) => void
  /** A JSON object that it said besides. */
  readonly said?: (said: Said) => void
  /** The broker ended by itself. */
  readonly down: (sentence: string) => void
}

export interface VenueProcess {
  /** Starts it where it does not run; resolves once it listens. A failure is the broker's own sentence, and the next call tries again. */
  start(): Promise<Result<PaperAddress, string>>
  /** Writes one line of JSON to the process; false while none runs. */
  say(line: object): boolean
  /** Called once; what happened before is told now. */
  listen(ears: PaperListener): void
  close(): Promise<void>
}

/** As a process of Node, which ends when its standard input does. */
export const startNodeChild: StartChild = (entry, words) => {
  const child = spawn(process.execPath, [fileURLToPath(entry), ...words], { stdio: ['pipe', 'pipe', 'pipe'] })
  // A broker that is gone breaks its pipe; its end is told by `close`.
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
function readLine(line: string): Said | null {
  try {
    const said: unknown = JSON.parse(line)
    return typeof said === 'object' && said !== null ? (said as Said) : null
  } catch {
    // Not meant for us.
    return null
  }
}

/** The address in the line that says where it listens, or null. */
function readAddress({ restUrl, streamUrl, username, password }: Said): PaperAddress | null {
  const texts = [restUrl, streamUrl, username, password]
  if (!texts.every((text) => typeof text === 'string')) return null
  return {
    restUrl: restUrl as string,
    streamUrl: streamUrl as string,
    credentials: { username: username as string, password: password as string },
  }
}

/** Starts nothing yet. */
export function createVenueProcess(parts: VenueProcessOptions): VenueProcess {
  const { clock, name } = parts
  const { promise: ears, resolve: listen } = Promise.withResolvers<PaperListener>()
  const tell = (news: (to: PaperListener) => void): void => void ears.then(news)
  let child: Child | null = null
  let starting: Promise<Result<PaperAddress, string>> | null = null
  let ended: Promise<void> = Promise.resolve()
  let closed = false
  let failures = 0
  let stopRestart: Stop = () => {}

  const run = (settle: (outcome: Result<PaperAddress, string>) => void): void => {
    const running = parts.startChild(parts.entry, [...parts.options, '--parent'])
    child = running
    const startedAt = clock.monotonic()
    const lastWords: string[] = []
    let isReady = false
    const stopWaiting = clock.after(START_PATIENCE, () => running.kill())

    createInterface({ input: running.stdout }).on('line', (line) => {
      const said = readLine(line)
      if (!said || closed) return
      const address = isReady ? null : readAddress(said)
      if (!address) return tell((to) => to.said?.(said))
      isReady = true
      stopWaiting()
      tell((to) => to.ready(address, said))
      settle(ok(address))
    })
    createInterface({ input: running.stderr }).on('line', (line) => {
      if (lastWords.push(line) > LAST_WORDS) lastWords.shift()
      tell(({ log }) => log.warn(name, { sentence: line }))
    })
    ended = new Promise((resolve) => {
      running.onEnd((code, error) => {
        stopWaiting()
        resolve()
        if (child !== running) return
        child = null
        starting = null
        const said = lastWords.find((line) => line.trim() !== '')?.replace(OWN_NAME, '')
        const why = error ?? said ?? 'It said nothing.'
        settle(fail(isReady ? 'it ended' : why))
        if (closed) return
        tell(({ log }) => log.error(`${name} ended`, { code: String(code) }))
        // One that never listened is started again when somebody asks for it.
        if (!isReady) return
        if (clock.monotonic() - startedAt > HEALTHY_AFTER) failures = 0
        tell((to) => to.down(`The ${name} ended (${why}). Starting it again.`))
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
    tell((to) => to.down(`The ${name} did not start again: ${again.failure}`))
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
