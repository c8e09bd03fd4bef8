/** One text for one value, so that a hash of it means the value: JSON without spaces, the keys of every object in order. Pure. */

type Plain = Readonly<Record<string, unknown>>

/** Members that are undefined are left out, as JSON does. Text is escaped, so the outcome holds neither line breaks nor zero bytes. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const plain = value as Plain
  const members = Object.keys(plain)
    .filter((key) => plain[key] !== undefined)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(plain[key])}`)
  return `{${members.join(',')}}`
}
