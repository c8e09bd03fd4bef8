/** The meaning of a key in the list of notices. Pure. */

import type { Chord } from '../../../shared/domain/settings/keyChord.ts'

export interface NoticeKey {
  readonly key: string
  /** The chord that the pressed binding comes with; null for a key that was moved away. */
  readonly own: Chord | null
  readonly repeat: boolean
}

export type NoticeAct =
  /** Selects a place in the list; a place past an end means that end. */
  | { readonly kind: 'select'; readonly index: number }
  /** Selects the next or the previous filter. */
  | { readonly kind: 'filter'; readonly by: 1 | -1 }
  | { readonly kind: 'toggleCustomer' }
  /** Jumps to the row of the notice at a place. */
  | { readonly kind: 'jump'; readonly index: number }
  | { readonly kind: 'copy' }
  | { readonly kind: 'close' }
  | { readonly kind: 'acknowledge'; readonly all: boolean }

const PAGE = 5

/** `at`: the place of the selected notice, -1 for none; `count`: the number of notices drawn. Null: not a key of the list. */
export function actOfKey(event: NoticeKey, at: number, count: number): NoticeAct | null {
  const { key, own, repeat } = event
  if (own?.startsWith('Control+')) {
    if (own === 'Control+KeyF') return { kind: 'toggleCustomer' }
    return own === 'Control+KeyC' ? { kind: 'copy' } : null
  }
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: count,
  }
  const index = places[key]
  if (index !== undefined) return { kind: 'select', index }
  if (key === 'ArrowRight') return { kind: 'filter', by: 1 }
  if (key === 'ArrowLeft') return { kind: 'filter', by: -1 }
  if (repeat) return null
  if (key === 'Enter') return { kind: 'jump', index: at }
  if (key === 'Escape') return { kind: 'close' }
  if (/^[1-9]$/.test(key)) return { kind: 'jump', index: Number(key) - 1 }
  if (own === 'KeyA') return { kind: 'acknowledge', all: false }
  return own === 'Shift+KeyA' ? { kind: 'acknowledge', all: true } : null
}
