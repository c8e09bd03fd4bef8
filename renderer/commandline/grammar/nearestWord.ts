/** Finds the word that a mistyped one was meant to be. Pure. */

/** Whether one letter more, less, other, or swapped with its neighbor turns one word into the other. */
function isOneSlipAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1 || typed === meant) return false
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  let end = 0
  const most = Math.min(typed.length, meant.length) - start
  while (end < most && typed.at(-1 - end) === meant.at(-1 - end)) end++
  const [left, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** The only word that is one slip away; null where there is none, or more than one. Capitals do not matter. */
export function nearest(typed: string, words: readonly string[]): string | null {
  if (typed.length < 2) return null
  const found = words.filter((word) => isOneSlipAway(typed.toLowerCase(), word.toLowerCase()))
  return found.length === 1 ? (found[0] ?? null) : null
}
