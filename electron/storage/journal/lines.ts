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

/** Entries of a part: about as many as can be read within a frame. */
const PART = 50

/**
 * Calls `take` with the entries of all segments that contain one of the texts, oldest first, in parts with a turn of the disk between them. Decodes only
 * their records, so that the search of a long journal is fast. False: a record that contains a text cannot be read. Rejects when the disk fails.
 */
export async function eachLineMentioning(
  disk: Pick<JournalDisk, 'list' | 'read' | 'turn'>,
  folder: string,
  texts: readonly string[],
  take: (entries: readonly JournalEntry[]) => void,
): Promise<boolean> {
  let areAllRead = true
  for (const number of segmentNumbers(await disk.list(folder))) {
    const file = Buffer.from((await disk.read(`${folder}/${segmentName(number)}`)) ?? [])
    const places = texts.map((text) => ({ text, at: file.indexOf(text) }))
    const first = () => {
      const found = places.flatMap(({ at }) => (at < 0 ? [] : [at]))
      return found.length === 0 ? null : Math.min(...found)
    }
    let part: JournalEntry[] = []
    for (let at = first(); at !== null; at = first()) {
      const record = decodeRecord(file, file.lastIndexOf(LINE_FEED, at) + 1)
      const read =
        !('wrong' in record) && record.kind === 'entry' ? journalEntry.safeParse(bodyOf(file, record)) : null
      if (read?.success) part.push(read.data)
      else if ('wrong' in record || record.kind === 'entry') areAllRead = false
      const behind = 'wrong' in record ? nextLine(file, at) : record.end
      for (const place of places)
        if (place.at >= 0 && place.at < behind) place.at = file.indexOf(place.text, behind)
      if (part.length < PART) continue
      take(part)
      part = []
      await disk.turn()
    }
    if (part.length > 0) take(part)
    await disk.turn()
  }
  return areAllRead
}

/** Entries of all segments that contain `text`, oldest first. Rejects when the disk fails. */
export async function linesMentioning(
  disk: Pick<JournalDisk, 'list' | 'read' | 'turn'>,
  folder: string,
  text: string,
): Promise<JournalEntry[]> {
  const found: JournalEntry[] = []
  await eachLineMentioning(disk, folder, [text], (entries) => found.push(...entries))
  return found
}
