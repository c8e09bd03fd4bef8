/** One side of a book, counted in ticks: a ring of one slot a tick around the touch, sorted overflow for the far levels. Knows no price scale. */

import { FarLevels } from './farLevels.ts'

/** Ticks that the ring reaches over; a power of two, so that a tick's slot is its lowest bits. */
const REACH = 16384
const MASK = REACH - 1
/** Free ticks left beyond the best level when the ring is laid anew. */
const HEADROOM = REACH / 4
/** The ring is laid anew when its best level has fallen this far below its end. */
const LAG = REACH - HEADROOM

/**
 * `direction` +1: the highest tick is best (bids); −1: the lowest (asks). A key is tick × direction, so that the best key is always the highest.
 * The ring holds the levels with keys in (top − REACH, top], the overflow those below; while any level exists, the best is in the ring.
 */
export class BookSide {
  private readonly direction: 1 | -1
  /** Amount by slot; 0 is no level. */
  private readonly amounts = new Float64Array(REACH)
  /** One bit a slot: whether a level is there. */
  private readonly bits = new Int32Array(REACH / 32)
  private readonly far = new FarLevels()
  private top = 0
  private bestKey = -Infinity
  private near = 0
  private sum = 0

  constructor(direction: 1 | -1) {
    this.direction = direction
  }

  get size(): number {
    return this.near + this.far.size
  }

  /** All amounts together: while this is a safe integer, so is every sum of rows. */
  get total(): number {
    return this.sum
  }

  /** Tick of the best level; with `size` 0 it is infinitely bad. */
  get best(): number {
    return this.bestKey * this.direction
  }

  /** Tick of the level farthest from the touch; `size` above 0. Slow. */
  get deepest(): number {
    let key = this.top - REACH + 1
    if (this.far.size > 0) key = this.far.keyAt(0)
    else while (this.amounts[key & MASK] === 0) key++
    return key * this.direction
  }

  /** The level's amount, 0 when there is none; NaN is no level. */
  amountOf(tick: number): number {
    const key = tick * this.direction
    if (!(key <= this.bestKey)) return 0
    return key > this.top - REACH ? (this.amounts[key & MASK] as number) : this.far.amountOf(key)
  }

  /** Puts a level in place; `amount` above 0. */
  set(tick: number, amount: number): void {
    const key = tick * this.direction
    if (this.near === 0) this.top = key + HEADROOM
    else if (key > this.top) this.lay(key + HEADROOM)
    if (key > this.top - REACH) this.setNear(key, amount)
    else {
      this.sum += amount - this.far.amountOf(key)
      this.far.set(key, amount)
    }
  }

  /** Takes a level away; nothing happens when there is none. */
  remove(tick: number): void {
    const amount = this.amountOf(tick)
    if (amount === 0) return
    const key = tick * this.direction
    this.sum -= amount
    if (key <= this.top - REACH) return this.far.remove(key)
    this.clearNear(key)
    if (key !== this.bestKey) return
    this.bestKey =
      this.near > 0
        ? this.occupied(key - 1)
        : this.far.size > 0
          ? this.far.keyAt(this.far.size - 1)
          : -Infinity
    if (this.bestKey < this.top - LAG && this.size > 0) this.lay(this.bestKey + HEADROOM)
  }

  clear(): void {
    this.amounts.fill(0)
    this.bits.fill(0)
    this.far.clear()
    this.near = 0
    this.sum = 0
    this.bestKey = -Infinity
  }

  /** Counts every tick in steps `ticks` times finer and every amount in units `amounts` times finer. */
  refine(ticks: number, amounts: number): void {
    if (this.size === 0) return
    const best = this.bestKey
    this.lay(this.top + REACH)
    this.far.refine(ticks, amounts)
    this.sum *= amounts
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
    let key = this.bestKey + 1
    for (let n = 0; n < this.size; n++) {
      const far = this.size - 1 - n
      key = n < this.near ? this.occupied(key - 1) : this.far.keyAt(far)
      const amount = n < this.near ? (this.amounts[key & MASK] as number) : this.far.amountAt(far)
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

  private setNear(key: number, amount: number): void {
    const slot = key & MASK
    const before = this.amounts[slot] as number
    this.amounts[slot] = amount
    this.sum += amount - before
    if (before !== 0) return
    this.bits[slot >>> 5] = (this.bits[slot >>> 5] as number) | (1 << (slot & 31))
    this.near++
    if (key > this.bestKey) this.bestKey = key
  }

  private clearNear(key: number): void {
    const slot = key & MASK
    this.amounts[slot] = 0
    this.bits[slot >>> 5] = (this.bits[slot >>> 5] as number) & ~(1 << (slot & 31))
    this.near--
  }

  /** Moves the ring's end to `top`: levels it leaves behind go to the overflow, levels it comes over leave that. No level may be beyond `top`. */
  private lay(top: number): void {
    const last = Math.min(top - REACH, this.bestKey)
    for (let key = this.top - REACH + 1; key <= last; key++) {
      const amount = this.amounts[key & MASK] as number
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
      this.sum -= amount
      this.setNear(this.far.keyAt(n), amount)
      this.far.removeNearest()
    }
  }

  /** The nearest key of the ring that is not above `from` and has a level; one must be there. */
  private occupied(from: number): number {
    let key = from
    let bit = key & 31
    let word = (this.bits[(key & MASK) >>> 5] as number) & (-1 >>> (31 - bit))
    while (word === 0) {
      key -= bit + 1
      bit = 31
      word = this.bits[(key & MASK) >>> 5] as number
    }
    return key - bit + 31 - Math.clz32(word)
  }
}
