/** The filter language of instruments and tickers (docs/api.md#symbol-filters). Pure. */

/**
 * Whether `value` matches `filter`: literals separated by `|`, `*` for any run of characters, case-insensitive, anchored.
 * A missing filter matches every value. Time is linear in both texts for each `*`: no pattern can stall the broker.
 */
export const passesFilter = (filter: string | null, value: string): boolean =>
  filter === null ||
  filter
    .toLowerCase()
    .split('|')
    .some((literal) => matches(literal.split('*'), value.toLowerCase()))

/** `parts` are the texts between the `*`: the first and last are anchored, the others match leftmost. */
function matches(parts: readonly string[], value: string): boolean {
  const first = parts[0] ?? ''
  if (parts.length === 1) return value === first
  const last = parts.at(-1) ?? ''
  if (!value.startsWith(first) || !value.endsWith(last) || value.length < first.length + last.length)
    return false
  const end = value.length - last.length
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = value.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
