/** Sorts rows by the values of one column: stable, exact, rows without a value last in both directions, or first where the column says so. Pure. */

import { compare, decimal, type Decimal } from '../../../../shared/base/decimal.ts'
import type { CellValue, ValueKind } from './cellValue.ts'

/**
 * The indexes of the values in their order. Equal values keep the order in which they came; null and empty text are no value. `isAhead`: whether
 * a row without a value, by its index, stands before all others.
 */
export function orderOfValues(
  values: readonly CellValue[],
  kind: ValueKind,
  descending: boolean,
  isAhead: (index: number) => boolean = () => false,
): Uint32Array {
  const keys = keysOf(values, kind)
  // Turned round, equal values must keep their order too, so the keys are turned and not the result.
  if (descending)
    for (let index = 0; index < values.length; index++) keys.fast[index] = -(keys.fast[index] ?? 0)
  const turn = descending ? -1 : 1
  const order = new Uint32Array(values.length)
  let next = 0
  for (let index = 0; index < values.length; index++)
    if (!isKnown(values[index]) && isAhead(index)) order[next++] = index
  const first = next
  for (let index = 0; index < values.length; index++) if (isKnown(values[index])) order[next++] = index
  mergeSort(order.subarray(first, next), keys.fast, (a, b) => turn * keys.compareEqual(a, b))
  for (let index = 0; index < values.length; index++)
    if (!isKnown(values[index]) && !isAhead(index)) order[next++] = index
  return order
}

const isKnown = (value: CellValue | undefined): boolean =>
  value !== null && value !== undefined && value !== ''

interface Keys {
  /** Fast keys in the order of the values. Different values may have the same key. */
  readonly fast: Float64Array
  /** Compares two values whose keys are equal. */
  readonly compareEqual: (a: number, b: number) => number
}

const NEVER_DIFFERENT = (): number => 0

function keysOf(values: readonly CellValue[], kind: ValueKind): Keys {
  if (kind === 'text') return textKeys(values)
  // Text and integers round to different floats, so a column with both is compared as integers.
  const isText = values.every((value) => value === null || typeof value === 'string')
  const exact = kind === 'decimal' && !isText ? values.map(asDecimal) : values
  const fast = new Float64Array(values.length)
  for (let index = 0; index < exact.length; index++) fast[index] = Number(exact[index] ?? 0)
  if (kind !== 'decimal') return { fast, compareEqual: NEVER_DIFFERENT }
  return {
    fast,
    compareEqual(a, b) {
      const one = exact[a] ?? null
      const other = exact[b] ?? null
      return one === other ? 0 : compare(asDecimal(one) as Decimal, asDecimal(other) as Decimal)
    },
  }
}

const asDecimal = (value: CellValue): CellValue => (typeof value === 'string' ? decimal(value) : value)

/** The characters after what all texts begin with, as many as one float holds; texts that are equal so far are compared whole. */
function textKeys(values: readonly CellValue[]): Keys {
  const texts = values.map((value) => (typeof value === 'string' ? value : ''))
  const start = sharedLength(texts)
  // A text that ends sorts before every text that goes on, so the end counts as 0 and every character as one more than its code.
  const base = highestCode(texts, start) + 2
  const length = Math.floor(53 / Math.log2(base))
  const fast = new Float64Array(texts.length)
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index] as string
    let key = 0
    for (let at = start; at < start + length; at++)
      key = key * base + (at < text.length ? text.charCodeAt(at) + 1 : 0)
    fast[index] = key
  }
  return {
    fast,
    compareEqual(a, b) {
      const one = texts[a] as string
      const other = texts[b] as string
      return one < other ? -1 : one > other ? 1 : 0
    },
  }
}

function highestCode(texts: readonly string[], start: number): number {
  let highest = 0
  for (const text of texts)
    for (let at = start; at < text.length; at++) highest = Math.max(highest, text.charCodeAt(at))
  return highest
}

/** How many characters all texts share at their beginning, the empty ones left out. */
function sharedLength(texts: readonly string[]): number {
  const first = texts.find((text) => text !== '') ?? ''
  let length = first.length
  for (const text of texts) {
    if (text === '') continue
    let same = 0
    while (same < length && text.charCodeAt(same) === first.charCodeAt(same)) same++
    length = same
  }
  return length
}

/** Rows sorted by insertion before they are merged. */
const RUN = 16

type CompareEqual = Keys['compareEqual']

/** Sorts in place by `fast`, and by `compareEqual` where two are equal. Stable; compares floats without a call, which is most of the time. */
function mergeSort(order: Uint32Array, fast: Float64Array, compareEqual: CompareEqual): void {
  const count = order.length
  for (let start = 0; start < count; start += RUN) {
    const end = Math.min(start + RUN, count)
    for (let at = start + 1; at < end; at++) {
      const moved = order[at] as number
      let to = at
      for (; to > start && isAfter(order[to - 1] as number, moved, fast, compareEqual); to--)
        order[to] = order[to - 1] as number
      order[to] = moved
    }
  }
  let from: Uint32Array = order
  let into: Uint32Array = new Uint32Array(count)
  for (let width = RUN; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count)
      const end = Math.min(start + 2 * width, count)
      merge(from, into, { start, middle, end }, fast, compareEqual)
    }
    const merged = into
    into = from
    from = merged
  }
  if (from !== order) order.set(from)
}

const isAfter = (a: number, b: number, fast: Float64Array, compareEqual: CompareEqual): boolean => {
  const one = fast[a] as number
  const other = fast[b] as number
  return one > other || (one === other && compareEqual(a, b) > 0)
}

/** Merges the sorted rows `start` to `middle` and `middle` to `end`. */
function merge(
  from: Uint32Array,
  into: Uint32Array,
  { start, middle, end }: { readonly start: number; readonly middle: number; readonly end: number },
  fast: Float64Array,
  compareEqual: CompareEqual,
): void {
  // Rows that arrive in order, such as times, need no comparison of each.
  if (middle >= end || !isAfter(from[middle - 1] as number, from[middle] as number, fast, compareEqual)) {
    into.set(from.subarray(start, end), start)
    return
  }
  let left = start
  let right = middle
  let to = start
  while (left < middle && right < end) {
    const a = from[left] as number
    const b = from[right] as number
    if (isAfter(a, b, fast, compareEqual)) {
      into[to++] = b
      right++
    } else {
      into[to++] = a
      left++
    }
  }
  while (left < middle) into[to++] = from[left++] as number
  while (right < end) into[to++] = from[right++] as number
}
