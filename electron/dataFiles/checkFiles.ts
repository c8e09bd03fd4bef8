/** Checks the files of a data folder beside the journal: readable, sound, of a version that this release reads. Changes nothing in the folder. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { parseMarks, NONCES_FILE } from '../storage/nonceMarks.ts'
import { contentFault, fileBefore } from '../paper/store/soundness.ts'
import { BACKUPS } from './backups.ts'
import { onCopy } from './databaseVersion.ts'
import { FILE_KINDS, JOURNAL_KIND, PAPER_PATH, type FileKind } from './fileKinds.ts'
import { newerFile } from './newerFiles.ts'

export interface CheckedFile {
  /** Its path in the data folder. */
  readonly name: string
  /** What is wrong, a sentence; null: the file is sound. */
  readonly fault: string | null
  /** What else is worth knowing, such as its version or its rights. */
  readonly note: string
}

type Check = Omit<CheckedFile, 'name'>

/** Rights of other accounts. Windows has none of these. */
const OTHERS = 0o077

/** One entry for each file that is there. A newer journal is an entry too; `verifyJournal` checks every other one. */
export function checkFiles(directory: string): readonly CheckedFile[] {
  return FILE_KINDS.flatMap((kind) =>
    kind.paths(directory).flatMap((name): CheckedFile[] => {
      const path = join(directory, name)
      if (!existsSync(path)) return []
      try {
        const checked = check(directory, kind, name)
        if (kind.name === JOURNAL_KIND && checked.fault === null) return []
        return [
          { name, fault: checked.fault, note: [checked.note, rightsOf(path)].filter(Boolean).join('; ') },
        ]
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return [{ name, fault: `The file cannot be read (${reason}). Restore it from a copy.`, note: '' }]
      }
    }),
  )
}

const rightsOf = (path: string): string =>
  process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0
    ? 'other accounts can read it; the next start takes that right away'
    : ''

function check(directory: string, kind: FileKind, name: string): Check {
  const path = join(directory, name)
  const version = kind.read(path)
  const note = version === null ? '' : `version ${version}`
  if (version !== null && version > kind.version)
    return {
      fault: `The file ${newerFile(directory, { kind, name, version })}. Start the newer release.`,
      note,
    }
  if (kind.name === NONCES_FILE && parseMarks(readFileSync(path, 'utf8')) === null)
    return {
      fault: 'The file holds no nonces. Delete it, and wait half a minute before you sign in.',
      note: '',
    }
  const damage = name.endsWith('.sqlite') ? onCopy(path, damageOf) : null
  if (damage !== null) return { fault: damage, note }
  if (name === PAPER_PATH && version === kind.version) {
    const paper = paperFault(path)
    if (paper !== null) return { fault: paper, note }
  }
  return version === null || version < 1
    ? { fault: 'The file does not say its version. Restore it from a copy.', note }
    : {
        fault: null,
        note:
          version < kind.version
            ? `${note}; the next start brings it to version ${kind.version} and keeps the original in ${BACKUPS}/`
            : note,
      }
}

function paperFault(path: string): string | null {
  const { isLogLost, isLogCut } = fileBefore(path)
  if (isLogLost || isLogCut)
    return `Its log of the last changes (paper.sqlite-wal) is ${isLogLost ? 'missing' : 'damaged'}. Restore paper/ from a copy.`
  const fault = onCopy(path, contentFault)
  return fault === null ? null : `The file is damaged (${fault}). Restore paper/ from a copy.`
}

function damageOf(database: DatabaseSync): string | null {
  const verdict = String(database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'])
  // SQLite heads its finding with a line that only names the database.
  return verdict === 'ok'
    ? null
    : `The file is damaged (${verdict.split('\n').at(-1) ?? ''}). Restore it from a copy.`
}
