/** Text for a cell of a spreadsheet: visible, in one line, and never run as a formula. Pure. */

import { visibleLine } from './visibleText.ts'

/**
 * A text that begins with = + - @, also in full width, is a formula. So is one behind a semicolon: many countries separate cells by it, and a
 * spreadsheet there splits a cell that has no quotes of its own. A quotation mark behind a semicolon, which may also be the one that ends the cell, would swallow the cells that follow.
 */
const FORMULA = /(^|;)(\s*[=+\-@＝＋－＠])|(;)(\s*(?:"|$))/g
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** An apostrophe makes a formula text. Numbers keep their sign. */
export function spreadsheetText(text: string): string {
  const line = visibleLine(text)
  return NUMBER.test(line) ? line : line.replace(FORMULA, "$1$3'$2$4")
}
