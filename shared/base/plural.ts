/** Counts in sentences. Pure. */

/** `1 record`, `3 records`: for words that take an s. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
