/** The real disk of the journal: node:fs under one data folder. Repeats no failed operation. */

import { constants, type Dirent } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalDisk } from './disk.ts'

const OWNER_ONLY = 0o600
const FOLDER_OF_OWNER = 0o700

const missing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** `directory`: absolute. Node's fdatasync asks macOS for F_FULLFSYNC, which also empties the drive's own cache. */
export function nodeDisk(directory: string): JournalDisk {
  const at = (path: string) => join(directory, path)
  /** Open files that were written. A sync must use the descriptor that wrote, or a failed write-back goes unnoticed. */
  const held = new Map<string, FileHandle>()

  const handleOf = async (path: string): Promise<FileHandle> => {
    const known = held.get(path)
    if (known) return known
    const opened = await open(at(path), constants.O_WRONLY | constants.O_APPEND)
    held.set(path, opened)
    return opened
  }
  const closeFile = async (path: string): Promise<void> => {
    const known = held.get(path)
    held.delete(path)
    await known?.close()
  }
  /** Writes all of the bytes: one system call may write only a part. */
  const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
    for (let done = 0; done < bytes.length;)
      done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten
  }

  return {
    async makeFolder(folder) {
      await mkdir(at(folder), { recursive: true, mode: FOLDER_OF_OWNER })
    },
    async list(folder) {
      let found: Dirent[]
      try {
        found = await readdir(at(folder), { withFileTypes: true })
      } catch (error) {
        if (missing(error)) return []
        throw error
      }
      return found.map((entry) => entry.name)
    },
    async read(path) {
      try {
        return await readFile(at(path))
      } catch (error) {
        if (missing(error)) return null
        // The system names no path where a folder is read as a file.
        throw error instanceof Error ? Object.assign(error, { path: at(path) }) : error
      }
    },
    async create(path, bytes) {
      const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL
      const handle = await open(at(path), flags, OWNER_ONLY)
      held.set(path, handle)
      await writeAll(handle, bytes)
    },
    async append(path, bytes) {
      await writeAll(await handleOf(path), bytes)
    },
    async sync(path) {
      await (await handleOf(path)).datasync()
    },
    async whyReplaced(path, size) {
      const handle = held.get(path)
      if (!handle) return null
      try {
        const [written, named] = await Promise.all([handle.stat(), stat(at(path))])
        if (written.ino !== named.ino || written.dev !== named.dev)
          return `${path} was replaced by another file`
        return named.size < size ? `${path} was cut short` : null
      } catch (error) {
        if (missing(error)) return `${path} was removed`
        // The file was closed in between. It is checked again before the next write.
        if (held.get(path) !== handle) return null
        throw error
      }
    },
    async truncate(path, size) {
      await (await handleOf(path)).truncate(size)
    },
    async rename(from, to) {
      await closeFile(to)
      await closeFile(from)
      await rename(at(from), at(to))
    },
    async remove(path) {
      await closeFile(path)
      await rm(at(path))
    },
    async syncFolder(folder) {
      // Windows cannot open folders. Its file system journals names by itself.
      if (process.platform === 'win32') return
      const handle = await open(at(folder), constants.O_RDONLY)
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    async close() {
      for (const path of held.keys()) await closeFile(path)
    },
  }
}
