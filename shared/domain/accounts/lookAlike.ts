/** Finds codes that look alike: a small skeleton for code-like text, after UTS #39 (https://www.unicode.org/reports/tr39/#Confusable_Detection). Pure. */

import { escaped, isTurning, isUnseen } from '../../base/visibleText.ts'

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
const SEEN_AS = new Map(
  ALIKE.flatMap((row) =>
    Array.from(row)
      .slice(1)
      .map((letter) => [letter, row[0] ?? ''] as const),
  ),
)
/** Look-alikes within the alphabet of codes: only a good font shows the difference. */
const FOLDED: Readonly<Record<string, string>> = { O: '0', I: '1', l: '1', '|': '1' }

/** Equal for two codes that a dealer may confuse. For comparison only: never store or send a skeleton. */
export function skeleton(code: string): string {
  let text = ''
  // NFKD replaces compatibility forms (full width, circled, styled) by plain letters and separates marks.
  for (const letter of code.normalize('NFKD')) {
    if (isUnseen(letter) || /\p{M}/u.test(letter)) continue
    const seen = SEEN_AS.get(letter) ?? letter
    text += FOLDED[seen] ?? seen
  }
  return text
}

/** Whether every character is visible ASCII, so that none looks like a letter of another alphabet. */
const isPlain = (code: string): boolean => /^[\x21-\x7e]+$/.test(code)

const isOdd = (letter: string): boolean =>
  isUnseen(letter) ||
  isTurning(letter) ||
  /\p{M}/u.test(letter) ||
  SEEN_AS.has(letter) ||
  letter.normalize('NFKD') !== letter

/** The code in a form that differs visibly from every other code: letters that look like other letters, or that turn a sentence around, are escaped. */
export const shownCode = (code: string): string =>
  isPlain(code) ? code : Array.from(code, (letter) => (isOdd(letter) ? escaped(letter) : letter)).join('')

/**
 * For each code that looks like another of these codes, the other code. Of two look-alikes, a plain code counts as the original and has no entry;
 * two plain codes have an entry each.
 */
export function lookAlikes<T extends string>(codes: Iterable<T>): ReadonlyMap<T, T> {
  const groups = new Map<string, T[]>()
  for (const code of codes) {
    const key = skeleton(code)
    groups.set(key, [...(groups.get(key) ?? []), code])
  }
  const found = new Map<T, T>()
  for (const group of groups.values()) {
    const plain = group.filter(isPlain)
    for (const code of group) {
      const other = plain.find((member) => member !== code) ?? group.find((member) => member !== code)
      if (other !== undefined && (!isPlain(code) || plain.length > 1)) found.set(code, other)
    }
  }
  return found
}

/** Why nothing is sent for a code that looks like another code. */
export const lookAlikeSentence = (code: string, other: string): string =>
  `Customer ${shownCode(code)} looks like ${shownCode(other)}, which is another customer. Nothing was sent. If you mean ${shownCode(code)}, open Edit in the Customers panel and type this code to confirm it. Canceling works.`
