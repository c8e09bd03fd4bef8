/** The venue that a desk brings along, paper broker or replay, as a child process: started, watched, started again, ended. Its credentials pass through and are never written. */

import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Clock, Stop } from '../shared/base/clock.ts'
import { fail, ok, type Result } from '../shared/base/result.ts'
import type { Credentials, Log } from './core/ports.ts'

/** Ms until a broker must have said where it listens; reading a recorded market takes its time. */
const START_PATIENCE = 30_000
const END_PATIENCE = 5_000
/** Ms until a broker that ended is started again, doubled each time; forgotten after `HEALTHY_AFTER`. */
const RESTART_BASE = 500
const RESTART_CAP = 30_000
const HEALTHY_AFTER = 60_000
/** Lines of its last words that are kept. */
const LAST_WORDS = 20

/** One line of its output, as JSON. */
export type Said = Readonly<Partial<Record<string, unknown>>>

export interface PaperAddress {
  readonly restUrl: string
  readonly streamUrl: string
  readonly credentials: Credentials
}

export interface PaperProcessParts {
  /** What it is called in sentences and in the log. */
  readonly name: string
  readonly clock: Clock
  /** `paper/main.ts`, or `.js` when built. */
  readonly entry: URL
  readonly options: readonly string[]
}

/** What hears of the process. */
export interface PaperEars {
  readonly log: Log
  /** A broker listens; called again after each new start. */
  readonly ready: (address: PaperAddress, said: Said) => void
  /** A JSON object that it said besides. */
  readonly said?: (said: Said) => void
  /** The broker ended by itself. */
  readonly down: (sentence: string) => void
}

export interface PaperProcess {
  /** How the first start went; a failure is the broker's own last sentence. */
  readonly first: Promise<Result<null, string>>
  /** Called once; what happened before is told now. */
  listen(ears: PaperEars): void
  close(): Promise<void>
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

export function startPaperProcess(parts: PaperProcessParts): PaperProcess {
  const { clock, name } = parts
  const { promise: ears, resolve: listen } = Promise.withResolvers<PaperEars>()
  const tell = (news: (to: PaperEars) => void): void => void ears.then(news)
  let child: ChildProcess | null = null
  let ended: Promise<void> = Promise.resolve()
  let closed = false
  let failures = 0
  let stopRestart: Stop = () => {}

  const start = (settle: (outcome: Result<null, string>) => void): void => {
    // Electron's own binary runs a script only when told to be Node.
    const asNode = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }
    const running = spawn(process.execPath, [fileURLToPath(parts.entry), ...parts.options, '--parent'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...asNode },
    })
    child = running
    const startedAt = clock.monotonic()
    const lastWords: string[] = []
    let isReady = false
    const stopWaiting = clock.after(START_PATIENCE, () => running.kill('SIGKILL'))

    createInterface({ input: running.stdout }).on('line', (line) => {
      const said = readLine(line)
      if (!said || closed) return
      const address = isReady ? null : readAddress(said)
      if (!address) return tell((to) => to.said?.(said))
      isReady = true
      stopWaiting()
      tell((to) => to.ready(address, said))
      settle(ok(null))
    })
    createInterface({ input: running.stderr }).on('line', (line) => {
      if (lastWords.push(line) > LAST_WORDS) lastWords.shift()
      tell(({ log }) => log.warn(name, { sentence: line }))
    })
    // A broker that is gone breaks its pipe; its end is told by `close`.
    running.stdin.on('error', () => {})
    ended = new Promise((resolve) => {
      const gone = (code: number | null) => {
        stopWaiting()
        resolve()
        if (child !== running) return
        child = null
        const why = lastWords.find((line) => line.trim() !== '') ?? 'it said nothing'
        settle(fail(isReady ? 'it ended' : why))
        if (closed) return
        tell(({ log }) => log.error(`${name} ended`, { code: String(code) }))
        if (clock.monotonic() - startedAt > HEALTHY_AFTER) failures = 0
        tell((to) => to.down(`The ${name} ended (${why}). Starting it again.`))
        stopRestart = clock.after(Math.min(RESTART_CAP, RESTART_BASE * 2 ** failures++), () =>
          start(() => {}),
        )
      }
      running.once('error', (error) => {
        lastWords.push(error.message)
        gone(null)
      })
      running.once('close', gone)
    })
  }

  const first = new Promise<Result<null, string>>((resolve) => start(resolve))
  return {
    first,
    listen,
    async close() {
      closed = true
      stopRestart()
      const running = child
      if (!running) return
      const stop = clock.after(END_PATIENCE, () => running.kill('SIGKILL'))
      running.stdin?.end()
      running.kill('SIGTERM')
      await ended
      stop()
    },
  }
}
