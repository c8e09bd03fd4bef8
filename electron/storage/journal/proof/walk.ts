/** Reads the bytes of one segment, record by record, and checks each with `chainCheck.ts`. Pure. */

import type { ChainCheck } from './chainCheck.ts'
import { decodeRecord, nextLine, type RecordHead } from './record.ts'

export interface Step {
  readonly offset: number
  /** Null for bytes that are no record. */
  readonly record: RecordHead | null
  readonly wrong: readonly string[]
}

/** Continues at the next line after bytes that are no record. */
export function* walkSegment(file: Buffer, number: number, check: ChainCheck): Generator<Step, void> {
  let index = 0
  for (let offset = 0; offset < file.length; index++) {
    const found = decodeRecord(file, offset)
    if ('wrong' in found) {
      yield { offset, record: null, wrong: [found.wrong] }
      check.lose()
      offset = nextLine(file, offset)
    } else {
      yield { offset, record: found, wrong: check.follow(file, found, number, index) }
      offset = found.end
    }
  }
}
