/** Levels far from the touch: sorted flat arrays, the nearest last, so that what enters or leaves at the near end moves nothing. */

const START = 64

/** A key orders levels: the higher, the nearer to the touch. */
export class FarLevels {
  private keys = new Float64Array(START)
  private amounts = new Float64Array(START)
  private count = 0

  get size(): number {
    return this.count
  }

  /** Key of the n-th farthest level; n below `size`. */
  keyAt(n: number): number {
    return this.keys[n] as number
  }

  amountAt(n: number): number {
    return this.amounts[n] as number
  }

  /** The level's amount, 0 when there is none. */
  amountOf(key: number): number {
    const index = this.find(key)
    return index < this.count && this.keys[index] === key ? (this.amounts[index] as number) : 0
  }

  /** Puts a level in place; `amount` above 0. */
  set(key: number, amount: number): void {
    const index = this.find(key)
    if (index === this.count || this.keys[index] !== key) {
      if (this.count === this.keys.length) this.grow()
      this.keys.copyWithin(index + 1, index, this.count)
      this.amounts.copyWithin(index + 1, index, this.count)
      this.keys[index] = key
      this.count++
    }
    this.amounts[index] = amount
  }

  /** Takes a level away; nothing happens when there is none. */
  remove(key: number): void {
    const index = this.find(key)
    if (index === this.count || this.keys[index] !== key) return
    this.keys.copyWithin(index, index + 1, this.count)
    this.amounts.copyWithin(index, index + 1, this.count)
    this.count--
  }

  /** Takes the nearest level away. */
  removeNearest(): void {
    this.count--
  }

  clear(): void {
    this.count = 0
  }

  /** Counts every key in steps `keys` times finer and every amount in units `amounts` times finer. */
  refine(keys: number, amounts: number): void {
    for (let n = 0; n < this.count; n++) {
      this.keys[n] = (this.keys[n] as number) * keys
      this.amounts[n] = (this.amounts[n] as number) * amounts
    }
  }

  /** First index whose key is not below `key`. Looks from the near end outward, in doubling steps, then halves. */
  private find(key: number): number {
    let high = this.count
    let step = 1
    let low = high - 1
    while (low >= 0 && (this.keys[low] as number) >= key) {
      high = low
      low -= step
      step *= 2
    }
    low = Math.max(low, -1) + 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2)
    const amounts = new Float64Array(this.keys.length * 2)
    keys.set(this.keys)
    amounts.set(this.amounts)
    this.keys = keys
    this.amounts = amounts
  }
}
