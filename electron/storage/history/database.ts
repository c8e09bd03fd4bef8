/** Opens the databases of the history thread and runs transactions on them. Fails with one sentence. Reads no table. */

import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathFault } from '../pathFault.ts'
import { CANDLES, type DatabaseFile } from './schema.ts'

export const HISTORY_FILE = CANDLES.name

/** Bytes to which a checkpoint shortens the write-ahead log. */
const LONGEST_LOG = 8 << 20

/**
 * Opens a database file in a folder; null opens a database in memory. Committed changes survive a killed process. A power cut may lose the
 * newest changes, never a part of one. Throws an UnusableDatabase where the file is damaged, of another version, in use by another terminal, or not
 * writable. The file then stays unchanged.
 */
export function openDatabase(directory: string | null, kind: DatabaseFile = CANDLES): DatabaseSync {
  if (directory === null) return prepared(new DatabaseSync(':memory:'), kind)
  const file = join(directory, kind.name)
  const fault = pathFault(file, 'file')
  if (fault) throw new UnusableDatabase(fault.what, fault.fix)
  let database: DatabaseSync | null = null
  try {
    // Created here with its rights, so that no other account can read it. SQLite gives the files beside it the same rights.
    closeSync(openSync(file, 'a', 0o600))
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec(
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LONGEST_LOG}`,
    )
    return prepared(database, kind)
  } catch (error) {
    database?.close()
    throw new UnusableDatabase(`${file} ${reasonOf(error)}`, fixOf(error, file), { cause: error })
  }
}

/** Runs `run` in one transaction. Rolls back and throws when `run` throws. */
export function transaction(database: DatabaseSync, run: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    run()
    database.exec('COMMIT')
  } catch (error) {
    // A full disk may have rolled the transaction back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** The message names the file and says why it cannot be used, without a full stop. */
export class UnusableDatabase extends Error {
  /** What to do: the beginning of a sentence. */
  readonly fix: string
  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options)
    this.fix = fix
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

/** Why a file cannot be used, in words that follow its name. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof OtherVersion) return message
  if (/locked|busy/.test(message)) return 'is in use by another terminal'
  if (/full|ENOSPC/.test(message)) return 'cannot grow: the disk is full'
  if (/disk I\/O|EIO/.test(message)) return 'cannot be written: the disk failed or was removed'
  if (/readonly|unable to open|EACCES|EROFS|EPERM|EISDIR|ENOENT|ENOTDIR/.test(message))
    return 'cannot be written'
  if (/malformed|not a database|corrupt/.test(message)) return 'is damaged'
  return `cannot be used (${message})`
}

/** What to do about a file that cannot be used: the beginning of a sentence. */
export function fixOf(error: unknown, file: string): string {
  const reason = reasonOf(error)
  if (reason === 'is in use by another terminal') return 'Close the other terminal'
  if (reason === 'cannot grow: the disk is full') return 'Free disk space'
  if (reason === 'cannot be written: the disk failed or was removed') return 'Check the disk'
  return reason === 'cannot be written'
    ? `Give this account the right to read and write ${file}`
    : `Move ${file} away`
}
