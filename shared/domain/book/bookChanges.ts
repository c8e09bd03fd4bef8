/** Holds the changes of one message as plain numbers in flat arrays until a book applies them. Checks nothing. */

import { POWERS, readScaled, type Scaled } from './scaledInteger.ts'

/** A level of a snapshot, with the decimal text of the message. */
export interface BookLevel {
  readonly type: 'bid' | 'ask'
  readonly price: string
  readonly amount: string
}

/** One change of an update message (docs/api.md#6.book.change). */
export interface BookChange extends BookLevel {
  readonly action: 'new' | 'change' | 'delete'
}

/** Bits of a kind: a level exists before the change, a level exists after the change, the side is ask. */
export const STOOD = 1
export const STANDS = 2
export const ASK = 4

export const NEW = STANDS
export const CHANGE = STOOD | STANDS
export const DELETE = STOOD

const ACTIONS = { new: NEW, change: CHANGE, delete: DELETE } as const
const scaled: Scaled = { value: 0, places: 0 }

/** Changes that `noted` can hold. */
export const CHANGES_ROOM = 8192

/**
 * The first `count` changes. Change n has kind `forms[n] & 7`, price `numbers[2n] × 10^-(forms[n] >> 4 & 15)` and amount
 * `numbers[2n + 1] × 10^-(forms[n] >> 8)`. NaN is a number that cannot be counted. All books share this memory, so no reader may keep it; the
 * next book to change reads it. Access is fast because the memory never moves.
 */
export const noted = {
  count: 0,
  forms: new Int32Array(CHANGES_ROOM),
  numbers: new Float64Array(2 * CHANGES_ROOM),
}

/** Appends a change from text. `noted` must hold fewer than `CHANGES_ROOM` changes. */
export function noteChange(action: BookChange['action'], { type, price, amount }: BookLevel): void {
  const n = noted.count++
  readScaled(price, scaled)
  noted.numbers[2 * n] = scaled.value
  const pricePlaces = scaled.places
  readScaled(amount, scaled)
  noted.numbers[2 * n + 1] = scaled.value
  noted.forms[n] = ACTIONS[action] | (type === 'ask' ? ASK : 0) | (pricePlaces << 4) | (scaled.places << 8)
}

const powers = Float64Array.from(POWERS)

/** The number of a change as one float: texts that differ only in trailing zeros give the same float. */
const plain = (value: number, places: number): number => value / (powers[places] as number)

/**
 * One number for all noted changes: equal for messages with the same changes in the same order. Other messages are equal with a probability of
 * about 2^-50. NaN, which equals nothing, where a number cannot be counted.
 */
export function fingerprint(): number {
  const { count, forms, numbers } = noted
  let print = count
  for (let n = 0; n < count; n++) {
    const form = forms[n] as number
    const price = plain(numbers[2 * n] as number, (form >> 4) & 15)
    const amount = (form & STANDS) === 0 ? 0 : plain(numbers[2 * n + 1] as number, form >> 8)
    print = print * 1.618033988749895 + price * 0.7548776662466927 + amount * 0.5698402909980532 + (form & 7)
  }
  return print
}

const priceOf = (n: number): number =>
  plain(noted.numbers[2 * n] as number, ((noted.forms[n] as number) >> 4) & 15)
const isOfLevel = (n: number, price: number, kind: number): boolean =>
  (((noted.forms[n] as number) ^ kind) & ASK) === 0 && priceOf(n) === price

/** Whether a later change of the same message has the same level. */
export function isSaidAgain(n: number): boolean {
  const price = priceOf(n)
  const kind = noted.forms[n] as number
  for (let m = n + 1; m < noted.count; m++) if (isOfLevel(m, price, kind)) return true
  return false
}

/** Whether the last earlier change of the same message to the same level is equal to this change. */
export function isSaidBefore(n: number): boolean {
  const { forms, numbers } = noted
  const price = priceOf(n)
  const form = forms[n] as number
  let m = n - 1
  while (m >= 0 && !isOfLevel(m, price, form)) m--
  if (m < 0 || (((forms[m] as number) ^ form) & 7) !== 0) return false
  const amountOf = (change: number) =>
    plain(numbers[2 * change + 1] as number, (forms[change] as number) >> 8)
  return (form & STANDS) === 0 || amountOf(m) === amountOf(n)
}
