/** Brings one file of an earlier version forward, all of it or nothing: a kill in the middle leaves the old file or the new one. Makes no backup. */

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** How files of a kind are brought forward. */
export interface Steps {
  /** One step for each earlier version. */
  readonly count: number
  /** Brings the file from its version to the newest. Throws, with the file unchanged, where the disk fails or the file is damaged. */
  readonly run: (path: string, from: number) => void
}

/** Of a kind that has only one version so far. */
export const NO_STEPS: Steps = { count: 0, run: () => {} }

const OF_OWNER = 0o600

/** Replaces a file, which is on the medium before it has its name. */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.new`
  const file = openSync(unfinished, 'w', OF_OWNER)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
}

/** Returns once the names in a folder are on the medium. Windows cannot open folders; its file system journals names by itself. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

type Json = Readonly<Record<string, unknown>>

/** The step at place n gets the content of version n + 1 without its version, and returns that of the next. */
export const jsonSteps = (steps: readonly ((content: Json) => Json)[]): Steps => ({
  count: steps.length,
  run(path, from) {
    const { version: _, ...content } = JSON.parse(readFileSync(path, 'utf8')) as Json
    const brought = steps.slice(from - 1).reduce((before, step) => step(before), content as Json)
    replaceFile(path, JSON.stringify({ version: steps.length + 1, ...brought }, null, '\t'))
  },
})

/** The step at place n brings the tables of version n + 1 to the next. SQLite makes all steps durable together, or none. */
export const databaseSteps = (steps: readonly ((database: DatabaseSync) => void)[]): Steps => ({
  count: steps.length,
  run(path, from) {
    const database = new DatabaseSync(path)
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
      for (const step of steps.slice(from - 1)) step(database)
      // The mark of a file that is open in a paper broker: without its log the file would count as cut off.
      database.exec('PRAGMA application_id = 0')
      database.exec(`PRAGMA user_version = ${steps.length + 1}; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
    } finally {
      // Rolls an open transaction back.
      database.close()
    }
  },
})
