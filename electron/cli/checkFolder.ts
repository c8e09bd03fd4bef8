/** Checks a data folder whole, line by line: every file, then the journal. Used by `data:check` and `support:bundle`. Changes nothing in the folder. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { plural } from '../../shared/base/plural.ts'
import { checkFiles } from '../dataFiles/checkFiles.ts'
import { STRAY_FILE } from '../storage/journal/proof/verify.ts'
import { countedRecords, verdictOn } from './findJournalAndEvidence.ts'
import { BadUsage } from './journalCommand.ts'

export interface FolderVerdict {
  readonly lines: readonly string[]
  readonly faults: number
}

const NO_JOURNAL: FolderVerdict = {
  lines: [
    'journal: missing, the folder has no journal/',
    'what to do: if another terminal or release never used this folder, nothing is wrong: the first start writes these files. Else restore the folder from a backup (docs/operations.md#restore). A start without the journal does not know the limits, halts and orders of earlier runs.',
  ],
  faults: 1,
}

/** Throws `BadUsage` for a key that cannot be used, and for a folder that holds nothing of Openpit. */
export async function checkFolder(folder: string, key: string | undefined): Promise<FolderVerdict> {
  const files = checkFiles(folder)
  const hasJournal = statSync(join(folder, 'journal'), { throwIfNoEntry: false })?.isDirectory() === true
  if (files.length === 0 && !hasJournal)
    throw new BadUsage(
      `${folder} holds no file of Openpit, so nothing was checked. Name the folder that the terminal uses: the help shows an example. A terminal that never started has no files.`,
    )
  const journal = hasJournal ? await checkJournal(folder, key) : NO_JOURNAL
  const faults = files.filter(({ fault }) => fault !== null).length + journal.faults
  const all = `${plural(files.length, 'file')} and the journal`
  return {
    lines: [
      ...files.map(
        ({ name, fault, note }) => `${name}: ${fault ?? 'sound'}${note === '' ? '' : ` (${note})`}`,
      ),
      ...journal.lines,
      faults === 0 ? `sound: ${all}` : `NOT sound: ${plural(faults, 'fault')} in ${all}`,
    ],
    faults,
  }
}

const REPAIR =
  'what to do: with this journal a start reads and cancels only. Put a copy of the folder aside, and restore the folder from a backup (docs/operations.md#restore), or begin a new journal (docs/reliability.md#the-order-journal).'
const MOVE_AWAY =
  'what to do: move these files out of the folder journal/. A start does not read them, and the journal itself has no finding: do not restore an older copy.'
const NO_KEY =
  'note: the private key that continues this journal is neither in the folder nor in this machine’s keychain. A start with this folder here reads and cancels only. Restore journal-key.pem from a backup, or use the machine whose keychain has the key.'

/** What is wrong with the journal. */
async function checkJournal(given: string, key: string | undefined): Promise<FolderVerdict> {
  const { findings, notes, records, segments, keyFrom, isKeyMissing } = await verdictOn(given, key)
  const count = `${countedRecords(records, segments)}, key from ${keyFrom}`
  return {
    lines: [
      ...findings.map(
        ({ file, record, sentence }) =>
          `${file === 'journal' ? file : `journal/${file}`}${record === null ? '' : `, record ${record}`}: ${sentence}`,
      ),
      ...(findings.length === 0
        ? []
        : [findings.every(({ sentence }) => sentence === STRAY_FILE) ? MOVE_AWAY : REPAIR]),
      ...(isKeyMissing ? [NO_KEY] : []),
      ...notes.map((note) => `note: ${note}`),
      `journal: ${findings.length === 0 ? 'sound' : plural(findings.length, 'finding')} (${count})`,
    ],
    faults: findings.length,
  }
}
