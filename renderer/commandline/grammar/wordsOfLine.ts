/** Splits a typed line into statements and words, and remembers where each word stood. Gives no word a meaning. */

export interface Word {
  readonly text: string
  /** Offset of the first character in the line. */
  readonly start: number
  readonly end: number
}

/** A note in quotation marks is one word, with its spaces and semicolons. One without its end goes to the end of the line. */
const WORD = /note="[^"]*(?:"\S*|$)|\S+/gi
const STATEMENT = /^(?:[^;"]|(?<=\bnote=)"[^"]*(?:"|$)|")*/i

export function wordsOf(line: string): Word[] {
  const words: Word[] = []
  for (const match of line.matchAll(WORD))
    words.push({ text: match[0], start: match.index, end: match.index + match[0].length })
  return words
}

/** The statements of a line: the text between its semicolons, without those in a quoted note. */
export function statementTexts(line: string): string[] {
  const texts: string[] = []
  for (let rest = line; ;) {
    const text = STATEMENT.exec(rest)?.[0] ?? ''
    texts.push(text)
    if (text.length === rest.length) return texts
    rest = rest.slice(text.length + 1)
  }
}
