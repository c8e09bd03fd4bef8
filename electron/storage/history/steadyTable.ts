/** A table on disk that continues in memory when the disk fails, and reports the failure once. A failed file never ends the run. */

import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fixOf, openDatabase, reasonOf, UnusableDatabase } from './database.ts'
import type { DatabaseFile } from './schema.ts'

export interface SteadyTable<Table> {
  /** Runs `work` on the table. When the disk fails, runs `work` again on an empty table in memory. */
  run<T>(work: (table: Table) => T): T
  close(): void
}

export interface SteadyTableOptions<Table> {
  readonly directory: string | null
  readonly file: DatabaseFile
  readonly table: (database: DatabaseSync) => Table
  /** The file could not be opened; `why` begins with its path, `fix` begins a sentence. */
  readonly unopened: (why: string, fix: string) => void
  /** The file failed later; `why` follows its name, `fix` begins a sentence. */
  readonly failed: (why: string, fix: string) => void
}

export function openSteadyTable<Table>(options: SteadyTableOptions<Table>): SteadyTable<Table> {
  const { directory, file } = options
  let isReported = false
  const open = (): DatabaseSync => {
    try {
      return openDatabase(directory, file)
    } catch (error) {
      if (!(error instanceof UnusableDatabase)) throw error
      options.unopened(error.message, error.fix)
      return openDatabase(null, file)
    }
  }
  let database = open()
  let table = options.table(database)

  const giveUp = (error: unknown): void => {
    if (isReported) throw error
    isReported = true
    options.failed(reasonOf(error), fixOf(error, join(directory ?? '', file.name)))
    try {
      database.close()
    } catch {
      // The failed database is not used again.
    }
    database = openDatabase(null, file)
    table = options.table(database)
  }
  return {
    run(work) {
      try {
        return work(table)
      } catch (error) {
        giveUp(error)
        return work(table)
      }
    },
    close: () => database.close(),
  }
}
