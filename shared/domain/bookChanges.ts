/** The changes of one message as plain numbers in flat arrays, on their way into a book. Checks nothing. */

import { readScaled, type Scaled } from './scaledInteger.ts'

/** A level of a snapshot; decimal text as it came. */
export interface BookLevel {
  readonly type: 'bid' | 'ask'
  readonly price: string
  readonly amount: string
}

/** One change of an update message (API document part 6, orderbook-stream). */
export interface BookChange extends BookLevel {
  readonly action: 'new' | 'change' | 'delete'
}

/** Bits of a kind: a level stood there before, one stands there afterwards, it is an ask. */
export const STOOD = 1
export const STANDS = 2
export const ASK = 4

export const NEW = STANDS
export const CHANGE = STOOD | STANDS
export const DELETE = STOOD

const ACTIONS = { new: NEW, change: CHANGE, delete: DELETE } as const
const scaled: Scaled = { value: 0, places: 0 }

/** Changes that the memory holds. */
export const CHANGES_ROOM = 8192

/**
 * The first `count` changes. Number n is of kind `forms[n] & 7`, to price `numbers[2n] × 10^-(forms[n] >> 4 & 15)` and amount
 * `numbers[2n + 1] × 10^-(forms[n] >> 8)`; NaN cannot be counted. One memory for all: what is noted is for the book that is changed next, and
 * nobody keeps any of it. That it never moves is what makes it fast.
 */
export const noted = {
  count: 0,
  forms: new Int32Array(CHANGES_ROOM),
  numbers: new Float64Array(2 * CHANGES_ROOM),
}

/** Notes a change given as text behind those that are noted, of which there must be fewer than `CHANGES_ROOM`. */
export function noteChange(action: BookChange['action'], { type, price, amount }: BookLevel): void {
  const n = noted.count++
  readScaled(price, scaled)
  noted.numbers[2 * n] = scaled.value
  const pricePlaces = scaled.places
  readScaled(amount, scaled)
  noted.numbers[2 * n + 1] = scaled.value
  noted.forms[n] = ACTIONS[action] | (type === 'ask' ? ASK : 0) | (pricePlaces << 4) | (scaled.places << 8)
}
