/** What a key does on the rows of the quote board. Pure; the grid itself walks the rows and opens a row with Enter. */

import type { Chord } from '../../../shared/domain/settings/keyChord.ts'
import { INSTRUMENT_LINKS, type InstrumentLink } from '../../state/stores/panelInstances.ts'

export type QuoteAct =
  | { readonly kind: 'show'; readonly link: InstrumentLink }
  | { readonly kind: 'ladder'; readonly link: InstrumentLink }
  | { readonly kind: 'chart' }
  | { readonly kind: 'alert' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'add' }
  | { readonly kind: 'newList' }
  | { readonly kind: 'setUp' }
  | { readonly kind: 'tiles' }
  | { readonly kind: 'sort'; readonly by: 1 | -1 }
  | { readonly kind: 'turn' }
  | { readonly kind: 'sortAgain' }
  | { readonly kind: 'list'; readonly by: 1 | -1 }

/** By the chord that a binding comes with. */
const ACTS: Readonly<Record<string, QuoteAct>> = {
  ...Object.fromEntries(
    INSTRUMENT_LINKS.map((link): [string, QuoteAct] => [`Digit${link}`, { kind: 'show', link }]),
  ),
  KeyL: { kind: 'ladder', link: '1' },
  'Shift+KeyL': { kind: 'ladder', link: '2' },
  KeyC: { kind: 'chart' },
  KeyP: { kind: 'alert' },
  Delete: { kind: 'remove' },
  KeyU: { kind: 'undo' },
  'Shift+KeyJ': { kind: 'move', by: 1 },
  'Shift+KeyK': { kind: 'move', by: -1 },
  KeyA: { kind: 'add' },
  KeyN: { kind: 'newList' },
  KeyO: { kind: 'setUp' },
  KeyV: { kind: 'tiles' },
  KeyS: { kind: 'sort', by: 1 },
  'Shift+KeyS': { kind: 'sort', by: -1 },
  KeyR: { kind: 'turn' },
  Space: { kind: 'sortAgain' },
  ArrowLeft: { kind: 'list', by: -1 },
  ArrowRight: { kind: 'list', by: 1 },
  'Shift+ArrowLeft': { kind: 'list', by: -1 },
  'Shift+ArrowRight': { kind: 'list', by: 1 },
}

/** Null for a key that the board does not use. */
export const actOf = (chord: Chord | null): QuoteAct | null => (chord === null ? null : (ACTS[chord] ?? null))
