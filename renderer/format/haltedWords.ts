/** A halt in words, for banners, notes and lists. Pure. */

import { scopeWords, startedByWords, type Halt } from '../../shared/domain/orders/halt.ts'

/** What the trade lock keeps back and lets through. */
export const LOCK_EFFECT = 'No new order, amend, transfer or setting of the venue is sent. Cancels are sent.'

/** `HALTED` and `the whole desk, by Ann`; `LOCKED` and `by Ann` for the trade lock, which always covers the whole desk. */
export function haltedWords({ mode, scope, by }: Pick<Halt, 'mode' | 'scope' | 'by'>): {
  readonly word: string
  readonly what: string
} {
  const starter = `by ${startedByWords(by)}`
  if (mode === 'locked') return { word: 'LOCKED', what: starter }
  return { word: mode === 'halted' ? 'HALTED' : 'REDUCING ONLY', what: `${scopeWords(scope)}, ${starter}` }
}
