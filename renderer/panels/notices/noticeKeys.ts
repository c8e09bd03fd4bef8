/** What a key does in the list of notices. Pure; acts on nothing. */

export interface NoticeKey {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
}

export type NoticeAct =
  /** To a place in the list; a place past either end means the end. */
  | { readonly kind: 'select'; readonly index: number }
  /** To the next or the previous filter. */
  | { readonly kind: 'filter'; readonly by: 1 | -1 }
  | { readonly kind: 'toggleCustomer' }
  /** To the row that the notice at a place is about; the selected one. */
  | { readonly kind: 'jump'; readonly index: number }
  | { readonly kind: 'copy' }
  | { readonly kind: 'close' }
  | { readonly kind: 'acknowledge'; readonly all: boolean }

const PAGE = 5

/** `at`: the place of the selected notice, -1 for none; `count`: how many are drawn. Null: not a key of the list. */
export function actOfKey(event: NoticeKey, at: number, count: number): NoticeAct | null {
  const { key, code, ctrlKey, shiftKey, repeat } = event
  if (ctrlKey) {
    if (code === 'KeyF') return { kind: 'toggleCustomer' }
    return code === 'KeyC' ? { kind: 'copy' } : null
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
  return code === 'KeyA' ? { kind: 'acknowledge', all: shiftKey } : null
}
