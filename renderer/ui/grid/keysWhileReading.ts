/** Reads the keys that a dealer types at a table whose rows are still being read. Pure; stores no text. */

/**
 * Home or End, and one Enter after it. Any other key drops both: if they were carried out later, the rest of the typing would land in the
 * wrong field, such as 5 of -0.5.
 */
export interface KeysWhileReading {
  readonly row: 'first' | 'last'
  readonly open: boolean
}

export type TypedKey = Readonly<
  Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>
>

export function keepKeysWhileReading(
  kept: KeysWhileReading | null,
  typed: TypedKey,
): KeysWhileReading | null {
  const { key, repeat } = typed
  // The repeats of a held key change nothing.
  if (repeat) return kept
  if (typed.ctrlKey || typed.altKey || typed.metaKey || typed.shiftKey) return null
  if (key === 'Home') return { row: 'first', open: false }
  if (key === 'End') return { row: 'last', open: false }
  return key === 'Enter' && kept !== null && !kept.open ? { ...kept, open: true } : null
}
