/** Checks the files of a data folder beside the journal: readable, sound, of a version that this release reads. Changes nothing in the folder. */

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CANDLES, NOTICES } from './history/schema.ts'
import { parseMarks, NONCES_FILE } from './nonceMarks.ts'
import { SETTINGS_FILE, SETTINGS_FILE_VERSION } from './settingsStore.ts'

export interface CheckedFile {
  /** Its path in the data folder. */
  readonly name: string
  /** What is wrong, a sentence; null: the file is sound. */
  readonly fault: string | null
  /** What else is worth knowing, such as its version or its rights. */
  readonly note: string
}

/** Rights of other accounts. Windows has none of these. */
const OTHERS = 0o077
const PAPER_FILE = 'paper/paper.sqlite'

/** One entry for each file that is there. `paperVersion`: that of the built-in broker's database in this release. */
export function checkFiles(directory: string, paperVersion: number): readonly CheckedFile[] {
  const checks: Readonly<Record<string, (path: string) => Omit<CheckedFile, 'name'>>> = {
    [SETTINGS_FILE]: checkSettings,
    [NONCES_FILE]: checkNonces,
    [CANDLES.name]: (path) => checkDatabase(path, CANDLES.version),
    [NOTICES.name]: (path) => checkDatabase(path, NOTICES.version),
    [PAPER_FILE]: (path) => checkDatabase(path, paperVersion),
  }
  return Object.entries(checks).flatMap(([name, check]) => {
    const path = join(directory, name)
    if (!existsSync(path)) return []
    try {
      const checked = check(path)
      return [{ name, fault: checked.fault, note: [checked.note, rightsOf(path)].filter(Boolean).join('; ') }]
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return [{ name, fault: `The file cannot be read (${reason}). Restore it from a copy.`, note: '' }]
    }
  })
}

const rightsOf = (path: string): string =>
  process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0
    ? 'other accounts can read it; the next start takes that right away'
    : ''

/** A fault where a file is of another version than this release reads; a file of a newer one stays unchanged at a start. */
const versionFault = (version: unknown, known: number): string | null =>
  version === known
    ? null
    : typeof version === 'number' && version > known
      ? `A newer Openpit wrote the file (version ${version}; this release reads ${known}). Start the newer release.`
      : `The file is of version ${String(version)}, and this release reads ${known}. Restore it from a copy.`

function checkSettings(path: string): Omit<CheckedFile, 'name'> {
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (typeof file !== 'object' || file === null)
    return { fault: 'The file holds no settings. Restore it from a copy.', note: '' }
  // The first releases wrote no version.
  const { version = SETTINGS_FILE_VERSION } = file as { version?: unknown }
  return { fault: versionFault(version, SETTINGS_FILE_VERSION), note: `version ${String(version)}` }
}

function checkNonces(path: string): Omit<CheckedFile, 'name'> {
  const stored = parseMarks(readFileSync(path, 'utf8'))
  return stored === null
    ? { fault: 'The file holds no nonces. Delete it, and wait half a minute before you sign in.', note: '' }
    : { fault: null, note: `${Object.keys(stored.marks).length} signing keys` }
}

/** Works on a copy with its write-ahead log: opening a database may write beside it. */
function checkDatabase(path: string, known: number): Omit<CheckedFile, 'name'> {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-check-'))
  try {
    const copy = join(folder, basename(path))
    for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
    const database = new DatabaseSync(copy)
    try {
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
      const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
      const damage =
        verdict === 'ok' ? null : `The file is damaged: ${String(verdict)}. Restore it from a copy.`
      return { fault: damage ?? versionFault(version, known), note: `version ${version}` }
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
