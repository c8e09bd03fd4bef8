/** The changes of one message as plain numbers in flat arrays, used again for every message. Checks nothing. */

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

export const NEW = 0
export const CHANGE = 1
export const DELETE = 2
/** Added to the action of a change of an ask. */
export const ASK = 4

const ACTIONS = { new: NEW, change: CHANGE, delete: DELETE } as const
const START = 256
const scaled: Scaled = { value: 0, places: 0 }

/** Change n is `kinds[n]` (action, plus `ASK`) of price `prices[n] × 10^-pricePlaces[n]` to amount `amounts[n] × 10^-amountPlaces[n]`; NaN cannot be counted. */
export class BookChanges {
  length = 0
  kinds = new Uint8Array(START)
  prices = new Float64Array(START)
  pricePlaces = new Uint8Array(START)
  amounts = new Float64Array(START)
  amountPlaces = new Uint8Array(START)

  /** Appends a change given as text. */
  add({ action, type, price, amount }: BookChange): void {
    this.reserve()
    const n = this.length++
    this.kinds[n] = ACTIONS[action] + (type === 'ask' ? ASK : 0)
    readScaled(price, scaled)
    this.prices[n] = scaled.value
    this.pricePlaces[n] = scaled.places
    readScaled(amount, scaled)
    this.amounts[n] = scaled.value
    this.amountPlaces[n] = scaled.places
  }

  /** Makes room for one change more. */
  reserve(): void {
    if (this.length < this.kinds.length) return
    this.kinds = grown(this.kinds, new Uint8Array(2 * this.length))
    this.prices = grown(this.prices, new Float64Array(2 * this.length))
    this.pricePlaces = grown(this.pricePlaces, new Uint8Array(2 * this.length))
    this.amounts = grown(this.amounts, new Float64Array(2 * this.length))
    this.amountPlaces = grown(this.amountPlaces, new Uint8Array(2 * this.length))
  }
}

function grown<T extends Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
