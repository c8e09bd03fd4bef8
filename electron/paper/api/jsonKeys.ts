/** Reads the names of a JSON object as written. `JSON.parse` would keep only the last of two equal names. Pure. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Names in the outermost object of valid JSON, each as often as written. */
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

/** The first repeated name: two readers may disagree on which value counts. */
export function repeatedKey(keys: readonly string[]): string | null {
  const seen = new Set<string>()
  return keys.find((key) => seen.size === seen.add(key).size) ?? null
}
