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
  const openIn = (folder: string | null) => {
    const opened = openDatabase(folder, file)
    try {
      return { opened, made: options.table(opened) }
    } catch (error) {
      opened.close()
      throw error
    }
  }
  const open = () => {
    try {
      return openIn(directory)
    } catch (error) {
      if (directory === null) throw error
      const path = join(directory, file.name)
      if (error instanceof UnusableDatabase) options.unopened(error.message, error.fix)
      // Its version is right, and its tables or their numbers are not.
      else options.unopened(`${path} ${reasonOf(error)}`, fixOf(error, path))
      return openIn(null)
    }
  }
  let { opened: database, made: table } = open()

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
