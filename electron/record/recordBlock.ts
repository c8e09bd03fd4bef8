/** Collects records of one stream in a block of memory: numbers each, stamps its time, and hands over full blocks. Writes no file. */

import type { Clock } from '../../shared/base/clock.ts'
import { RECORD_BYTES, writeRecord, type RecordKind } from './format.ts'

const NOTHING = Buffer.alloc(0)

export class RecordBlock {
  private readonly clock: Clock
  private readonly size: number
  private readonly startedAt: number
  private readonly onFull: (block: Buffer) => void
  private number = 0
  private block: Buffer = NOTHING
  private used = 0

  /** `size` in bytes; a larger record gets a block of its own. */
  constructor(clock: Clock, size: number, onFull: (block: Buffer) => void) {
    this.clock = clock
    this.size = size
    this.startedAt = clock.monotonic()
    this.onFull = onFull
  }

  /** Bytes in the present block. */
  get bytes(): number {
    return this.used
  }

  /** Copies the payload. */
  add(kind: RecordKind, connection: number, payload: Buffer): void {
    const size = RECORD_BYTES + payload.length
    if (this.used + size > this.block.length) {
      this.seal()
      this.block = Buffer.allocUnsafeSlow(Math.max(this.size, size))
    }
    this.used = writeRecord(this.block, this.used, this.record(kind, connection, payload))
    this.number++
  }

  /** Uses up the number of a record that is left out, so that the gap shows even where the `missing` record is lost too. */
  skip(): void {
    this.number++
  }

  /** A block of its own with one record after all others. */
  last(kind: RecordKind, payload: Buffer): Buffer {
    const block = Buffer.alloc(RECORD_BYTES + payload.length)
    writeRecord(block, 0, this.record(kind, 0, payload))
    return block
  }

  /** Hands over the present block, unless it is empty. */
  seal(): void {
    if (this.used === 0) return
    const full = this.block.subarray(0, this.used)
    this.discard()
    this.onFull(full)
  }

  discard(): void {
    this.block = NOTHING
    this.used = 0
  }

  private record(kind: RecordKind, connection: number, payload: Buffer): Parameters<typeof writeRecord>[2] {
    return {
      number: this.number,
      at: this.clock.now(),
      offsetNs: Math.round((this.clock.monotonic() - this.startedAt) * 1e6),
      connection,
      kind,
      payload,
    }
  }
}
