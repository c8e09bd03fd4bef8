/** Which second instrument a chart draws, and why it draws none or an old one. Pure. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { Comparable } from '../chartProps.ts'
import type { ShortNote } from '../notes/ChartNotes.tsx'

export interface Compared {
  /** Null: nothing is drawn. */
  readonly symbol: Symbol | null
  readonly note: ShortNote | null
}

export function comparedWith(
  chosen: Symbol | null,
  own: Symbol,
  { instruments, isLost }: Comparable,
): Compared {
  if (chosen === null) return { symbol: null, note: null }
  const name = shownCode(chosen)
  if (chosen === own)
    return {
      symbol: null,
      note: { words: `${name} not compared`, why: 'It is the instrument of the chart itself.' },
    }
  if (!instruments.some(({ symbol }) => symbol === chosen))
    return {
      symbol: null,
      note: { words: `${name} not compared`, why: 'It is not in the list of instruments that was read.' },
    }
  const note = isLost
    ? { words: `${name} OLD`, why: 'The stream of its trades is lost, so its line does not change.' }
    : null
  return { symbol: chosen, note }
}
