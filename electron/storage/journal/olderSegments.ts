/** Verifies the segments before the newest one, which a start does not read, for the searches that report from them. Changes nothing. */

import type { JournalDisk } from './files/disk.ts'
import { FOLDER, segmentName, segmentNumbers } from './files/segments.ts'
import { ChainCheck } from './proof/chainCheck.ts'
import { BEGINNING, decodeRecord } from './proof/record.ts'
import type { Checker } from './proof/seal.ts'
import { walkSegment } from './proof/walk.ts'

/** Records that are checked before everything else runs. */
const AT_ONCE = 500

export interface OlderSegments {
  /**
   * Whether every older segment is there and every record in it follows the one before, from the first record of the journal to the newest segment. Each segment is
   * read once in a run; what fails once stays unproven. Rejects when the disk fails.
   */
  areProven(): Promise<boolean>
}

export function createOlderSegments(
  disk: Pick<JournalDisk, 'list' | 'read' | 'turn'>,
  checker: Checker,
): OlderSegments {
  const check = new ChainCheck({ checker, fromBeginning: true })
  /** The number of the last segment that was verified; null once one failed. */
  let verified: number | null = 0

  const read = async (number: number) =>
    Buffer.from((await disk.read(`${FOLDER}/${segmentName(number)}`)) ?? [])

  const isSound = async (number: number): Promise<boolean> => {
    const file = await read(number)
    if (check.beginSegment() !== null) return false
    let count = 0
    for (const { wrong } of walkSegment(file, number, check)) {
      if (wrong.length > 0) return false
      if (++count % AT_ONCE === 0) await disk.turn()
    }
    return check.segmentEnded
  }

  /** Whether the newest segment begins behind the last record of the older ones. Its own records were verified at the start, or written since. */
  const isFollowedBy = async (newest: number): Promise<boolean> => {
    const first = decodeRecord(await read(newest), 0)
    const before = check.mark ?? BEGINNING
    return !('wrong' in first) && first.prev === before.hash && first.seq === before.seq + 1
  }

  const verify = async (): Promise<boolean> => {
    const numbers = segmentNumbers(await disk.list(FOLDER))
    const newest = numbers.at(-1)
    if (newest === undefined) return true
    if (numbers.some((number, index) => number !== index + 1)) verified = null
    while (verified !== null && verified < newest - 1)
      verified = (await isSound(verified + 1)) ? verified + 1 : null
    return verified !== null && (await isFollowedBy(newest))
  }

  let underWay: Promise<unknown> = Promise.resolve()
  return {
    areProven() {
      // One after the other: they share the chain.
      const next = underWay.then(verify, verify)
      underWay = next.catch(() => null)
      return next
    },
  }
}
