/** Opens the journal's files at start: verifies the newest segment, begins a new journal where there is none, moves a torn tail. Repairs no damage. */

import { hash } from 'node:crypto'
import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { journalEntry, type JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { encodeBatch, type ChainEnd } from './batch.ts'
import { ChainCheck } from './proof/chainCheck.ts'
import type { JournalDisk } from './files/disk.ts'
import { CANCEL_ONLY, MAY_BE_MISSING } from '../diskReason.ts'
import { PUBLIC_KEY_FILE } from './proof/evidence.ts'
import { bodyOf, BEGINNING, type RecordHead, type TornTail } from './proof/record.ts'
import type { JournalKeyStore } from './keyStore.ts'
import {
  checkWith,
  newPrivateKey,
  publicKeyPem,
  readHead,
  sealWith,
  sealedHead,
  type Checker,
  type Mark,
  type Seal,
} from './proof/seal.ts'
import { FOLDER, segmentName, segmentNumbers, tornName, unfinishedName } from './files/segments.ts'
import { isTornTail } from './proof/tornTail.ts'
import { walkSegment } from './proof/walk.ts'

export interface Place {
  readonly disk: JournalDisk
  readonly keyStore: JournalKeyStore
  readonly clock: Clock
  /** The data folder in the dealer's words. */
  readonly folder: string
  /** Checked before every write and once a second. Left out: the folder is not watched. */
  readonly lock?: WatchedLock | undefined
}

/** The lock of the data folder, which the code that opened the folder holds. */
export interface WatchedLock {
  /** Why the folder is no longer this terminal's, as a clause; null: it is. Rejects when the disk fails. */
  whyLost(): Promise<string | null>
  /** Receives one sentence when the folder was lost. */
  lost(sentence: string): void
}

export interface Found {
  readonly seal: Seal
  readonly number: number
  /** Bytes of the newest segment. */
  readonly size: number
  readonly end: ChainEnd
  /** The segment is complete: the next record begins another segment. */
  readonly ended: boolean
  readonly recovered: readonly JournalEntry[]
  readonly torn: TornTail | null
  /** Neither a segment nor a head of an earlier journal was found. A key may have been left. */
  readonly begun: boolean
}

/** Entries that were proven, oldest first. */
export interface Proven {
  readonly recovered: readonly JournalEntry[]
  /** Whether these are all entries of the newest segment. False: later ones may be missing. */
  readonly isWhole: boolean
}

/** Why the journal cannot be used, and the entries of the newest segment that are proven nevertheless. */
export interface NotFound extends Proven {
  readonly sentence: string
}

const COPY = 'Copy the data folder.'
/** A keychain belongs to one user of one machine, so a folder that was copied or moved arrives without its key. */
const OTHER_KEYCHAIN =
  'If another machine or another user of this machine wrote this folder, start Openpit there: the key is in that keychain. Otherwise copy the data folder.'
/** `steps`: what to do before the restart. */
const meaning = (steps: string): string =>
  `${CANCEL_ONLY} ${MAY_BE_MISSING} ${steps} Then restore the folder from a backup, or begin a new journal as docs/reliability.md says, and restart Openpit.`

/** Rejects when the disk or the key store fails. */
export async function findJournal(place: Place): Promise<Result<Found, NotFound>> {
  const { keyStore, folder } = place
  const names = await place.disk.list(FOLDER)
  const keyText = await keyStore.read('journal-key')
  const headText = await keyStore.read('journal-head')
  const none = (sentence: string, steps = COPY) =>
    fail({ sentence: `${sentence} ${meaning(steps)}`, recovered: [], isWhole: false })
  const where = `the order journal in ${folder}/${FOLDER}`
  const empty = segmentNumbers(names).length === 0

  if (keyText === null && !(empty && headText === null))
    return none(
      `The key of ${where} is missing: ${keyStore.nameOf('journal-key', folder)}. Without it the journal can be neither verified nor continued.`,
      keyStore.inDataFolder ? COPY : OTHER_KEYCHAIN,
    )
  const seal = sealWith(keyText ?? (await newKey(place)))
  if (!seal.ok)
    return none(`The key of ${where}, ${keyStore.nameOf('journal-key', folder)}, ${seal.failure}.`)
  if (empty) {
    if (headText === null) await beginJournal(place, seal.value, names)
    else if (!(await finishBeginning(place, headText)))
      return none(
        `The files of ${where} are missing: ${keyStore.where} holds the head of a journal, but no segment is left.`,
      )
  }
  const found = await findEnd(place, seal.value)
  return found.ok ? ok({ ...found.value, begun: empty && headText === null }) : found
}

async function newKey({ keyStore }: Place): Promise<string> {
  const pem = newPrivateKey()
  await keyStore.write('journal-key', pem)
  return pem
}

/** Writes the first segment. Stores the head before the segment gets its name, so that a missing journal is detected from then on. */
async function beginJournal(
  { disk, keyStore, clock }: Place,
  seal: Seal,
  names: readonly string[],
): Promise<void> {
  const journal = new Date(clock.now()).toISOString()
  const { bytes, end } = encodeBatch(
    { mark: { journal, ...BEGINNING, count: 0 }, boot: 1, unsigned: 0 },
    seal,
    [{ kind: 'segment', body: { journal, number: 1, count: 0, publicKey: seal.publicKey } }],
    'more',
  )
  if ((await disk.read(PUBLIC_KEY_FILE)) !== null) await disk.remove(PUBLIC_KEY_FILE)
  await disk.create(PUBLIC_KEY_FILE, Buffer.from(publicKeyPem(seal.publicKey)))
  await disk.sync(PUBLIC_KEY_FILE)
  await disk.syncFolder('')
  await putUnfinishedAside(disk, names)
  const path = `${FOLDER}/${unfinishedName(1)}`
  await disk.create(path, bytes)
  await disk.sync(path)
  await disk.syncFolder(FOLDER)
  await keyStore.write('journal-head', sealedHead(seal, end.mark))
  await nameSegment(disk, 1)
}

export async function nameSegment(disk: JournalDisk, number: number): Promise<void> {
  await disk.rename(`${FOLDER}/${unfinishedName(number)}`, `${FOLDER}/${segmentName(number)}`)
  await disk.syncFolder(FOLDER)
}

/** Names the first segment after a crash between head and name: the unnamed file then ends with the record that the head names. */
async function finishBeginning({ disk }: Place, headText: string): Promise<boolean> {
  const bytes = await disk.read(`${FOLDER}/${unfinishedName(1)}`)
  if (bytes === null) return false
  const check = new ChainCheck({ checker: null, fromBeginning: true })
  const sound = [...walkSegment(Buffer.from(bytes), 1, check)].every(({ wrong }) => wrong.length === 0)
  if (!sound || check.mark === null || !headText.includes(`"hash":"${check.mark.hash}"`)) return false
  await nameSegment(disk, 1)
  return true
}

async function putUnfinishedAside(disk: JournalDisk, names: readonly string[]): Promise<void> {
  const unfinished = names.filter((name) => name.endsWith('.new'))
  for (const name of unfinished) await disk.rename(`${FOLDER}/${name}`, `${FOLDER}/${tornName(name, names)}`)
  if (unfinished.length > 0) await disk.syncFolder(FOLDER)
}

/** The newest segment, up to the first record that is not proven. */
interface Newest {
  readonly names: readonly string[]
  readonly numbers: readonly number[]
  readonly number: number
  readonly name: string
  readonly file: Buffer
  readonly check: ChainCheck
  readonly records: readonly RecordHead[]
  /** Bytes that are proven. */
  readonly size: number
  /** The damage behind the proven bytes, in a sentence; null where a torn write or nothing follows. */
  readonly damage: string | null
}

async function readNewest({ disk, folder }: Place, checker: Checker): Promise<Newest> {
  const names = await disk.list(FOLDER)
  const numbers = segmentNumbers(names)
  const number = numbers.at(-1) ?? 0
  const name = segmentName(number)
  const file = Buffer.from((await disk.read(`${FOLDER}/${name}`)) ?? [])

  const check = new ChainCheck({ checker, fromBeginning: number === 1 })
  const records: RecordHead[] = []
  let size = file.length
  let damage: string | null = null
  for (const { offset, record, wrong } of walkSegment(file, number, check)) {
    if (record && wrong.length === 0) {
      records.push(record)
      continue
    }
    const next = (records.at(-1)?.seq ?? 0) + 1
    size = offset
    const torn = !record && records.length > 0 && !check.segmentEnded && isTornTail(file, offset, next - 1)
    if (!torn)
      damage = `${folder}/${FOLDER}/${name}, record ${record?.seq ?? next} at byte ${offset}, is damaged or was changed: it ${wrong[0] ?? ''}.`
    break
  }
  return { names, numbers, number, name, file, check, records, size, damage }
}

/** The proven entries of a journal that cannot be written. Changes nothing; rejects where the journal cannot be read. */
export async function provenEntries(place: Place): Promise<Proven> {
  const { disk, keyStore } = place
  const keyText = await keyStore.read('journal-key')
  const headText = await keyStore.read('journal-head')
  const isEmpty = segmentNumbers(await disk.list(FOLDER)).length === 0
  if (isEmpty) return { recovered: [], isWhole: headText === null }
  const seal = keyText === null ? null : sealWith(keyText)
  if (!seal?.ok) return { recovered: [], isWhole: false }
  const checker = checkWith(seal.value.publicKey)
  const newest = await readNewest(place, checker)
  const { entries, unknown } = entriesOf(newest.file, newest.records)
  return { recovered: entries, isWhole: whyUntrusted(place, checker, newest, unknown, headText) === null }
}

/** Why the newest segment is not the proven end of the journal, as a sentence; null: it is. `unknown`: number of a record of unknown kind. */
function whyUntrusted(
  { keyStore, folder }: Place,
  checker: Checker,
  { numbers, name, check, records, damage }: Newest,
  unknown: number | null,
  headText: string | null,
): string | null {
  const path = `${folder}/${FOLDER}/${name}`
  if (damage !== null) return damage
  if (unknown !== null) return `record ${unknown} of ${path} has a kind that this version cannot read.`
  const gap = numbers.findIndex((present, index) => present !== (numbers[0] ?? 0) + index)
  if (gap >= 0) return `the segment before ${folder}/${FOLDER}/${segmentName(numbers[gap] ?? 0)} is missing.`
  if (check.mark === null) return `${path} is empty.`
  const head = keyStore.nameOf('journal-head', folder)
  return headProblem(headText, checker, check.mark, records, path, head)
}

async function findEnd(place: Place, seal: Seal): Promise<Result<Omit<Found, 'begun'>, NotFound>> {
  const { disk, keyStore } = place
  const checker = checkWith(seal.publicKey)
  const newest = await readNewest(place, checker)
  const { names, number, name, file, check, size } = newest

  const read = entriesOf(file, newest.records)
  const untrusted = whyUntrusted(place, checker, newest, read.unknown, await keyStore.read('journal-head'))
  const { mark } = check
  if (untrusted !== null || mark === null)
    return fail({
      sentence: `The order journal cannot be trusted: ${untrusted ?? `${name} is empty.`} Nothing was changed. ${meaning(`${COPY} To see what is wrong, run npm run journal:verify on the copy.`)}`,
      recovered: read.entries,
      isWhole: false,
    })

  await putUnfinishedAside(disk, names)
  const torn = size < file.length ? await putTailAside(disk, name, file.subarray(size), size) : null
  return ok({
    seal,
    number,
    size,
    end: { mark, boot: check.lastBoot + 1, unsigned: check.unsignedRecords },
    ended: check.segmentEnded,
    recovered: read.entries,
    torn,
  })
}

/** How the stored head contradicts the newest segment, as a sentence; null: it does not. `path`: of the segment; `head`: where the head is stored. */
function headProblem(
  text: string | null,
  checker: Checker,
  mark: Mark,
  records: readonly RecordHead[],
  path: string,
  head: string,
): string | null {
  if (text === null)
    return `${head} is missing. It holds the journal's signed head, without which a missing end goes unnoticed.`
  const stored = readHead(text, checker)
  if (!stored) return `${head} is damaged: it is not signed with the journal's key.`
  if (stored.journal !== mark.journal) return `${head} belongs to another journal.`
  if (stored.seq > mark.seq)
    return `${path} ends at record ${mark.seq}, but ${stored.count} records were signed: its end was cut off.`
  const same = records.find(({ seq }) => seq === stored.seq)
  return same && same.hash !== stored.hash
    ? `record ${stored.seq} of ${path} is not the record that was signed.`
    : null
}

function entriesOf(
  file: Buffer,
  records: readonly RecordHead[],
): { entries: JournalEntry[]; unknown: number | null } {
  const entries: JournalEntry[] = []
  for (const record of records) {
    if (record.kind !== 'entry') continue
    const read = journalEntry.safeParse(bodyOf(file, record))
    if (!read.success) return { entries, unknown: record.seq }
    entries.push(read.data)
  }
  return { entries, unknown: null }
}

/** Copies the torn tail to a file of its own and syncs the file before the segment is cut. */
async function putTailAside(disk: JournalDisk, name: string, tail: Buffer, size: number): Promise<TornTail> {
  const file = tornName(name, await disk.list(FOLDER))
  await disk.create(`${FOLDER}/${file}`, tail)
  await disk.sync(`${FOLDER}/${file}`)
  await disk.syncFolder(FOLDER)
  await disk.truncate(`${FOLDER}/${name}`, size)
  await disk.sync(`${FOLDER}/${name}`)
  return { file, bytes: tail.length, sha256: hash('sha256', tail, 'hex') }
}
