/** A halt in two words, for banners, notes and lists. Pure. */

import { scopeWords, type Halt } from '../../shared/domain/orders/halt.ts'

/** `HALTED` and `the whole desk`; `LOCKED` and `trading` for the trade lock. */
export function haltedWords({ mode, scope }: Pick<Halt, 'mode' | 'scope'>): {
  readonly word: string
  readonly what: string
} {
  if (mode === 'locked') return { word: 'LOCKED', what: 'trading' }
  return { word: mode === 'halted' ? 'HALTED' : 'REDUCING ONLY', what: scopeWords(scope) }
}
