/** The two sides of a book, counted in ticks: a ring of one slot a tick around each touch, sorted overflow for the far levels. Knows no price scale. */

import { noted } from './bookChanges.ts'
import { FarLevels } from './farLevels.ts'
import { POWERS } from './scaledInteger.ts'

/** Ticks that the ring reaches over; a power of two, so that a tick's slot is its lowest bits. */
const REACH_BITS = 14
const REACH = 1 << REACH_BITS
const MASK = REACH - 1
/** Free ticks left beyond the best level when the ring is laid anew. */
const HEADROOM = REACH / 4
/** The ring is laid anew when its best level has fallen this far below its end. */
const LAG = REACH - HEADROOM

// What is known of a side stands behind the slots of both, so that a change has one array to look at.
const STATE = 2 * REACH
const STATE_BITS = 2
const [SIGN, TOP, BEST, SUM] = [0, 1, 2, 3] as const

// Bound here, because an imported name is looked up at every use.
const { forms, numbers } = noted
const powers = Float64Array.from(POWERS)
const MOST = Number.MAX_SAFE_INTEGER

/** Prices count in 10^-priceScale, amounts in 10^-amountScale; `tick` and `lot` are the greatest steps that fit them all, 0 before the first. */
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
  /** One bit a slot: whether a level is there. */
  readonly bits = new Int32Array((2 * REACH) / 32)
  readonly bids = new BookSide(this, 0)
  readonly asks = new BookSide(this, 1)

  /**
   * Makes the usual changes among those that are noted, `from` on: near the touch, in these units and steps, of a level that stood or
   * stood not as it must. Returns the place of the first that is not such a change, untouched. All that a message costs is paid here: no call
   * is made and each slot is visited once.
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
 * Bids (0): the highest tick is best; asks (1): the lowest. A key is the tick of a bid, and minus that of an ask, so that the best key is always the highest.
 * The ring holds the levels with keys in (top − REACH, top], the overflow those below; while any level exists, the best is in the ring.
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

  /** All amounts together: while this is a safe integer, so is every sum of rows. */
  get total(): number {
    return this.levels[this.state + SUM] as number
  }

  /** Tick of the best level; of an empty side it is infinitely bad. */
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

  /** The level's amount, 0 when there is none; NaN is no level. */
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

  /** Takes a level away; nothing happens when there is none. */
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
   * Writes pairs of row and summed amount from the best level outward, `grouping` ticks to a row, in units of which a tick has `tick`.
   * A row stands at its edge away from the touch. Returns how many rows.
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

  /** No level is left. No key is within a ring whose end is NaN. */
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

  /** Moves the ring's end to `top`: levels it leaves behind go to the overflow, levels it comes over leave that. No level may be beyond `top`. */
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

  /** Takes from the overflow all that lies within the ring. */
  private fill(): void {
    for (let n = this.far.size - 1; n >= 0 && this.far.keyAt(n) > this.top - REACH; n--) {
      const amount = this.far.amountAt(n)
      this.add(-amount)
      this.setNear(this.far.keyAt(n), amount)
      this.far.removeNearest()
    }
  }

  /** The nearest key below `from` that has a level, of the overflow one of the `far` farthest; −Infinity when there is none. */
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
