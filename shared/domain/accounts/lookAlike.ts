/** Finds codes that look alike: a small skeleton for code-like text, after UTS #39 (https://www.unicode.org/reports/tr39/#Confusable_Detection). Pure. */

import { isPlain, SEEN_AS, shownCode } from '../../base/shownCode.ts'
import { isUnseen } from '../../base/visibleText.ts'

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

/**
 * By code, the other code that each of `codes` looks like once they all stand in the list. `listed`: by code of the list, what it looks like now,
 * where the dealer has not confirmed it. A new code closes itself, never the customer that it looks like.
 */
export function lookAlikesAfter<T extends string>(
  codes: readonly T[],
  listed: ReadonlyMap<T, T | undefined>,
): ReadonlyMap<T, T> {
  const all = lookAlikes(new Set([...listed.keys(), ...codes]))
  return new Map(
    codes.flatMap((code) => {
      const other = listed.has(code) ? listed.get(code) : all.get(code)
      return other === undefined ? [] : [[code, other] as const]
    }),
  )
}

/** Why nothing is sent for a code that looks like another code. */
export const lookAlikeSentence = (code: string, other: string): string =>
  `Customer ${shownCode(code)} looks like ${shownCode(other)}, which is another customer. Nothing was sent. If you mean ${shownCode(code)}, open Edit in the Customers panel and type this code to confirm it. Canceling works.`
