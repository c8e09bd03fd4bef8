/** Reads the version of a database file, and works on a copy of one. Changes nothing beside the file: opening a database there would. */

import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The first bytes of a database file (https://www.sqlite.org/fileformat2.html). */
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1')
/** The byte of the header at which `PRAGMA user_version` is, four bytes, big-endian. */
const USER_VERSION = 60
const HEADER = 100

/** Runs `work` on a copy of a database with its write-ahead log, in a folder of its own. */
export function onCopy<T>(path: string, work: (database: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-check-'))
  try {
    const copy = join(folder, basename(path))
    for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
    const database = new DatabaseSync(copy)
    try {
      return work(database)
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const userVersion = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'])

/** Null where the file is no database, or has no tables yet. Throws where it cannot be read. */
export function databaseVersion(path: string): number | null {
  // A run that was killed leaves its newest pages, and with them perhaps the version, in the log.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return onCopy(path, userVersion) || null
  const header = Buffer.alloc(HEADER)
  const file = openSync(path, 'r')
  try {
    const isDatabase = readSync(file, header, 0, HEADER, 0) === HEADER && header.indexOf(MAGIC) === 0
    return isDatabase ? header.readUInt32BE(USER_VERSION) || null : null
  } finally {
    closeSync(file)
  }
}
