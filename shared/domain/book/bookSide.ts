/** The two sides of a book, counted in ticks: a ring with one slot per tick near the touch, and sorted arrays for the far levels. Knows no price scale. */

import { noted } from './bookChanges.ts'
import { FarLevels } from './farLevels.ts'
import { POWERS } from './scaledInteger.ts'

/** Ticks in the ring, as bits. A power of two, so that a tick's slot is its lowest bits. */
const REACH_BITS = 14
const REACH = 1 << REACH_BITS
const MASK = REACH - 1
/** Free ticks beyond the best level after the ring moves. */
const HEADROOM = REACH / 4
/** The ring moves when its best level is this far below its end. */
const LAG = REACH - HEADROOM

// The state of a side follows the slots of both sides, so that a change reads one array.
const STATE = 2 * REACH
const STATE_BITS = 2
const [SIGN, TOP, BEST, SUM] = [0, 1, 2, 3] as const

// Bound here, because an imported name is looked up at every use.
const { forms, numbers } = noted
const powers = Float64Array.from(POWERS)
const MOST = Number.MAX_SAFE_INTEGER

/** Prices count in 10^-priceScale, amounts in 10^-amountScale; `tick` and `lot` are the greatest steps that fit all of them, 0 before the first. */
export interface BookUnits {
  priceScale: number
  amountScale: number
  tick: number
  lot: number
}

/** Both sides in one memory. */
export class BookSides {
  /** Amount by slot, bids first; 0 is no level. Then the state of each side. */
  readonly levels = new Float64Array(STATE + (2 << STATE_BITS))
  /** One bit per slot: whether the slot has a level. */
  readonly bits = new Int32Array((2 * REACH) / 32)
  readonly bids = new BookSide(this, 0)
  readonly asks = new BookSide(this, 1)

  /**
   * Applies the noted changes from `from` on, as long as they are usual: near the touch, in these units and steps, without a contradiction.
   * Returns the place of the first unusual change, which is not applied. This loop is the cost of a message, so it makes no call and visits each
   * slot once.
   */
  exchange(from: number, { priceScale, amountScale, tick: tickSize, lot }: BookUnits): number {
    const { levels, bits } = this
    const { count } = noted
    let n = from
    for (; n < count; n++) {
      const form = forms[n] as number
      const finerPrice = priceScale - ((form >> 4) & 15)
      const finerAmount = amountScale - (form >> 8)
      if ((finerPrice | finerAmount) < 0) break
      const stood = form & 1
      const stands = (form >>> 1) & 1
      const side = (form >>> 2) & 1
      const price = (numbers[2 * n] as number) * (powers[finerPrice] as number)
      const amount = (numbers[2 * n + 1] as number) * (powers[finerAmount] as number) * stands
      if (!(price >= 1 && price <= MOST) || amount < stands) break
      let tick = price
      if (tickSize !== 1) {
        tick = Math.round(price / tickSize)
        if (tick * tickSize !== price) break
      }
      if (lot !== 1 && Math.round(amount / lot) * lot !== amount) break

      const state = STATE + (side << STATE_BITS)
      const key = tick * (levels[state + SIGN] as number)
      const below = (levels[state + TOP] as number) - key
      if (!(below >= 0 && below < REACH)) break
      const slot = (side << REACH_BITS) | (key & MASK)
      const word = bits[slot >>> 5] as number
      if (((word >>> slot) & 1) !== stood) break
      const sum = (levels[state + SUM] as number) + (amount - (levels[slot] as number))
      if (!(sum <= MOST)) break
      if (key >= (levels[state + BEST] as number)) {
        if (stands === 0) break
        levels[state + BEST] = key
      }
      levels[state + SUM] = sum
      levels[slot] = amount
      bits[slot >>> 5] = word ^ ((stood ^ stands) << slot)
    }
    return n
  }
}

/**
 * One side: of bids (0) the highest tick is best, of asks (1) the lowest. A key is a bid's tick or the negative of an ask's tick, so that the best
 * key is always the highest. The ring holds keys in (top − REACH, top], the overflow the lower keys. The best level is always in the ring.
 */
export class BookSide {
  private readonly levels: Float64Array
  private readonly bits: Int32Array
  private readonly far = new FarLevels()
  private readonly direction: 1 | -1
  private readonly start: number
  private readonly state: number

  constructor({ levels, bits }: Pick<BookSides, 'levels' | 'bits'>, side: 0 | 1) {
    this.levels = levels
    this.bits = bits
    this.direction = side === 0 ? 1 : -1
    this.start = side << REACH_BITS
    this.state = STATE + (side << STATE_BITS)
    levels[this.state + SIGN] = this.direction
    this.empty()
  }

  get isEmpty(): boolean {
    return this.bestKey === -Infinity
  }

  /** The sum of all amounts. While it is a safe integer, so is every sum of rows. */
  get total(): number {
    return this.levels[this.state + SUM] as number
  }

  /** Tick of the best level; infinitely bad for an empty side. */
  get best(): number {
    return this.bestKey * this.direction
  }

  /** Tick of the level farthest from the touch; the side must not be empty. Slow. */
  get deepest(): number {
    let key = this.top - REACH + 1
    if (this.far.size > 0) key = this.far.keyAt(0)
    else while (this.levels[this.slotOf(key)] === 0) key++
    return key * this.direction
  }

