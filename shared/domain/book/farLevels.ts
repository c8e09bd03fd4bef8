/** Levels far from the touch, in sorted flat arrays. The nearest level is last, so that a change at the near end moves no other level. */

const START = 64

/** Levels by key: a higher key is nearer to the touch. */
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

  /** The level's amount; 0 when there is no level. */
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

  /** Removes a level, if there is one. */
  remove(key: number): void {
    const index = this.find(key)
    if (index === this.count || this.keys[index] !== key) return
    this.keys.copyWithin(index, index + 1, this.count)
    this.amounts.copyWithin(index, index + 1, this.count)
    this.count--
  }

  /** Removes the nearest level. */
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

  /** First index whose key is not below `key`. Searches from the near end in doubling steps, then by halves. */
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
