/** Starts the paper broker or the replay as a utility process of Electron. Needs no fuse that lets the installed program run as Node. */

import { utilityProcess } from 'electron'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Child, StartChild } from '../deskTypes.ts'

/** Name in Electron's lists of processes. The core handles the end of this process, not the window. */
export const SERVICE = 'Openpit venue'

/**
 * Copies an output so that it outlives the `exit` event. Electron removes all listeners from its stream right after
 * that event (`lib/browser/api/utility-process.ts`), while the child's last output may still be on its way.
 */
function outputOf(stream: NodeJS.ReadableStream | null): { copy: PassThrough; goOn: () => void } {
  const copy = new PassThrough()
  stream?.pipe(copy)
  return { copy, goOn: () => (stream ? void stream.pipe(copy) : copy.end()) }
}

const over = (stream: PassThrough): Promise<void> => finished(stream).catch(() => {})

/** Call once Electron is ready. The child learns of its end through `parentPort`, because a utility process has no standard input. */
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
