/** Starts the real terminal (or the paper broker alone) as a child process, for stories in a browser and for pictures. */

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Started {
  /** What the line that was waited for held. */
  readonly match: RegExpExecArray
  /** Everything printed so far, both streams. */
  output(): string
  /** Asks it to end and waits until it has. */
  stop(): Promise<number | null>
  /** Ends it at once, as `kill -9` does, and waits until it is gone. */
  kill(): Promise<void>
}

/** Runs one of the project's entries until it prints a line that fits `ready`; rejects with its output when it ends first or takes over `limitMs`. */
export function startEntry(
  entry: string,
  args: readonly string[],
  ready: RegExp,
  limitMs = 60_000,
): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, [join(root, entry), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const stop = async () => {
    child.kill('SIGTERM')
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
    const code = await ended
    clearTimeout(hard)
    return code
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return new Promise((started, failed) => {
    const limit = setTimeout(() => {
      void stop()
      failed(new Error(`${entry} was not ready within ${limitMs} ms:\n${output}`))
    }, limitMs)
    const hear = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const match = ready.exec(output)
      if (!match) return
      clearTimeout(limit)
      started({ match, output: () => output, stop, kill })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(limit)
      failed(new Error(`${entry} ended with code ${code}:\n${output}`))
    })
  })
}

/** A folder that is gone when the story ends. */
export function scratchFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'openpit-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export interface Terminal {
  /** The newest address, to open in one window of a browser; another one once that was opened. */
  readonly url: string
  readonly dataDirectory: string
  output(): string
  stop(): Promise<void>
}

/** The terminal on the built-in paper broker, served for a browser on a free port, with its own data folder. */
export async function startTerminal(...args: string[]): Promise<Terminal> {
  const data = scratchFolder()
  const started = await startEntry(
    'electron/start.js',
    ['--browser', '--no-open', '--port', '0', '--data-dir', data.path, ...args],
    /ready at (http:\/\/127\.0\.0\.1:\d+\/#\S+)/,
  )
  return {
    get url() {
      return [...started.output().matchAll(/http:\/\/127\.0\.0\.1:\d+\/#\S+/g)].at(-1)?.[0] ?? ''
    },
    dataDirectory: data.path,
    output: () => started.output(),
    stop: async () => {
      await started.stop()
      data.remove()
    },
  }
}

export interface Paper {
  readonly restUrl: string
  readonly streamUrl: string
  readonly username: string
  readonly password: string
  readonly customers: readonly string[]
  output(): string
  stop(): Promise<void>
}

/** The paper broker alone, as `npm run paper` starts it. */
export async function startPaper(...args: string[]): Promise<Paper> {
  const started = await startEntry(
    'electron/paper/main.ts',
    ['--port', '0', ...args],
    /^(\{.*"restUrl".*\})$/m,
  )
  const line = JSON.parse(started.match[1] ?? '{}') as Omit<Paper, 'output' | 'stop'>
  return { ...line, output: () => started.output(), stop: async () => void (await started.stop()) }
}
