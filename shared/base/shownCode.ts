/** Shows a code so that no other code looks the same: escapes letters without ink, letters that look like others, and letters that turn a sentence around. Pure. */

import { escaped, isTurning, isUnseen } from './visibleText.ts'

/** Letters that look like a letter of the code alphabet. Each row begins with the letter of the code alphabet. */
const ALIKE: readonly string[] = [
  'AАΑ',
  'BВΒ',
  'CСϹ',
  'EЕΕ',
  'FϜ',
  'GԌ',
  'HНΗ',
  'IІΙӀ',
  'JЈ',
  'KКΚ',
  'MМΜ',
  'NΝ',
  'OОΟ',
  'PРΡ',
  'QԚ',
  'SЅ',
  'TТΤ',
  'WԜ',
  'XХΧ',
  'YҮΥ',
  'ZΖ',
  'aаɑα',
  'bЬ',
  'cсϲ',
  'dԁ',
  'eе',
  'gɡ',
  'hһ',
  'iіι',
  'jјϳ',
  'kκ',
  'lӏ',
  'nո',
  'oоοօ',
  'pрρ',
  'qԛ',
  'sѕ',
  'uυս',
  'vνѵ',
  'wԝ',
  'xх',
  'yуγү',
  '-‐‑‒–—―−',
  '_ـ',
  '.․。',
  '3ЗӠ',
  '6б',
  '0О',
]
/** By letter, the letter of the code alphabet that it looks like. */
export const SEEN_AS: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap((row) =>
    Array.from(row)
      .slice(1)
      .map((letter) => [letter, row[0] ?? ''] as const),
  ),
)
/** Whether every character is visible ASCII, so that none looks like a letter of another alphabet. */
export const isPlain = (code: string): boolean => /^[\x21-\x7e]+$/.test(code)

const isOdd = (letter: string): boolean =>
  isUnseen(letter) ||
  isTurning(letter) ||
  /\p{M}/u.test(letter) ||
  SEEN_AS.has(letter) ||
  letter.normalize('NFKD') !== letter

/** The code in a form that differs visibly from every other code: letters that look like other letters, or that turn a sentence around, are escaped. */
export const shownCode = (code: string): string =>
  isPlain(code) ? code : Array.from(code, (letter) => (isOdd(letter) ? escaped(letter) : letter)).join('')

/** The sentence behind the code that it is about. A sentence that begins with the code already stays as it is. */
export function withCode(code: string, sentence: string): string {
  const shown = shownCode(code)
  return sentence.startsWith(shown) && /^[\s:,’]/.test(sentence.slice(shown.length))
    ? sentence
    : `${shown}: ${sentence}`
}
