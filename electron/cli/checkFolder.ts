/** Checks a data folder whole, line by line: every file, then the journal. Used by `data:check` and `support:bundle`. Changes nothing in the folder. */

import { checkFiles } from '../dataFiles/checkFiles.ts'
import { verdictOn } from './findJournalAndEvidence.ts'

export interface FolderVerdict {
  readonly lines: readonly string[]
  readonly faults: number
}

/** Throws `BadUsage` for a key that cannot be used. */
export async function checkFolder(folder: string, key: string | undefined): Promise<FolderVerdict> {
  const files = checkFiles(folder)
  const journal = await checkJournal(folder, key)
  const faults = files.filter(({ fault }) => fault !== null).length + journal.faults
  const all = `${files.length} files and the journal`
  return {
    lines: [
      ...files.map(
        ({ name, fault, note }) => `${name}: ${fault ?? 'sound'}${note === '' ? '' : ` (${note})`}`,
      ),
      ...journal.lines,
      faults === 0 ? `sound: ${all}` : `NOT sound: ${faults} faults in ${all}`,
    ],
    faults,
  }
}

/** What is wrong with the journal; a folder without a journal has one finding. */
async function checkJournal(given: string, key: string | undefined): Promise<FolderVerdict> {
  const { findings, notes, records, segments, keyFrom } = await verdictOn(given, key)
  const count = `${records} records in ${segments} segments, key from ${keyFrom}`
  return {
    lines: [
      ...findings.map(
        ({ file, record, sentence }) =>
          `journal/${file}${record === null ? '' : `, record ${record}`}: ${sentence}`,
      ),
      ...notes.map((note) => `note: ${note}`),
      `journal: ${findings.length === 0 ? 'sound' : `${findings.length} findings`} (${count})`,
    ],
    faults: findings.length,
  }
}
