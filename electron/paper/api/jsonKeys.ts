/** The names in a JSON object as they were written: `JSON.parse` keeps only the last of two that are equal. Pure. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Names of the outermost object of JSON that has been parsed, each as often as it was written. */
export function writtenKeys(json: string): string[] {
  const keys: string[] = []
  let depth = 0
  let text = ''
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === ':' && depth === 1) keys.push(JSON.parse(text) as string)
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else text = token
  }
  return keys
}

/** The first name that was written twice; two readers may disagree on which one counts. */
export function repeatedKey(keys: readonly string[]): string | null {
  const seen = new Set<string>()
  return keys.find((key) => seen.size === seen.add(key).size) ?? null
}
