/** Reads command lines and heaps of running processes on Linux. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'

export interface RunningProcess {
  readonly pid: number
  /** Its words, with spaces between. */
  readonly commandLine: string
}

/** Every process of this machine whose command line holds `word`. */
export function processesWith(word: string): readonly RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return commandLine.includes(word) ? [{ pid: Number(name), commandLine }] : []
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}

/** The options of Node with which a process writes its heap into `folder` on a signal. */
export const heapOptions = (folder: string): string =>
  `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`

const snapshotsIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'))

/** The strings in the heap of a process that runs with `heapOptions(folder)`, after a full collection. */
export async function heapOf(pid: number, folder: string): Promise<string> {
  const before = new Set(snapshotsIn(folder))
  process.kill(pid, 'SIGUSR2')
  const text = await until(`the heap of process ${pid}`, () => {
    const name = snapshotsIn(folder).find((found) => !before.has(found))
    if (name === undefined) return null
    const written = readFileSync(join(folder, name), 'utf8')
    // A snapshot is one JSON text: its last characters say that it is whole.
    return written.trimEnd().endsWith(']}') ? written : null
  })
  return stringsOf(text)
}

/** The strings of a heap snapshot, one a line. */
export const stringsOf = (snapshot: string): string =>
  (JSON.parse(snapshot) as { readonly strings: readonly string[] }).strings.join('\n')
