/** A reading that is made at most once, when it is first asked for. */

export function once<T>(read: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: read() }).value
}
