/** Starts the paper broker or the replay as a utility process of Electron. Needs no fuse that would let the installed program run as Node. */

import { utilityProcess } from 'electron'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Child, StartChild } from '../deskTypes.ts'

/** The name in Electron's own lists of processes; its end is the desk's affair and not the window's. */
export const SERVICE = 'Openpit venue'

/**
 * A copy of an output that outlives the `exit` event: Electron takes all listeners off its own stream right after that event
 * (`lib/browser/api/utility-process.ts`), when the last words of the child may still be on their way.
 */
function outputOf(stream: NodeJS.ReadableStream | null): { copy: PassThrough; goOn: () => void } {
  const copy = new PassThrough()
  stream?.pipe(copy)
  return { copy, goOn: () => (stream ? void stream.pipe(copy) : copy.end()) }
}

const over = (stream: PassThrough): Promise<void> => finished(stream).catch(() => {})

/** Only once Electron is ready. The child hears of its end through `parentPort`, because a utility process has no standard input. */
export const startUtilityChild: StartChild = (entry, words): Child => {
  const child = utilityProcess.fork(fileURLToPath(entry), [...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: SERVICE,
  })
  const stdout = outputOf(child.stdout)
  const stderr = outputOf(child.stderr)
  return {
    stdout: stdout.copy,
    stderr: stderr.copy,
    onEnd(ended) {
      child.once('exit', (code) => {
        queueMicrotask(() => {
          stdout.goOn()
          stderr.goOn()
        })
        void Promise.all([over(stdout.copy), over(stderr.copy)]).then(() => ended(code, null))
      })
    },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a page: it has no origin
    say: (line) => child.postMessage(line),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a page: it has no origin
    end: () => child.postMessage('end'),
    kill: () => void child.kill(),
  }
}
