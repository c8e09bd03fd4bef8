/** Finds every text within a value, with its path. */

export interface FoundText {
  readonly path: string
  readonly text: string
}

/** The keys of records too: a venue may name them. */
export function textsIn(value: unknown, path = ''): readonly FoundText[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    { path: `${path}.${key}`, text: key },
    ...textsIn(inner, `${path}.${key}`),
  ])
}
