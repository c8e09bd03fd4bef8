/**
 * Encodes and decodes one record of the journal. Pure. The content of a record determines every byte:
 *
 *     00000312 {"v":1,"seq":7,"boot":2,"first":6,"prev":"<64 hex>","entry":{…},"hash":"<64 hex>"}⏎
 *
 * Eight digits (length of the JSON in bytes), a space, the JSON, a line feed. `hash` is SHA-256 over the JSON up to `,"hash"`, so it
 * covers `prev`. `prev` is the hash of the record before. Line feeds and zero bytes occur nowhere else.
 */

import { hash } from 'node:crypto'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { canonicalJson } from './canonical.ts'

/** First record of a segment. `count`: records before it in all earlier segments. */
export interface SegmentStart {
  /** The time at which the journal began: its name in every signature. */
  readonly journal: string
  /** From 1. */
  readonly number: number
  readonly count: number
  /** Ed25519, 32 bytes in base64. */
  readonly publicKey: string
}

/** Signs the record before it. `next`: what follows. After `closed` only another run follows, after `next-segment` nothing in this file. */
export interface Checkpoint {
  /** Number of records from the beginning of the journal up to the signed record. */
  readonly count: number
  readonly next: 'more' | 'next-segment' | 'closed'
  readonly signature: string
}

/** Bytes that a crash left at the end of a segment, moved to a file of their own. */
export interface TornTail {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

export type Item =
  | { readonly kind: 'entry'; readonly body: JournalEntry }
  | { readonly kind: 'segment'; readonly body: SegmentStart }
  | { readonly kind: 'checkpoint'; readonly body: Checkpoint }
  | { readonly kind: 'torn'; readonly body: TornTail }
export type Kind = Item['kind']

/** The end of a chain, which the next record must follow. */
export interface Place {
  readonly seq: number
  readonly hash: string
}
/** The place before the first record of a journal. */
export const BEGINNING: Place = { seq: 0, hash: '0'.repeat(64) }

export interface RecordHead extends Place {
  readonly kind: Kind
  readonly boot: number
  /** Number of the first record that was written together with this one. */
  readonly first: number
  readonly prev: string
  /** Bytes of the file at which the record and the next record begin. */
  readonly offset: number
  readonly end: number
  /** Bytes of the file between which its body is, as canonical JSON. */
  readonly bodyStart: number
  readonly bodyEnd: number
}

/** Of every record. A release that raises it begins a new segment. */
export const RECORD_VERSION = 1

const PREFIX = 9
const HASH_KEY = ',"hash":"'
const HASH_HEX = 64
/** `,"hash":"` + hex + `"}` */
const TAIL = HASH_KEY.length + HASH_HEX + 2
const LINE_FEED = 10
const SPACE = 32
const DIGIT_0 = 48
const DIGIT_9 = 57
const MAX_LENGTH = 99_999_999

const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

/** Throws a RangeError for an entry of 100 MB or more. No entry of Openpit is nearly as long. */
export function encodeRecord(
  after: Place,
  boot: number,
  first: number,
  item: Item,
): { bytes: Buffer; place: Place } {
  const seq = after.seq + 1
  const covered = `{"v":${RECORD_VERSION},"seq":${seq},"boot":${boot},"first":${first},"prev":"${after.hash}","${item.kind}":${canonicalJson(item.body)}`
  const digest = sha256(Buffer.from(covered))
  const json = `${covered}${HASH_KEY}${digest}"}`
  const length = Buffer.byteLength(json)
  if (length > MAX_LENGTH) throw new RangeError('A journal record is too long')
  return {
    bytes: Buffer.from(`${String(length).padStart(8, '0')} ${json}\n`),
    place: { seq, hash: digest },
  }
}

/** `cut`: the bytes are only the beginning of a record. */
export type Decoded = RecordHead | { readonly wrong: string; readonly cut: boolean }
const wrong = (sentence: string, cut = false): Decoded => ({ wrong: sentence, cut })

/** Reads along the fixed words of a record. `fits` becomes false at the first word that is missing. */
class HeadCursor {
  private readonly file: Buffer
  at: number
  fits = true

  constructor(file: Buffer, at: number) {
    this.file = file
    this.at = at
  }

