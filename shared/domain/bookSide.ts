/** One side of a book: levels sorted by price in flat arrays, best price last, so that a change near the touch moves little. */

const START = 256

/**
 * Prices and amounts are integers in the book's units. `direction` +1: the highest price is best (bids); −1: the lowest (asks).
 */
export class BookSide {
  private readonly direction: 1 | -1
  /** price × direction, ascending. */
  private keys = new Float64Array(START)
  private amounts = new Float64Array(START)
  private count = 0
  private sum = 0

  constructor(direction: 1 | -1) {
    this.direction = direction
  }

  get size(): number {
    return this.count
  }

  /** All amounts together: while this is a safe integer, so is every sum of rows. */
  get total(): number {
    return this.sum
  }

  /** The best price, −1 when empty. */
  get best(): number {
    return this.count === 0 ? -1 : this.priceAt(0)
  }

  /** Price of the n-th best level; n below `size`. */
  priceAt(n: number): number {
    return (this.keys[this.count - 1 - n] as number) * this.direction
  }

  amountAt(n: number): number {
    return this.amounts[this.count - 1 - n] as number
  }

  /** The level's amount, 0 when there is none. */
  amountOf(price: number): number {
    const index = this.find(price * this.direction)
    return this.keys[index] === price * this.direction && index < this.count
      ? (this.amounts[index] as number)
      : 0
  }

  /** Puts a level in place; `amount` above 0. */
  set(price: number, amount: number): void {
    const key = price * this.direction
    const index = this.find(key)
    if (index < this.count && this.keys[index] === key) {
      this.sum += amount - (this.amounts[index] as number)
      this.amounts[index] = amount
      return
    }
    if (this.count === this.keys.length) this.grow()
    this.keys.copyWithin(index + 1, index, this.count)
    this.amounts.copyWithin(index + 1, index, this.count)
    this.keys[index] = key
    this.amounts[index] = amount
    this.count++
    this.sum += amount
  }

  /** Takes a level away; nothing happens when there is none. */
  remove(price: number): void {
    const key = price * this.direction
    const index = this.find(key)
    if (index >= this.count || this.keys[index] !== key) return
    this.sum -= this.amounts[index] as number
    this.keys.copyWithin(index, index + 1, this.count)
    this.amounts.copyWithin(index, index + 1, this.count)
    this.count--
  }

  clear(): void {
    this.count = 0
    this.sum = 0
  }

  /** Counts every price in units `prices` times finer and every amount in units `amounts` times finer. */
  refine(prices: number, amounts: number): void {
    for (let n = 0; n < this.count; n++) {
      this.keys[n] = (this.keys[n] as number) * prices
      this.amounts[n] = (this.amounts[n] as number) * amounts
    }
    this.sum *= amounts
  }

  /** First index whose key is not below `key`. Looks from the best end outward, in doubling steps, then halves. */
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
