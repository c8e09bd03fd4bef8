/** Opens the database file and runs transactions on it. Knows nothing of what is kept. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'

const FILE = 'paper.sqlite'

export interface Database {
  /** A prepared statement, made once per text. */
  readonly statement: (sql: string) => StatementSync
  /** Inserts one record; its keys are the columns. */
  insert(table: string, record: object): void
  /** Runs all of `run` or, when it throws, nothing of it. Inside another transaction it joins that one. */
  readonly transaction: <T>(run: () => T) => T
  readonly close: () => void
}

/**
 * Opens `paper.sqlite` in `directory` (made if missing), or a database in memory when null. What is committed survives a killed
 * process. Throws one sentence when the folder cannot be used, the file is of another version, or another broker has it open.
 */
export function openDatabase(directory: string | null): Database {
  const connection = connect(directory)
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
        connection.exec('ROLLBACK')
        throw error
      } finally {
        depth--
      }
    },
    close: () => connection.close(),
  }
}

function connect(directory: string | null): DatabaseSync {
  if (directory === null) return prepareSchema(new DatabaseSync(':memory:'), 'the database')
  const file = join(directory, FILE)
  let connection: DatabaseSync | undefined
  try {
    mkdirSync(directory, { recursive: true })
    connection = new DatabaseSync(file)
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    return prepareSchema(connection, file)
  } catch (error) {
    connection?.close()
    const reason = error instanceof Error ? error.message : String(error)
    const hint = reason.includes('locked') ? 'another paper broker uses it' : reason
    throw new Error(`Cannot keep state in ${directory}: ${hint}.`, { cause: error })
  }
}

function prepareSchema(connection: DatabaseSync, name: string): DatabaseSync {
  const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version === 0)
    connection.exec(`BEGIN IMMEDIATE; ${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  else if (version !== SCHEMA_VERSION)
    throw new Error(`${name} is of version ${version} and this broker reads ${SCHEMA_VERSION}`)
  return connection
}