  /** The level's amount; 0 when there is no level, as for the tick NaN. */
  amountOf(tick: number): number {
    const key = tick * this.direction
    if (!(key <= this.bestKey)) return 0
    return key > this.top - REACH ? (this.levels[this.slotOf(key)] as number) : this.far.amountOf(key)
  }

  /** Puts a level in place; `amount` above 0. */
  set(tick: number, amount: number): void {
    const key = tick * this.direction
    if (this.isEmpty) this.top = key + HEADROOM
    else if (key > this.top) this.lay(key + HEADROOM)
    if (key > this.top - REACH) this.setNear(key, amount)
    else {
      this.add(amount - this.far.amountOf(key))
      this.far.set(key, amount)
    }
  }

  /** Removes a level, if there is one. */
  remove(tick: number): void {
    const amount = this.amountOf(tick)
    if (amount === 0) return
    const key = tick * this.direction
    this.add(-amount)
    if (key <= this.top - REACH) return this.far.remove(key)
    this.clearNear(key)
    if (key !== this.bestKey) return
    this.bestKey = this.nextBelow(key)
    if (this.isEmpty) return this.empty()
    if (this.bestKey < this.top - LAG) this.lay(this.bestKey + HEADROOM)
  }

  clear(): void {
    this.levels.fill(0, this.start, this.start + REACH)
    this.bits.fill(0, this.start >>> 5, (this.start + REACH) >>> 5)
    this.far.clear()
    this.empty()
  }

  /** Counts every tick in steps `ticks` times finer and every amount in units `amounts` times finer. */
  refine(ticks: number, finer: number): void {
    if (this.isEmpty) return
    const best = this.bestKey
    this.lay(this.top + REACH)
    this.far.refine(ticks, finer)
    this.levels[this.state + SUM] = this.total * finer
    this.bestKey = best * ticks
    this.top = this.bestKey + HEADROOM
    this.fill()
  }

  /**
   * Writes pairs of row and summed amount from the best level outward, `grouping` ticks to a row. A tick has `tick` units.
   * A row's price is its edge away from the touch. Returns the number of rows.
   */
  writeRows(grouping: number, tick: number, rows: number, into: Float64Array, start: number): number {
    let count = 0
    let current = NaN
    let far = this.far.size
    for (let key = this.bestKey; key > -Infinity; key = this.nextBelow(key, far)) {
      const near = key > this.top - REACH
      if (!near) far--
      const amount = near ? (this.levels[this.slotOf(key)] as number) : this.far.amountAt(far)
      const row = Math.floor(key / grouping) * grouping * this.direction * tick
      const at = start + 2 * count
      if (row === current) {
        into[at - 1] = (into[at - 1] as number) + amount
        continue
      }
      if (count === rows) break
      into[at] = row
      into[at + 1] = amount
      current = row
      count++
    }
    return count
  }

  private get top(): number {
    return this.levels[this.state + TOP] as number
  }

  private set top(key: number) {
    this.levels[this.state + TOP] = key
  }

  private get bestKey(): number {
    return this.levels[this.state + BEST] as number
  }

  private set bestKey(key: number) {
    this.levels[this.state + BEST] = key
  }

  private add(amount: number): void {
    this.levels[this.state + SUM] = this.total + amount
  }

  private slotOf(key: number): number {
    return this.start | (key & MASK)
  }

  /** Empties the side. With NaN as its end, the ring holds no key. */
  private empty(): void {
    this.levels[this.state + SUM] = 0
    this.bestKey = -Infinity
    this.top = NaN
  }

  private setNear(key: number, amount: number): void {
    const slot = this.slotOf(key)
    const before = this.levels[slot] as number
    this.levels[slot] = amount
    this.add(amount - before)
    if (before !== 0) return
    this.bits[slot >>> 5] = (this.bits[slot >>> 5] as number) | (1 << slot)
    if (key > this.bestKey) this.bestKey = key
  }

  private clearNear(key: number): void {
    const slot = this.slotOf(key)
    this.levels[slot] = 0
    this.bits[slot >>> 5] = (this.bits[slot >>> 5] as number) & ~(1 << slot)
  }

  /** Moves the ring's end to `top`, and moves levels between ring and overflow to match. No level may be beyond `top`. */
  private lay(top: number): void {
    const last = Math.min(top - REACH, this.bestKey)
    for (let key = this.top - REACH + 1; key <= last; key++) {
      const amount = this.levels[this.slotOf(key)] as number
      if (amount === 0) continue
      this.far.set(key, amount)
      this.clearNear(key)
    }
    this.top = top
    this.fill()
  }

  /** Moves every level within the ring from the overflow to the ring. */
  private fill(): void {
    for (let n = this.far.size - 1; n >= 0 && this.far.keyAt(n) > this.top - REACH; n--) {
      const amount = this.far.amountAt(n)
      this.add(-amount)
      this.setNear(this.far.keyAt(n), amount)
      this.far.removeNearest()
    }
  }

  /** The nearest key below `from` with a level. Reads only the `far` farthest levels of the overflow. −Infinity when there is none. */
  private nextBelow(from: number, far = this.far.size): number {
    const end = this.top - REACH
    let key = from - 1
    while (key > end) {
      const bit = key & 31
      const word = (this.bits[this.slotOf(key) >>> 5] as number) & (-1 >>> (31 - bit))
      key -= bit
      if (word !== 0) {
        key += 31 - Math.clz32(word)
        break
      }
      key--
    }
    if (key > end) return key
    return far > 0 ? this.far.keyAt(far - 1) : -Infinity
  }
}
