/** Reads the entries of all segments, oldest first. Skips records whose own hash is wrong, because the verifier reports those. */

import { journalEntry, type JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { JournalDisk } from './files/disk.ts'
import type { JournalLine } from './lives.ts'
import { bodyOf, decodeRecord, nextLine } from './proof/record.ts'
import { segmentName, segmentNumbers } from './files/segments.ts'

export interface ReadLines {
  readonly lines: readonly JournalLine[]
  /** Entries of a kind that this version does not know. */
  readonly unknown: number
}

/** Rejects when the disk fails. */
export async function readLines(
  disk: Pick<JournalDisk, 'list' | 'read'>,
  folder: string,
): Promise<ReadLines> {
  const lines: JournalLine[] = []
  let unknown = 0
  for (const number of segmentNumbers(await disk.list(folder))) {
    const name = segmentName(number)
    const file = Buffer.from((await disk.read(`${folder}/${name}`)) ?? [])
    for (let offset = 0; offset < file.length;) {
      const record = decodeRecord(file, offset)
      if ('wrong' in record) {
        offset = nextLine(file, offset)
        continue
      }
      offset = record.end
      if (record.kind !== 'entry') continue
      const read = journalEntry.safeParse(bodyOf(file, record))
      if (read.success) lines.push({ entry: read.data, record: `${name} #${record.seq}` })
      else unknown++
    }
  }
  return { lines, unknown }
}

const LINE_FEED = 10

/**
 * Entries of all segments that contain `text`, oldest first. Decodes only their records, so that the search of a long journal is fast. Rejects
 * when the disk fails.
 */
export async function linesMentioning(
  disk: Pick<JournalDisk, 'list' | 'read'>,
  folder: string,
  text: string,
): Promise<JournalEntry[]> {
  const found: JournalEntry[] = []
  for (const number of segmentNumbers(await disk.list(folder))) {
    const file = Buffer.from((await disk.read(`${folder}/${segmentName(number)}`)) ?? [])
    for (let at = file.indexOf(text); at >= 0;) {
      const record = decodeRecord(file, file.lastIndexOf(LINE_FEED, at) + 1)
      if ('wrong' in record) at = file.indexOf(text, nextLine(file, at))
      else {
        const read = record.kind === 'entry' ? journalEntry.safeParse(bodyOf(file, record)) : null
        if (read?.success) found.push(read.data)
        at = file.indexOf(text, record.end)
      }
    }
  }
  return found
}
