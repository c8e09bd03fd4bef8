/** What a hand typed at a table whose rows are still being read. Pure; keeps no text. */

/**
 * Understood whole or not at all: Home or End, and Enter after it. Whoever types on has left what is kept, and it is dropped; were it carried
 * out then, the end of what was typed would go where the whole was meant to go: 5 for -0.5.
 */
export interface TypedAhead {
  readonly row: 'first' | 'last'
  readonly open: boolean
}

export type TypedKey = Readonly<
  Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>
>

export function typeAhead(kept: TypedAhead | null, typed: TypedKey): TypedAhead | null {
  const { key, repeat } = typed
  // A held key says nothing new.
  if (repeat) return kept
  if (typed.ctrlKey || typed.altKey || typed.metaKey || typed.shiftKey) return null
  if (key === 'Home') return { row: 'first', open: false }
  if (key === 'End') return { row: 'last', open: false }
  return key === 'Enter' && kept !== null && !kept.open ? { ...kept, open: true } : null
}
