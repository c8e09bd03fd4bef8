/**
 * Walks records in order and says of each what is wrong with its place: number, hash before, count, signatures, the key, the run it
 * belongs to. One walk for the opening desk and for the verifier. Reads no file.
 */

import { bodyOf, BEGINNING, type Place, type RecordHead, type SegmentStart, type TornTail } from './record.ts'
import { checkpointIn, segmentStartIn, tornTailIn } from './bodies.ts'
import type { Checker, Mark } from './seal.ts'

/** The writer signs at least this often; more records in a row without a signature were not written by it. */
export const CHECKPOINT_EVERY = 256

export interface ChainOptions {
  /** Null when nobody knows the key: then signatures are passed over. */
  readonly checker: Checker | null
  /** False when the walk begins in the middle: the first segment's word is taken for what came before. */
  readonly fromBeginning: boolean
}

export class ChainCheck {
  private readonly checker: Checker | null
  /** Null when what came before cannot be known: at a start in the middle, or behind unreadable bytes. */
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

  /** The last record that was walked over; null before one. */
  get mark(): Mark | null {
    return this.place === null || this.place.seq === 0
      ? null
      : { journal: this.started?.journal ?? '', ...this.place, count: this.counted ?? 0 }
  }
  /** Records since the last checkpoint. */
  get unsignedRecords(): number {
    return this.unsigned
  }
  /** Whether the segment says that it is complete. */
  get segmentEnded(): boolean {
    return this.ended
  }
  get lastBoot(): number {
    return this.boot
  }
  /** Number of the next record; null when that is not known. */
  get nextSeq(): number | null {
    return this.place && this.place.seq + 1
  }

  /** Some bytes could not be read: what follows them follows nothing. */
  lose(): void {
    this.place = null
    this.counted = null
  }

  /** Call before the records of a file; answers what is wrong with where the one before stopped. */
  beginSegment(): string | null {
    const before = this.started !== null && !this.ended
    this.ended = false
    return before ? 'the segment before does not end with its signed end' : null
  }

  /** Everything wrong with this record, whose own hash was proven. `number`: of the segment it stands in, `index`: 0 for its first. */
  follow(file: Buffer, record: RecordHead, number: number, index: number): string[] {
    const wrong: string[] = []
    if (this.ended) wrong.push('stands behind the signed end of its segment')
    if (this.place) {
      if (record.seq !== this.place.seq + 1)
        wrong.push(`is number ${record.seq} where number ${this.place.seq + 1} must stand`)
      if (record.prev !== this.place.hash) wrong.push('does not follow the record before it')
    }
    if (record.first > record.seq) wrong.push('claims to be written with a later record')
    if ((record.kind === 'segment') !== (index === 0))
      wrong.push(index === 0 ? 'does not begin a segment' : 'begins a segment in the middle of a file')
    if (record.boot < this.boot) wrong.push(`belongs to run ${record.boot} but follows run ${this.boot}`)
    // An entry's meaning is for those who show it: the chain covers its bytes.
    const body = record.kind === 'entry' ? null : bodyOf(file, record)
    if (body === undefined) wrong.push('holds no JSON')
    else wrong.push(...this.look(record, body, number))
    this.boot = record.boot
    this.place = { seq: record.seq, hash: record.hash }
    this.counted = (this.counted ?? record.seq - 1) + 1
    return wrong
  }

  private look(record: RecordHead, body: unknown, number: number): string[] {
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
        return tail ? this.unsignedRecord(record) : ['names no file put aside']
      }
    }
  }

  private segment(body: unknown, number: number): string[] {
    const start = segmentStartIn(body)
    if (!start) return ['does not say what it begins']
    const wrong: string[] = []
    if (start.number !== number) wrong.push(`begins segment ${start.number} in the file of segment ${number}`)
    if (this.started && start.journal !== this.started.journal)
      wrong.push('begins a segment of another journal')
    if (this.checker !== null && start.publicKey !== this.checker.publicKey)
      wrong.push('names another signing key than the one it is verified with')
    this.counted ??= start.count
    if (start.count !== this.counted)
      wrong.push(`counts ${start.count} records before it where there are ${this.counted}`)
    this.started = start
    this.unsigned++
    return wrong
  }

  private checkpoint(record: RecordHead, body: unknown): string[] {
    const point = checkpointIn(body)
    if (!point) return ['is no checkpoint']
    const wrong: string[] = []
    if (this.counted !== null && point.count !== this.counted)
      wrong.push(`counts ${point.count} records where there are ${this.counted}`)
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
