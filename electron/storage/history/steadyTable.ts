/** A table on disk that goes on in memory when the disk fails, and reports that once. Never throws the run away for a file. */

import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, reasonOf } from './database.ts'
import type { DatabaseFile } from './schema.ts'

export interface SteadyTable<Table> {
  /** Runs on the table; once more, on an empty one in memory, when the disk fails under it. */
  run<T>(work: (table: Table) => T): T
  close(): void
}

export interface SteadyTableOptions<Table> {
  readonly directory: string | null
  readonly file: DatabaseFile
  readonly table: (database: DatabaseSync) => Table
  /** The file could not be opened, or failed later; `why` names it. */
  readonly unopened: (why: string) => void
  readonly failed: (why: string) => void
}

export function openSteadyTable<Table>(options: SteadyTableOptions<Table>): SteadyTable<Table> {
  const { directory, file } = options
  let told = false
  const open = (): DatabaseSync => {
    try {
      return openDatabase(directory, file)
    } catch (error) {
      options.unopened(error instanceof Error ? error.message : String(error))
      return openDatabase(null, file)
    }
  }
  let database = open()
  let table = options.table(database)

  const giveUp = (error: unknown): void => {
    if (told) throw error
    told = true
    options.failed(reasonOf(error))
    try {
      database.close()
    } catch {
      // It is of no more use either way.
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
