/** Sorts rows by the values of one column: stable, exact, rows without a value last in both directions, or first where the column says so. Pure. */

import { compare, decimal, type Decimal } from '../../../../shared/base/decimal.ts'
import type { CellValue, ValueKind } from './cellValue.ts'
import { radixSort } from './radixSort.ts'

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
    for (let index = 0; index < values.length; index++) keys.fast[index] = 0 - (keys.fast[index] ?? 0)
  const turn = descending ? -1 : 1
  return orderAround(values, isAhead, (known) => sortKnown(known, keys, turn))
}

/** The rows ahead, those with a value, and those without. `sort` gets those with a value as they come, and puts them into their order in place. */
export function orderAround(
  values: readonly CellValue[],
  isAhead: (index: number) => boolean,
  sort: (known: Uint32Array) => void,
): Uint32Array {
  const order = new Uint32Array(values.length)
  let next = 0
  for (let index = 0; index < values.length; index++)
    if (!isKnown(values[index]) && isAhead(index)) order[next++] = index
  const first = next
  for (let index = 0; index < values.length; index++) if (isKnown(values[index])) order[next++] = index
  sort(order.subarray(first, next))
  for (let index = 0; index < values.length; index++)
    if (!isKnown(values[index]) && !isAhead(index)) order[next++] = index
  return order
}

export const isKnown = (value: CellValue | undefined): boolean =>
  value !== null && value !== undefined && value !== ''

interface Keys {
  /** Fast keys in the order of the values. Different values may have the same key. */
  readonly fast: Float64Array
  /** Values of equal keys that may differ all the same; null: they never do. Those that are `===` do not differ. */
  readonly exact: readonly CellValue[] | null
  /** Compares two values whose keys are equal. */
  readonly compareEqual: (a: number, b: number) => number
}

const NEVER_DIFFERENT = (): number => 0

/** Decimals of so many digits are different floats where they differ. */
const DIGITS_OF_A_FLOAT = 15

/** So many values are worth the tables that sorting by digits needs. */
const MANY = 2_048

function sortKnown(order: Uint32Array, { fast, exact, compareEqual }: Keys, turn: 1 | -1): void {
  const turned = (a: number, b: number) => turn * compareEqual(a, b)
  if (order.length < MANY) return mergeSort(order, fast, turned)
  radixSort(order, fast)
  if (exact === null) return
  for (let start = 0; start < order.length;) {
    const first = order[start] as number
    let end = start + 1
    let differ = false
    for (; end < order.length; end++) {
      const other = order[end] as number
      if (fast[other] !== fast[first]) break
      differ ||= exact[other] !== exact[first]
    }
    if (differ) mergeSort(order.subarray(start, end), fast, turned)
    start = end
  }
}

function keysOf(values: readonly CellValue[], kind: ValueKind): Keys {
  if (kind === 'text') return textKeys(values)
  // Text and integers round to different floats, so a column with both is compared as integers.
  const isText = values.every((value) => value === null || typeof value === 'string')
  const exact = kind === 'decimal' && !isText ? values.map(asDecimal) : values
  const fast = new Float64Array(values.length)
  let isExact = kind !== 'decimal'
  if (isText) isExact = values.every((value) => (value ?? '').length <= DIGITS_OF_A_FLOAT)
  for (let index = 0; index < exact.length; index++) fast[index] = Number(exact[index] ?? 0)
  if (isExact) return { fast, exact: null, compareEqual: NEVER_DIFFERENT }
  const read = new Map<number, Decimal>()
  return {
    fast,
    exact,
    compareEqual(a, b) {
      const one = exact[a] ?? null
      const other = exact[b] ?? null
      return one === other ? 0 : compare(readOnce(exact, read, a), readOnce(exact, read, b))
    },
  }
}

/** Many values may share a float: each is read once only. */
function readOnce(values: readonly CellValue[], read: Map<number, Decimal>, index: number): Decimal {
  const known = read.get(index) ?? (asDecimal(values[index] ?? null) as Decimal)
  read.set(index, known)
  return known
}

/** Compares two known values of one column exactly. */
export function compareValues(one: CellValue, other: CellValue, kind: ValueKind): number {
  if (kind === 'text') return String(one) < String(other) ? -1 : one === other ? 0 : 1
  if (kind !== 'decimal') return Number(one) - Number(other)
  return one === other ? 0 : compare(asDecimal(one) as Decimal, asDecimal(other) as Decimal)
}

const asDecimal = (value: CellValue): CellValue => (typeof value === 'string' ? decimal(value) : value)

/** With more different texts than so many, a key is made of a text's characters, and not of its rank. */
const FEW = 1_024

function textKeys(values: readonly CellValue[]): Keys {
  const texts = values.map((value) => (typeof value === 'string' ? value : ''))
  const ranks = ranksOf(texts)
  if (ranks !== null) return { fast: ranks, exact: null, compareEqual: NEVER_DIFFERENT }
  return {
    fast: beginnings(texts),
    exact: texts,
    compareEqual(a, b) {
      const one = texts[a] as string
      const other = texts[b] as string
      return one < other ? -1 : one > other ? 1 : 0
    },
  }
}

/** The place of each text among the different ones, where these are few, such as instruments; else null. */
function ranksOf(texts: readonly string[]): Float64Array | null {
  const ranks = new Map<string, number>()
  for (const text of texts) {
    if (ranks.has(text)) continue
    if (ranks.size === FEW) return null
    ranks.set(text, 0)
  }
  let rank = 0
  for (const text of [...ranks.keys()].toSorted()) ranks.set(text, rank++)
  const fast = new Float64Array(texts.length)
  for (let index = 0; index < texts.length; index++) fast[index] = ranks.get(texts[index] as string) ?? 0
  return fast
}

/** A float holds so many characters of any kind. */
const BITS = 17
const CHARACTERS = 3
/** A float holds so many characters of ASCII, as most references are written. */
const ASCII_BITS = 7
const ASCII_CHARACTERS = 7

/** The characters after what all texts begin with, as many as one float holds; texts that are equal so far are compared whole. */
function beginnings(texts: readonly string[]): Float64Array {
  const start = sharedLength(texts)
  const fast = new Float64Array(texts.length)
  if (!fill(fast, texts, start, ASCII_BITS, ASCII_CHARACTERS)) fill(fast, texts, start, BITS, CHARACTERS)
  return fast
}

/** False where a character has more bits than so many. */
function fill(
  fast: Float64Array,
  texts: readonly string[],
  start: number,
  bits: number,
  length: number,
): boolean {
  const base = 2 ** bits
  for (let index = 0; index < texts.length; index++) {
    const key = beginning(texts[index] as string, start, start + length, base)
    if (key < 0) return false
    fast[index] = key
  }
  return true
}

/** A function of its own, so that it is compiled within the first sort. Below 0: a character has no place in the base. */
function beginning(text: string, start: number, end: number, base: number): number {
  // A text that ends sorts before every text that goes on, so the end counts as 0 and every character as one more than its code.
  let key = 0
  for (let at = start; at < end; at++) {
    const code = at < text.length ? text.charCodeAt(at) + 1 : 0
    if (code >= base) return -1
    key = key * base + code
  }
  return key
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
