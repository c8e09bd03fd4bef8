/** Opens the database file and runs transactions on it. Names no table. */

import { closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { IN_USE, PAPER_FILE as FILE, SCHEMA, SCHEMA_VERSION } from './schema.ts'
import { contentFault, fileBefore, hasTables, type FileBefore } from './soundness.ts'

export interface Database {
  /** A prepared statement, cached by its text. */
  readonly statement: (sql: string) => StatementSync
  /** Inserts one record; its keys are the columns. */
  insert(table: string, record: object): void
  /** Runs `run` as a transaction: all of it, or nothing when it throws. Joins a transaction under way. */
  readonly transaction: <T>(run: () => T) => T
  /** What a start lost of the accounts of earlier runs, one sentence each. */
  readonly losses: readonly string[]
  readonly close: () => void
}

/**
 * Opens `paper.sqlite` in `directory` (created if missing), or a database in memory when null. Committed data survives a killed process.
 * Throws one sentence when the folder cannot be used, the file has another version, or another broker has it open.
 */
export function openDatabase(directory: string | null): Database {
  const { connection, losses } = connect(directory)
  const prepared = new Map<string, StatementSync>()
  let depth = 0

  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known) return known
    const made = connection.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  return {
    statement,
    insert(table, record) {
      const columns = Object.keys(record)
      const holders = columns.map((column) => `:${column}`)
      statement(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${holders.join(', ')})`).run(
        record as Record<string, SQLInputValue>,
      )
    },
    transaction(run) {
      if (depth > 0) return run()
      connection.exec('BEGIN IMMEDIATE')
      depth++
      try {
        const value = run()
        connection.exec('COMMIT')
        return value
      } catch (error) {
        // After a full disk SQLite has rolled back by itself.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      } finally {
        depth--
      }
    },
    losses,
    close() {
      try {
        connection.exec('PRAGMA application_id = 0')
      } catch {
        // The disk is full or read-only: the mark stays, and so does the log that it stands for.
      }
      connection.close()
    },
  }
}

interface Connected {
  readonly connection: DatabaseSync
  readonly losses: readonly string[]
}

function connect(directory: string | null): Connected {
  if (directory === null) return { connection: prepareSchema(new DatabaseSync(':memory:'), 0), losses: [] }
  const file = join(directory, FILE)
  let connection: DatabaseSync | undefined
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const before = fileBefore(file)
    if (before.refused !== null) throw new Unusable(before.refused)
    // Created here with mode 600, so that no other account may read it. SQLite gives the files beside it the same mode.
    closeSync(openSync(file, 'a', 0o600))
    connection = new DatabaseSync(file)
    connection.exec('PRAGMA locking_mode = EXCLUSIVE')
    // Before the first write: a file that this version cannot read stays unchanged.
    const version = versionOf(connection)
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    prepareSchema(connection, version)
    // In the file itself, not in the log, so that a start without the log can tell.
    connection.exec(`PRAGMA application_id = ${IN_USE}; PRAGMA wal_checkpoint(FULL)`)
    return { connection, losses: lossesOf(file, before, version) }
  } catch (error) {
    connection?.close()
    throw new Error(`Cannot keep state in ${directory}: ${placeHint(directory) ?? hintOf(error)}.`, {
      cause: error,
    })
  }
}

/** The file is damaged or not this broker's. The message says so without its full stop. */
class Unusable extends Error {}

const AGAIN = 'then start the broker again'
const BEGIN_ANEW =
  'Nothing was changed. Restore the folder from a backup. To begin anew, move its files away; accounts and orders stay in the moved files'

function lossesOf(
  file: string,
  { isEmpty, isLogLost, isLogCut }: FileBefore,
  version: number,
): readonly string[] {
  if (isLogLost || isLogCut)
    return [
      `The paper broker ended without closing ${file}, and ${FILE}-wal with its last changes is ${isLogLost ? 'gone' : 'damaged'}. Its accounts are older than the last orders, and later paper orders and fills are missing. Compare the positions of each customer before you go on, or restore the folder from a backup.`,
    ]
  return isEmpty && version === 0
    ? [
        `${file} was empty, so the paper accounts begin anew. Earlier paper orders and positions are gone. If there were any, restore the folder from a backup.`,
      ]
    : []
}

/** The fault of the file and the next step, without the full stop. */
function hintOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof Unusable) return `${reason}. ${BEGIN_ANEW}`
  if (/locked|busy/.test(reason))
    return `another paper broker uses it, or another program. Close that one, ${AGAIN}`
  if (/malformed|not a database|corrupt/.test(reason)) return `${FILE} is damaged. ${BEGIN_ANEW}`
  if (/EISDIR/.test(reason)) return `${FILE} is a folder and must be a file. Move the folder away, ${AGAIN}`
  if (/EROFS|readonly/.test(reason)) return `the folder is read-only. Make it writable, ${AGAIN}`
  if (/EACCES|EPERM|unable to open/.test(reason))
    return `this account may not write there. Give this account the right to read and write there, ${AGAIN}`
  if (/ENOSPC|full/.test(reason)) return `the disk is full. Free disk space, ${AGAIN}`
  if (/disk I\/O/.test(reason)) return `the disk failed. Check the disk, ${AGAIN}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return `${code === '' ? reason : `the system reported ${code}`}. Correct the cause, ${AGAIN}`
}

/** Why a change could not be stored while the broker runs, a sentence with the next step; null: the error is not one of the database. */
export const whyNotStored = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
    ? `A change of the paper accounts could not be stored, and nothing of it was: ${hintOf(error)}.`
    : null

/** What stands in the place of the folder, and the next step, without the full stop. Null: a folder, or nothing. */
function placeHint(directory: string): string | null {
  let isLink = false
  try {
    isLink = lstatSync(directory).isSymbolicLink()
    return statSync(directory).isDirectory()
      ? null
      : `it is a file and must be a folder. Move the file away, ${AGAIN}`
  } catch {
    return isLink ? `it is a link that leads nowhere. Remove the link, ${AGAIN}` : null
  }
}

/** 0 for a file without tables. Throws for one that is damaged or of another version. */
function versionOf(connection: DatabaseSync): number {
  const sound = connection.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (sound !== 'ok') throw new Error('database disk image is malformed')
  const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version !== 0 && version !== SCHEMA_VERSION)
    throw new Unusable(
      `${FILE} was written by another Openpit (version ${version}; this one reads version ${SCHEMA_VERSION}${version < SCHEMA_VERSION ? ', and a start of the terminal on the data folder brings it forward' : ''})`,
    )
  if (version === 0) {
    if (hasTables(connection))
      throw new Unusable(`${FILE} does not say its version, so another program wrote it, or it is damaged`)
    return version
  }
  const fault = contentFault(connection)
  if (fault !== null) throw new Unusable(`${FILE} is damaged: ${fault}`)
  return version
}

function prepareSchema(connection: DatabaseSync, version: number): DatabaseSync {
  if (version === 0)
    connection.exec(`BEGIN IMMEDIATE; ${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  return connection
}
