/** A disk that forgets what was not synced when the machine stops: torn at any byte, full or broken when told. Serves the journal; knows its format only to tell what is durable. */

import type { Random } from '../../../shared/base/random.ts'
import type { JournalDisk } from '../../../electron/storage/journal/files/disk.ts'
import type { Machine } from './machine.ts'
import type { VirtualTime } from './virtualTime.ts'

interface Content {
  /** What a crash cannot take. */
  durable: Buffer
  now: Buffer
}

type Names = Map<string, Content>

export interface SimDisk {
  /** The disk as a process on this machine sees it. */
  mount(machine: Machine): JournalDisk
  /** Calls `run` at the n-th operation from now (0: the next), which happens or does not, and never answers. */
  crashAt(operation: number, run: () => void): void
  /** From the n-th operation from now, everything fails with this code until `healAt`. */
  failFrom(operation: number, code: string, healAt: number): void
  /** Until then nothing that is written gets to the disk; it answers afterwards, and all is there. */
  hang(until: number): void
  heal(): void
  /** The machine lost its power: what was not synced is left in part, or not at all. */
  losePower(): void
  /** Operations so far, on all machines. */
  readonly operations: number
}

export interface SimDiskOptions {
  readonly time: VirtualTime
  readonly random: Random
  /** Whole lines of a file that became durable. */
  readonly onDurable: (path: string, lines: readonly string[]) => void
  /** Bytes are cut off a file; `kept`: another file that outlives a crash holds them. */
  readonly onCut: (path: string, bytes: number, kept: boolean) => void
  /** An operation fails now. */
  readonly onFailure: (kind: 'read' | 'write') => void
  /** What a loss of power leaves of a file that was written to since its last sync. */
  readonly torn: (durable: Buffer, now: Buffer, random: Random) => Buffer
}

const SYNC_MS = 1
const EMPTY = Buffer.alloc(0)

/** What a crash leaves of the bytes that were written since the last sync: nothing, all, the first so many, or with a hole that reads as zeros. */
export function tornBytes(durable: Buffer, now: Buffer, random: Random): Buffer {
  if (now.length < durable.length || durable.compare(now, 0, durable.length) !== 0)
    return random.next() < 0.5 ? durable : now
  const fresh = now.length - durable.length
  const kind = random.integer(4)
  if (kind === 0 || fresh === 0) return durable
  if (kind === 1) return now
  const kept = now.subarray(0, durable.length + random.integer(fresh + 1))
  if (kind === 2) return kept
  const from = durable.length + random.integer(Math.max(1, kept.length - durable.length))
  const holed = Buffer.from(kept)
  holed.fill(0, from, Math.min(kept.length, from + 1 + random.integer(64)))
  return holed
}

export function openSimDisk({ time, random, onDurable, onCut, onFailure, torn }: SimDiskOptions): SimDisk {
  let names: Names = new Map()
  let durableNames: Names = new Map()
  /** Changes of names since the last sync of their folder, oldest first. */
  let unsynced: ((to: Names) => void)[] = []
  const told = new Map<string, number>()
  let operations = 0
  let crash: { at: number; run: () => void } | null = null
  let hangsUntil = 0
  let broken: { from: number; code: string; healAt: number } | null = null

  const rename = (change: (to: Names) => void): void => {
    change(names)
    unsynced.push(change)
  }
  const tellDurable = (path: string, { durable }: Content): void => {
    const from = Math.min(told.get(path) ?? 0, durable.length)
    const end = durable.lastIndexOf(0x0a) + 1
    told.set(path, Math.max(from, end))
    if (end > from) onDurable(path, durable.subarray(from, end).toString('utf8').split('\n').slice(0, -1))
  }
  const contentOf = (path: string): Content => {
    const content = names.get(path)
    if (!content) throw Object.assign(new Error(`no such file ${path}`), { code: 'ENOENT' })
    return content
  }

  const mount = (machine: Machine): JournalDisk => {
    /** One operation: happens now, or fails, or is the last. */
    const operation = async <T>(kind: 'read' | 'write', ms: number, run: () => T): Promise<T> => {
      if (!machine.isOn) return await new Promise<never>(() => {})
      const mine = operations++
      if (crash && mine >= crash.at) {
        const { run: end } = crash
        crash = null
        if (random.next() < 0.5) run()
        end()
        return await new Promise<never>(() => {})
      }
      // A full or read-only disk can still be read.
      const hits = broken !== null && (kind === 'write' || broken.code === 'EIO')
      if (broken && hits && mine >= broken.from && time.elapsed < broken.healAt) {
        onFailure(kind)
        throw Object.assign(new Error(`the disk says ${broken.code}`), { code: broken.code })
      }
      const wait = kind === 'write' ? Math.max(ms, hangsUntil - time.elapsed) : ms
      if (wait > 0)
        await new Promise<void>((resolve) => {
          machine.clock.after(wait, resolve)
        })
      return run()
    }
    return {
      makeFolder: () => operation('read', 0, () => undefined),
      list: (folder) =>
        operation('read', 0, () =>
          [...names.keys()].flatMap((path) =>
            path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
          ),
        ),
      read: (path) => operation('read', 0, () => names.get(path)?.now ?? null),
      create: (path, bytes) =>
        operation('write', 0, () => {
          if (names.has(path)) throw Object.assign(new Error(`${path} is there`), { code: 'EEXIST' })
          const content: Content = { durable: EMPTY, now: Buffer.from(bytes) }
          rename((to) => to.set(path, content))
        }),
      append: (path, bytes) =>
        operation('write', 0, () => {
          const content = contentOf(path)
          content.now = Buffer.concat([content.now, bytes])
        }),
      sync: (path) =>
        operation('write', SYNC_MS, () => {
          const content = contentOf(path)
          content.durable = content.now
          tellDurable(path, content)
        }),
      truncate: (path, size) =>
        operation('write', 0, () => {
          const content = contentOf(path)
          const cut = content.now.subarray(size)
          if (cut.length > 0)
            onCut(
              path,
              cut.length,
              [...durableNames.values()].some((of) => of !== content && of.durable.includes(cut)),
            )
          content.now = content.now.subarray(0, size)
        }),
      rename: (from, to) =>
        operation('write', 0, () => {
          const content = contentOf(from)
          rename((of) => {
            of.delete(from)
            of.set(to, content)
          })
        }),
      remove: (path) =>
        operation('write', 0, () => {
          contentOf(path)
          rename((of) => of.delete(path))
        }),
      syncFolder: () =>
        operation('write', SYNC_MS, () => {
          durableNames = new Map(names)
          unsynced = []
          for (const [path, content] of names) tellDurable(path, content)
        }),
      turn: () => new Promise<void>((resolve) => void machine.clock.after(0, resolve)),
      close: () => operation('read', 0, () => undefined),
    }
  }

  return {
    mount,
    crashAt(operation, run) {
      crash = { at: operations + operation, run }
    },
    failFrom(operation, code, healAt) {
      broken = { from: operations + operation, code, healAt }
    },
    hang(until) {
      hangsUntil = until
    },
    heal() {
      hangsUntil = 0
      broken = null
      crash = null
    },
    losePower() {
      // A file system keeps the order of changes to names, not how many of them.
      for (const change of unsynced.slice(0, random.integer(unsynced.length + 1))) change(durableNames)
      unsynced = []
      for (const content of durableNames.values()) {
        content.durable = torn(content.durable, content.now, random)
        content.now = content.durable
      }
      names = new Map(durableNames)
      crash = null
    },
    get operations() {
      return operations
    },
  }
}
