/** What the keys of every table do, by the chord that each comes with. Pure. */

import type { Chord } from '../../../../shared/domain/settings/keyChord.ts'

export interface TableActs {
  readonly sortNext: (by: 1 | -1) => void
  readonly turn: () => void
  readonly groupNext: () => void
  readonly toColumns: () => void
  readonly toViews: () => void
  readonly toFilter: () => void
  /** Null: the table does not follow a customer. */
  readonly toggleCustomer: (() => void) | null
  readonly chooseAll: () => void
  readonly copy: () => void
}

/** Null: it is no key of every table. */
export function actOfTableKey(chord: Chord | null, acts: TableActs): (() => void) | null {
  const byChord: Readonly<Record<Chord, () => void>> = {
    KeyS: () => acts.sortNext(1),
    'Shift+KeyS': () => acts.sortNext(-1),
    KeyT: acts.turn,
    KeyG: acts.groupNext,
    KeyC: acts.toColumns,
    KeyV: acts.toViews,
    ...(acts.toggleCustomer && { KeyO: acts.toggleCustomer }),
    'Control+KeyF': acts.toFilter,
    'Control+KeyA': acts.chooseAll,
    'Control+KeyC': acts.copy,
  }
  return chord !== null && Object.hasOwn(byChord, chord) ? (byChord[chord] ?? null) : null
}
