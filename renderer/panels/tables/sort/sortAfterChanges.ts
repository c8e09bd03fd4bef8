/** Sorts a column again after a few of its rows changed, came or went: the others keep their order, and the changed ones go between them. Pure. */

import type { CellValue, ValueKind } from './cellValue.ts'
import { compareValues, isKnown, orderAround } from './sortRows.ts'

interface KeyedValues {
  readonly keys: readonly string[]
  /** By the index of the key. */
  readonly values: readonly CellValue[]
}

export interface SortedValues extends KeyedValues {
  readonly kind: ValueKind
  readonly descending: boolean
  /** Indexes of the values in their order. */
  readonly order: Uint32Array
}

/** One changed row in so many is few. */
const FEW = 50

/** The same order as that of `orderOfValues`; null: too many rows changed, so that a whole sort costs less. */
export function sortAfterChanges(
  before: SortedValues,
  { keys, values }: KeyedValues,
  isAhead: (index: number) => boolean,
): Uint32Array | null {
  // New rows come before or after all others, so the others have moved by as many places as there are new rows, or not at all.
  const shift = keys.at(-1) === before.keys.at(-1) ? keys.length - before.keys.length : 0
  const changed = new Set<number>()
  for (let index = 0; index < keys.length; index++) {
    const was = index - shift
    if (keys[index] === before.keys[was] && values[index] === before.values[was]) continue
    changed.add(index)
    if (changed.size * FEW > keys.length) return null
  }
  const { kind, descending, order } = before
  const turn = descending ? -1 : 1
  const isBefore = (one: number, other: number): boolean => {
    const difference = turn * compareValues(values[one] ?? null, values[other] ?? null, kind)
    return difference < 0 || (difference === 0 && one < other)
  }
  return orderAround(values, isAhead, (known) => {
    const moved = [...changed]
      .filter((index) => isKnown(values[index]))
      .toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
    const kept = new Uint32Array(known.length - moved.length)
    let next = 0
    for (const was of order) {
      const index = was + shift
      if (index >= 0 && index < keys.length && !changed.has(index) && isKnown(values[index]))
        kept[next++] = index
    }
    let taken = 0
    next = 0
    for (const index of moved) {
      const place = placeOf(index, kept, taken, isBefore)
      known.set(kept.subarray(taken, place), next)
      next += place - taken
      known[next++] = index
      taken = place
    }
    known.set(kept.subarray(taken), next)
  })
}

/** How many of the kept rows come before a row; at least `from`. */
function placeOf(
  index: number,
  kept: Uint32Array,
  from: number,
  isBefore: (one: number, other: number) => boolean,
): number {
  let low = from
  let high = kept.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(kept[middle] as number, index)) low = middle + 1
    else high = middle
  }
  return low
}
