/** Splits a typed line into words and remembers where each stood. Gives no word a meaning. */

export interface Word {
  readonly text: string
  /** Offset of the first character in the line. */
  readonly start: number
  readonly end: number
}

export function wordsOf(line: string): Word[] {
  const words: Word[] = []
  for (const match of line.matchAll(/\S+/g))
    words.push({ text: match[0], start: match.index, end: match.index + match[0].length })
  return words
}
