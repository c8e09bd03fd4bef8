/** Names of the journal's files. Reads and writes nothing. */

export const FOLDER = 'journal'
/** The lock of the running terminal. */
export const LOCK = 'lock'
const SEGMENT = /^(\d{6})\.journal$/

export const segmentName = (number: number): string => `${String(number).padStart(6, '0')}.journal`
/** The name of a segment that is being written. The segment gets its own name once it is complete and on disk. */
export const unfinishedName = (number: number): string => `${segmentName(number)}.new`

/** Numbers of the segments among file names, in order. */
export const segmentNumbers = (names: readonly string[]): number[] =>
  names
    .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
    .map(Number)
    // The first segment has number 1. Another file of such a name is none of the journal's.
    .filter((number) => number > 0)
    .toSorted((a, b) => a - b)

/** An unused name for a file with the torn tail of a segment. */
export function tornName(segment: string, taken: readonly string[]): string {
  let number = 1
  while (taken.includes(`${segment}.${number}.torn`)) number++
  return `${segment}.${number}.torn`
}

/** Whether a file may be in the journal's folder besides its segments. */
export const isCompanion = (name: string): boolean =>
  name === LOCK || name.startsWith(`${LOCK}.`) || name.endsWith('.torn') || name.endsWith('.new')