  word(bytes: Buffer): void {
    for (const byte of bytes) this.fits = this.file[this.at++] === byte && this.fits
  }
  /** 1 to 15 digits without a leading 0. */
  number(): number {
    const start = this.at
    let value = 0
    for (;;) {
      const byte = this.file[this.at] ?? 0
      if (byte < DIGIT_0 || byte > DIGIT_9 || this.at - start > 14) break
      value = value * 10 + byte - DIGIT_0
      this.at++
    }
    this.fits &&= this.file[start] !== DIGIT_0 && this.at > start
    return value
  }
  text(length: number): string {
    this.at += length
    return this.file.toString('latin1', this.at - length, this.at)
  }
  kind(): Kind {
    const found = KINDS.find(({ first }) => this.file[this.at] === first)
    if (found) this.word(found.word)
    else this.fits = false
    return found?.kind ?? 'entry'
  }
}
const WORDS = {
  seq: Buffer.from(`{"v":${RECORD_VERSION},"seq":`),
  boot: Buffer.from(',"boot":'),
  first: Buffer.from(',"first":'),
  prev: Buffer.from(',"prev":"'),
  body: Buffer.from('","'),
  hash: Buffer.from(HASH_KEY),
  end: Buffer.from('"}'),
}
/** The kinds of record. Each begins with another letter. */
const KINDS = (['entry', 'checkpoint', 'segment', 'torn'] as const).map((kind) => ({
  kind,
  word: Buffer.from(`${kind}":`),
  first: kind.codePointAt(0),
}))

/** Eight digits and a space; null for anything else. */
function lengthAt(file: Buffer, offset: number): number | null {
  let length = 0
  for (let at = offset; at < offset + PREFIX - 1; at++) {
    const byte = file[at] ?? 0
    if (byte < DIGIT_0 || byte > DIGIT_9) return null
    length = length * 10 + byte - DIGIT_0
  }
  return file[offset + PREFIX - 1] === SPACE ? length : null
}

/** The version of a record by the first bytes of its line; null where they begin no record. */
export function versionOfRecord(line: Buffer): number | null {
  const version = /^\d{8} \{"v":(\d{1,9}),/.exec(line.toString('latin1', 0, PREFIX + 16))?.[1]
  return version === undefined ? null : Number(version)
}

/** Reads the record at `offset` and checks its own hash. The caller checks whether it follows the record before. */
export function decodeRecord(file: Buffer, offset: number): Decoded {
  const size = file.length
  const length = lengthAt(file, offset)
  if (length === null)
    return size - offset < PREFIX && /^\d{1,8}$/.test(file.toString('latin1', offset, size))
      ? wrong('ends in the middle of its length', true)
      : wrong('does not begin with eight digits and a space')
  const start = offset + PREFIX
  const feed = start + length
  if (feed >= size) return wrong('is longer than the rest of the file', true)
  if (file[feed] !== LINE_FEED) return wrong('does not end with a line feed where its length says')
  const bodyEnd = feed - TAIL

  const head = new HeadCursor(file, start)
  head.word(WORDS.seq)
  const seq = head.number()
  head.word(WORDS.boot)
  const boot = head.number()
  head.word(WORDS.first)
  const first = head.number()
  head.word(WORDS.prev)
  const prev = head.text(HASH_HEX)
  head.word(WORDS.body)
  const kind = head.kind()
  if (!head.fits || head.at > bodyEnd) {
    const version = versionOfRecord(file.subarray(offset))
    return wrong(
      version === null || version <= RECORD_VERSION
        ? 'does not have the head of a record'
        : `has version ${version}, which a newer Openpit wrote (this release reads ${RECORD_VERSION})`,
    )
  }

  const digest = sha256(file.subarray(start, bodyEnd))
  const tail = new HeadCursor(file, bodyEnd)
  tail.word(WORDS.hash)
  const writtenHash = tail.text(HASH_HEX)
  tail.word(WORDS.end)
  if (!tail.fits || writtenHash !== digest) return wrong('does not match its hash')
  return { kind, seq, boot, first, prev, hash: digest, offset, end: feed + 1, bodyStart: head.at, bodyEnd }
}

/** The body of a record whose hash is right; undefined where it is no JSON, which Openpit never writes. */
export function bodyOf(file: Buffer, record: RecordHead): unknown {
  try {
    return JSON.parse(file.toString('utf8', record.bodyStart, record.bodyEnd)) as unknown
  } catch {
    return undefined
  }
}

/** The byte at which the next record may begin after unreadable bytes: behind the next line feed, or the end of the file. */
export function nextLine(file: Buffer, offset: number): number {
  const feed = file.indexOf(LINE_FEED, offset)
  return feed < 0 ? file.length : feed + 1
}
