/** Reads SQLite's write-ahead log (https://www.sqlite.org/fileformat2.html#walformat), to tell a log with lost changes from one that ends early. Changes nothing. */

import { readFileSync, statSync } from 'node:fs'

const HEADER = 32
const FRAME_HEADER = 24
/** Without the last bit, which is set where the checksums read their words big-endian. */
const MAGIC = 0x377f_0682
const PAGE_SIZE_AT = 8
/** Of a frame: the pages of the database after a commit; 0 for a frame without one. */
const COMMIT_AT = 4

type Sums = readonly [number, number]

const sumsAt = (bytes: Buffer, at: number): Sums => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]

function checksum(bytes: Buffer, isBigEndian: boolean, [first, second]: Sums): Sums {
  const word = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  let [a, b] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + word(at) + b) >>> 0
    b = (b + word(at + 4) + a) >>> 0
  }
  return [a, b]
}

const isSame = ([a, b]: Sums, [c, d]: Sums): boolean => a === c && b === d

/**
 * Whether the log holds a commit behind damage. SQLite reads the log up to the first damaged frame only and reports nothing. `path`: of the log. False where there is
 * no log, or where only its last, unfinished transaction is cut.
 */
export function hasCommitBehindDamage(path: string): boolean {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= HEADER) return false
  const file = readFileSync(path)
  const magic = file.readUInt32BE(0)
  const isBigEndian = (magic & 1) === 1
  let sums = checksum(file.subarray(0, HEADER - 8), isBigEndian, [0, 0])
  if (magic - (magic & 1) !== MAGIC || !isSame(sums, sumsAt(file, HEADER - 8))) return true
  const size = file.readUInt32BE(PAGE_SIZE_AT) + FRAME_HEADER
  const salts = sumsAt(file, 16)
  let isDamaged = false
  for (let at = HEADER; at + size <= file.length; at += size) {
    const frame = file.subarray(at, at + size)
    // Frames of an earlier use of the log have other salts. Their changes are in the database already.
    const isOfThisUse = isSame(sumsAt(frame, 8), salts)
    if (isDamaged && isOfThisUse && frame.readUInt32BE(COMMIT_AT) !== 0) return true
    if (isDamaged) continue
    sums = checksum(
      frame.subarray(FRAME_HEADER),
      isBigEndian,
      checksum(frame.subarray(0, 8), isBigEndian, sums),
    )
    isDamaged = !isOfThisUse || !isSame(sums, sumsAt(frame, 16))
  }
  return false
}
