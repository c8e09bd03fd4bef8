/** Counts in the sentences of the commands. Pure. */

/** `1 record`, `3 records`. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** `23 records in 1 segment`. */
export const countedRecords = (records: number, segments: number): string =>
  `${counted(records, 'record')} in ${counted(segments, 'segment')}`
