/** Makes every character of foreign text visible: writes characters without ink, or that reverse other letters, as escapes. Changes nothing else. */

/** The characters that UTS #39 and UTR #36 warn of: ignorable, control, format and private characters, line separators, every space but the usual one, the blank Braille pattern. */
const UNSEEN = /(?! )[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/gu

/** `\u{202e}` for one character. */
export const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Whether a character shows no ink. */
export const isUnseen = (character: string): boolean => new RegExp(UNSEEN.source, 'u').test(character)

/** Text of several lines keeps its line feeds. */
export const visible = (text: string): string =>
  text.replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)))
