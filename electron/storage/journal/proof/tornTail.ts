/** Distinguishes what a crash leaves at the end of a segment from damage. Pure. */

import { decodeRecord, nextLine } from './record.ts'

const LINE_FEED = 10
const ZERO = 0

/**
 * Whether the bytes from `offset` on can be the last write of a crashed terminal. That write was never acknowledged, so its bytes may be moved.
 * `lastGood`: number of the last record before them. A crash leaves a part of one write:
 *
 * - its beginning: a record that is cut short. A whole record that does not verify is damage, not a crash.
 * - pieces with zero bytes between or behind them: every piece that is a whole record must belong to that write.
 */
export function isTornTail(file: Buffer, offset: number, lastGood: number): boolean {
  for (let at = offset; at < file.length;) {
    const next = nextLine(file, at)
    const whole = file[next - 1] === LINE_FEED
    const hole = file.subarray(at, next).includes(ZERO)
    if (!hole) {
      const found = decodeRecord(file, at)
      const fits = 'wrong' in found ? found.cut && !whole : found.first <= lastGood + 1
      if (!fits) return false
    }
    at = next
  }
  return true
}
