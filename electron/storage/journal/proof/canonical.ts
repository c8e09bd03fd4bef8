/** Writes canonical JSON: one text for each value, without spaces, the keys of every object sorted. A hash of the text then identifies the value. Pure. */

type Plain = Readonly<Record<string, unknown>>

/** Leaves out undefined members, as JSON does. Escapes text, so that the result holds neither line breaks nor zero bytes. */
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
