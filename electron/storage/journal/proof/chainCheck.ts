/**
 * Checks each record's place in the chain: number, hash of the record before, count, signature, key and run. The opening journal and the
 * verifier share this check. Reads no file.
 */

import { bodyOf, BEGINNING, type Place, type RecordHead, type SegmentStart, type TornTail } from './record.ts'
import { checkpointIn, segmentStartIn, tornTailIn } from './bodies.ts'
import type { Checker, Mark } from './seal.ts'

/** Records in a row without a signature at most. More of them were not written by the journal's writer. */
export const CHECKPOINT_EVERY = 256

export interface ChainOptions {
  /** Null where the key is unknown: signatures are then not checked. */
  readonly checker: Checker | null
  /** False where the check begins in the middle: the first segment's own counts are then trusted for the records before it. */
  readonly fromBeginning: boolean
}

export class ChainCheck {
  private readonly checker: Checker | null
  /** Null where the record before is unknown: at a start in the middle, or behind unreadable bytes. */
  private place: Place | null
  private counted: number | null
  private started: SegmentStart | null = null
  private boot = 0
  /** The run that the last checkpoint belongs to, and whether it is over. */
  private signedBoot = 0
  private closed = false
  private ended = false
  private unsigned = 0
  readonly torn: TornTail[] = []

  constructor({ checker, fromBeginning }: ChainOptions) {
    this.checker = checker
    this.place = fromBeginning ? BEGINNING : null
    this.counted = fromBeginning ? 0 : null
  }

  /** The last record that was checked; null before the first. */
  get mark(): Mark | null {
    return this.place === null || this.place.seq === 0
      ? null
      : { journal: this.started?.journal ?? '', ...this.place, count: this.counted ?? 0 }
  }
  /** Records since the last checkpoint. */
  get unsignedRecords(): number {
    return this.unsigned
  }
  /** Whether the segment has its signed end. */
  get segmentEnded(): boolean {
    return this.ended
  }
  get lastBoot(): number {
    return this.boot
  }
  /** Number of the next record; null where it is unknown. */
  get nextSeq(): number | null {
    return this.place && this.place.seq + 1
  }

  /** Some bytes could not be read: the next record has no known record before it. */
  lose(): void {
    this.place = null
    this.counted = null
  }

  /** Call before the records of a file. Returns the fault at the end of the segment before, as a clause; null: there is none. */
  beginSegment(): string | null {
    const before = this.started !== null && !this.ended
    this.ended = false
    return before ? 'the segment before has no signed end' : null
  }

  /** The faults of a record whose own hash is right. `number`: its segment; `index`: its place in the segment, from 0. */
  follow(file: Buffer, record: RecordHead, number: number, index: number): string[] {
    const wrong: string[] = []
    if (this.ended) wrong.push('comes after the signed end of its segment')
    if (this.place) {
      if (record.seq !== this.place.seq + 1)
        wrong.push(`has number ${record.seq}, but number ${this.place.seq + 1} is expected`)
      if (record.prev !== this.place.hash) wrong.push('does not follow the record before it')
    }
    if (record.first > record.seq) wrong.push('claims to be written with a later record')
    if ((record.kind === 'segment') !== (index === 0))
      wrong.push(index === 0 ? 'does not begin a segment' : 'begins a segment in the middle of a file')
    if (record.boot < this.boot) wrong.push(`belongs to run ${record.boot} but follows run ${this.boot}`)
    // The chain covers an entry's bytes. Its content is checked where it is read.
    const body = record.kind === 'entry' ? null : bodyOf(file, record)
    if (body === undefined) wrong.push('holds no JSON')
    else wrong.push(...this.checkBody(record, body, number))
    this.boot = record.boot
    this.place = { seq: record.seq, hash: record.hash }
    this.counted = (this.counted ?? record.seq - 1) + 1
    return wrong
  }

  private checkBody(record: RecordHead, body: unknown, number: number): string[] {
    switch (record.kind) {
      case 'segment':
        return this.segment(body, number)
      case 'checkpoint':
        return this.checkpoint(record, body)
      case 'entry':
        return this.unsignedRecord(record)
      case 'torn': {
        const tail = tornTailIn(body)
        if (tail) this.torn.push(tail)
        return tail ? this.unsignedRecord(record) : ['names no file with a torn tail']
      }
    }
  }

  private segment(body: unknown, number: number): string[] {
    const start = segmentStartIn(body)
    if (!start) return ['is no readable head of a segment']
    const wrong: string[] = []
    if (start.number !== number) wrong.push(`begins segment ${start.number} in the file of segment ${number}`)
    if (this.started && start.journal !== this.started.journal)
      wrong.push('begins a segment of another journal')
    if (this.checker !== null && start.publicKey !== this.checker.publicKey)
      wrong.push('names another signing key than the key of this verification')
    this.counted ??= start.count
    if (start.count !== this.counted)
      wrong.push(`counts ${start.count} records before it, but there are ${this.counted}`)
    this.started = start
    this.unsigned++
    return wrong
  }

  private checkpoint(record: RecordHead, body: unknown): string[] {
    const point = checkpointIn(body)
    if (!point) return ['is no readable checkpoint']
    const wrong: string[] = []
    if (this.counted !== null && point.count !== this.counted)
      wrong.push(`counts ${point.count} records, but there are ${this.counted}`)
    const mark = {
      journal: this.started?.journal ?? '',
      seq: record.seq - 1,
      hash: record.prev,
      count: point.count,
    }
    if (this.checker?.check(point.next, mark, point.signature) === false)
      wrong.push('is not signed with the key of this journal')
    this.unsigned = 0
    this.signedBoot = record.boot
    this.closed = point.next === 'closed'
    this.ended = point.next === 'next-segment'
    return wrong
  }

  private unsignedRecord(record: RecordHead): string[] {
    this.unsigned++
    const wrong: string[] = []
    if (record.boot !== this.signedBoot)
      wrong.push(`belongs to run ${record.boot}, which no checkpoint begins`)
    else if (this.closed) wrong.push(`belongs to run ${record.boot}, which was closed before`)
    if (this.unsigned === CHECKPOINT_EVERY + 1)
      wrong.push(`is the ${CHECKPOINT_EVERY + 1}th without a checkpoint`)
    return wrong
  }
}
