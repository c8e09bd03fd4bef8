/** Makes every character of foreign text visible: writes characters without ink, or that turn the order of letters around, as escapes. Changes nothing else. */

/** The characters that UTS #39 and UTR #36 warn of: ignorable, control, format and private characters, line separators, every space but the usual one, the blank Braille pattern. */
const UNSEEN = /(?! )[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/gu
/** Letters that are read from right to left (the default ranges of UAX #9): digits and signs beside them change places on screen. */
const TURNING = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu
/** Marks behind the fourth on one letter: they are drawn over the lines around, or make the letter wider than its place (UTS #39, section 5.4). */
const STACKED = /(?<=[\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]/gu
/** Most text of a venue: nothing to write differently. */
const PLAIN = /^[\x20-\x7e]*$/

/** `\u{202e}` for one character. */
export const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Whether a character shows no ink. */
export const isUnseen = (character: string): boolean => new RegExp(UNSEEN.source, 'u').test(character)

/** Whether a character is read from right to left. */
export const isTurning = (character: string): boolean => new RegExp(TURNING.source, 'u').test(character)

/** The first `most` units of a text, without half a character at the end. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** Text of several lines keeps its line feeds. */
export const visible = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)))
        .replace(STACKED, escaped)

/** Visible text in one line. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', escaped('\n'))

/** A word of a venue, such as a status or a code: in one line, and read from left to right within any sentence. */
export const visibleWord = (text: string): string => visibleLine(text).replace(TURNING, escaped)

/** Visible text in one line for the inside of a sentence: letters from right to left stay, and turn nothing around them (U+2068 and U+2069, UAX #9). */
export function visibleWords(text: string): string {
  const line = visibleLine(text)
  return line.search(TURNING) < 0 ? line : `\u2068${line}\u2069`
}
