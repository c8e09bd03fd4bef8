/** A disk that forgets what was not synced when the machine stops: torn at any byte, full or broken on demand. Serves the journal; knows its format only to tell what is durable. */

import type { Random } from '../../../shared/base/random.ts'
import type { JournalDisk } from '../../../electron/storage/journal/files/disk.ts'
import type { Machine } from './machine.ts'
import { SimFiles, type SimFilesOptions } from './simFiles.ts'
import type { VirtualTime } from './virtualTime.ts'

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

export interface SimDiskOptions extends SimFilesOptions {
  readonly time: VirtualTime
  /** An operation fails now. */
  readonly onFailure: (kind: 'read' | 'write') => void
}

const SYNC_MS = 1

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

export function openSimDisk(options: SimDiskOptions): SimDisk {
  const { time, random, onFailure } = options
  const files = new SimFiles(options)
  let operations = 0
  let crash: { at: number; run: () => void } | null = null
  let hangsUntil = 0
  let broken: { from: number; code: string; healAt: number } | null = null

  /** One operation: happens now, or fails, or is the last. */
  const operation = async <T>(
    machine: Machine,
    kind: 'read' | 'write',
    ms: number,
    run: () => T,
  ): Promise<T> => {
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

  const mount = (machine: Machine): JournalDisk => {
    const read = <T>(run: () => T) => operation(machine, 'read', 0, run)
    const write = (run: () => void, ms = 0) => operation(machine, 'write', ms, run)
    return {
      makeFolder: () => read(() => undefined),
      list: (folder) => read(() => files.list(folder)),
      read: (path) => read(() => files.read(path)),
      create: (path, bytes) => write(() => files.create(path, bytes)),
      append: (path, bytes) => write(() => files.append(path, bytes)),
      sync: (path) => write(() => files.sync(path), SYNC_MS),
      truncate: (path, size) => write(() => files.truncate(path, size)),
      rename: (from, to) => write(() => files.rename(from, to)),
      remove: (path) => write(() => files.remove(path)),
      syncFolder: () => write(() => files.syncFolder(), SYNC_MS),
      turn: () => new Promise<void>((resolve) => void machine.clock.after(0, resolve)),
      close: () => read(() => undefined),
    }
  }

  return {
    mount,
    crashAt(from, run) {
      crash = { at: operations + from, run }
    },
    failFrom(from, code, healAt) {
      broken = { from: operations + from, code, healAt }
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
      files.losePower()
      crash = null
    },
    get operations() {
      return operations
    },
  }
}
