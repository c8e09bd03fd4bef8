/** Verifies a journal from its files, the public key and the stored head. Changes nothing; reports every fault. */

import { hash } from 'node:crypto'
import { ChainCheck } from './chainCheck.ts'
import type { JournalDisk } from '../files/disk.ts'
import { checkWith, readHead, type Checker, type Head } from './seal.ts'
import { isCompanion, segmentName, segmentNumbers } from '../files/segments.ts'
import { walkSegment } from './walk.ts'

export interface Finding {
  readonly file: string
  /** Number of the faulty or missing record; null where none can be named. */
  readonly record: number | null
  /** Byte of the file at which the record begins. */
  readonly offset: number | null
  readonly sentence: string
}

/** The finding of a file that a start does not read. */
export const STRAY_FILE = 'the file does not belong to the journal'

export interface Verdict {
  /** Empty: the journal is sound. */
  readonly findings: readonly Finding[]
  /** Facts that are no fault. */
  readonly notes: readonly string[]
  readonly segments: number
  readonly records: number
}

export interface VerifyOptions {
  readonly disk: Pick<JournalDisk, 'list' | 'read'>
  /** The journal's folder on that disk. */
  readonly folder: string
  /** The name of one segment; null: all segments. */
  readonly only: string | null
  /** Ed25519, 32 bytes in base64; null where it is unknown. */
  readonly publicKey: string | null
  /** The stored head; null where none is stored. */
  readonly head: string | null
}

/** Rejects when the disk fails. */
export async function verifyJournal(options: VerifyOptions): Promise<Verdict> {
  const { disk, folder, only, publicKey } = options
  const names = await disk.list(folder)
  const findings: Finding[] = []
  const notes: string[] = []
  const add = (file: string, record: number | null, offset: number | null, sentence: string) =>
    findings.push({ file, record, offset, sentence })

  const all = segmentNumbers(names)
  const numbers = all.filter((number) => only === null || segmentName(number) === only)
  if (numbers.length === 0) add(only ?? folder, null, null, 'the folder holds no such segment of a journal')
  if (publicKey === null) add(folder, null, null, 'the public key is unknown, so no signature can be checked')
  const checker = publicKey === null ? null : checkWith(publicKey)
  const head = headOf(options, checker, add, notes)
  const check = new ChainCheck({ checker, fromBeginning: only === null || numbers[0] === 1 })
  let records = 0
  let lastRead = 0
  let headSeen = false
  let expected = only === null ? 1 : (numbers[0] ?? 1)
  for (const number of numbers) {
    const name = segmentName(number)
    for (; expected < number; expected++) {
      add(segmentName(expected), null, null, 'the segment is missing')
      check.lose()
    }
    expected = number + 1
    const before = check.beginSegment()
    if (before !== null) add(name, null, 0, before)
    const file = Buffer.from((await disk.read(`${folder}/${name}`)) ?? [])
    if (file.length === 0) add(name, check.nextSeq, 0, 'the segment is empty')
    for (const { offset, record, wrong } of walkSegment(file, number, check)) {
      if (wrong.length > 0)
        add(name, record?.seq ?? check.nextSeq, offset, `the record ${wrong.join(', and ')}`)
      if (record) {
        records++
        lastRead = record.seq
      }
      if (record && record.seq === head?.seq) {
        headSeen = true
        const { journal, count } = check.mark ?? { journal: '', count: 0 }
        if (record.hash !== head.hash || journal !== head.journal || count !== head.count)
          add(
            name,
            record.seq,
            offset,
            `the record is not the record that the stored head names (${head.count} records)`,
          )
      }
    }
  }
  const last = check.mark
  // After a fault no position is proven: the last readable record then names the place, and does not decide.
  const end = last?.seq ?? lastRead
  const endsInFile = only === null || !check.segmentEnded
  if (head && !headSeen && endsInFile && head.seq > (last?.seq ?? 0))
    add(
      segmentName(numbers.at(-1) ?? 1),
      end + 1,
      null,
      `the journal ends at record ${end}, but the stored head counts ${head.count} records: its end is missing`,
    )
  if (check.unsignedRecords > 0) {
    const unsigned = `The last ${check.unsignedRecords} records are chained but not signed`
    notes.push(
      findings.length > 0
        ? `${unsigned}.`
        : `${unsigned}: the terminal still runs, or did not end properly. The next start signs them.`,
    )
  }
  if (only === null) await checkCompanions(options, names, check, add, notes)
  return { findings, notes, segments: numbers.length, records }
}

type Add = (file: string, record: number | null, offset: number | null, sentence: string) => void

function headOf(
  { head, only, folder }: VerifyOptions,
  checker: Checker | null,
  add: Add,
  notes: string[],
): Head | null {
  if (head === null) {
    const sentence = 'the stored head is missing, so a missing end would not be detected'
    if (only === null) add(folder, null, null, sentence)
    else notes.push(`For ${only}, ${sentence}.`)
    return null
  }
  const read = checker && readHead(head, checker)
  if (checker && !read) add(folder, null, null, 'the stored head is not signed with the key of this journal')
  return read
}

/** Checks the files beside the segments: torn tails must be unchanged, and no unknown file may be there. */
async function checkCompanions(
  { disk, folder }: VerifyOptions,
  names: readonly string[],
  check: ChainCheck,
  add: Add,
  notes: string[],
): Promise<void> {
  const named = new Set(check.torn.map(({ file }) => file))
  for (const { file, bytes, sha256 } of check.torn) {
    const aside = await disk.read(`${folder}/${file}`)
    if (aside === null) add(file, null, null, 'the torn tail that was moved here is missing')
    else if (aside.length !== bytes || hash('sha256', aside, 'hex') !== sha256)
      add(file, null, null, 'the torn tail that was moved here was changed')
    else notes.push(`${file} holds ${bytes} bytes that a crash left behind.`)
  }
  const segments = new Set(segmentNumbers(names).map(segmentName))
  for (const name of names.filter((file) => !segments.has(file) && !named.has(file)))
    if (!isCompanion(name)) add(name, null, null, STRAY_FILE)
    else if (!name.startsWith('lock')) notes.push(`${name} is left over from an interrupted write.`)
}
