/** Opens the databases of the history thread and runs transactions on them; says in one sentence why it cannot. Knows nothing of what is kept. */

import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CANDLES, type DatabaseFile } from './schema.ts'

export const HISTORY_FILE = CANDLES.name

/** Bytes of the write-ahead log that a checkpoint leaves. */
const LOG_KEPT = 8 << 20

/**
 * Opens a database file in a folder, or a database in memory when null. Committed changes survive a killed process; a power cut may
 * take the newest but never half of one. Throws one sentence, and leaves the file as it is, when it
 * is damaged, of another version, in use by another terminal, or cannot be written.
 */
export function openDatabase(directory: string | null, kind: DatabaseFile = CANDLES): DatabaseSync {
  if (directory === null) return prepared(new DatabaseSync(':memory:'), kind)
  const file = join(directory, kind.name)
  let database: DatabaseSync | null = null
  try {
    // Made by us, so that no other account may read it; SQLite gives the files beside it the same rights.
    closeSync(openSync(file, 'a', 0o600))
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec(
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LOG_KEPT}`,
    )
    return prepared(database, kind)
  } catch (error) {
    database?.close()
    throw new Error(`${file} ${reasonOf(error)}`, { cause: error })
  }
}

/** Runs all of `run` or, when it throws, nothing of it. */
export function transaction(database: DatabaseSync, run: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    run()
    database.exec('COMMIT')
  } catch (error) {
    // A full disk may have rolled it back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

class OtherVersion extends Error {}

function prepared(database: DatabaseSync, kind: DatabaseFile): DatabaseSync {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version === 0)
    database.exec(`BEGIN IMMEDIATE; ${kind.schema}; PRAGMA user_version = ${kind.version}; COMMIT`)
  else if (version !== kind.version)
    throw new OtherVersion(`is of version ${version}, and this terminal reads version ${kind.version}`)
  const sound = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (sound !== 'ok') throw new Error('database disk image is malformed')
  return database
}

/** What became of a file, in words that follow its name. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof OtherVersion) return message
  if (/locked|busy/.test(message)) return 'is in use by another terminal'
  if (/full|ENOSPC/.test(message)) return 'cannot grow: the disk is full'
  if (/readonly|unable to open|EACCES|EROFS|EPERM|EISDIR|ENOENT|ENOTDIR/.test(message))
    return 'cannot be written'
  if (/malformed|not a database|corrupt/.test(message)) return 'is damaged'
  return `cannot be used (${message})`
}
