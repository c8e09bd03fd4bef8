/** Makes text of a venue safe for paper: characters that are invisible, change the direction of reading or have no glyph become their code, such as \u{202E}. Pure. */

import { isUnseen } from '../../shared/base/visibleText.ts'

/** Letters that are read from left to right and stand alone, digits, signs and the space. */
const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S} ]$/u
/** Invisible characters, marks that change the character before them, and separators of lines. */
const HIDDEN = /^[\p{C}\p{M}\p{Zl}\p{Zp}]$/u

/** `hasGlyph`: whether the font draws the code point. */
export function printableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  let printed = ''
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const isPlain =
      PLAIN.test(character) && !HIDDEN.test(character) && !isUnseen(character) && hasGlyph(codePoint)
    printed += isPlain ? character : `\\u{${codePoint.toString(16).toUpperCase()}}`
  }
  return printed
}
