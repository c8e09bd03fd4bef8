/** Candles of one series in columns, ordered by open time. The first candle allocates the memory, which never grows. Exact; knows no trades. */

import { SCALE, type Decimal } from '../../base/decimal.ts'

/** The place of a trade among those of the same millisecond: higher is later. */
export type TradeOrder = number

/** A candle, with the times and orders of its opening and closing trades. */
export interface CandleRow {
  readonly openTime: number
  open: Decimal
  high: Decimal
  low: Decimal
  close: Decimal
  volume: Decimal
  firstAt: number
  firstOrder: TradeOrder
  lastAt: number
  lastOrder: TradeOrder
}

const NUMBERS = ['open', 'high', 'low', 'close', 'volume'] as const

/** Times and orders of a row. */
const OPEN_TIME = 0
const FIRST_AT = 1
const FIRST_ORDER = 2
const LAST_AT = 3
const LAST_ORDER = 4
const TIMES = 5
/** Marks a row with a number of more than 64 bits, in place of its digits behind the point. */
const WIDE = 255

const POWERS = Array.from({ length: SCALE + 1 }, (_, n) => 10n ** BigInt(n))

export class CandleRows {
  private readonly limit: number
  private times = new Float64Array(0)
  /** The numbers of each row without their points. */
  private numbers = new BigInt64Array(0)
  /** Digits behind the point of each number. */
  private points = new Uint8Array(0)
  /** Rows with numbers of more than 64 bits, by open time. */
  private readonly wide = new Map<number, CandleRow>()
  private used = 0

  /** Holds `limit` rows at most. */
  constructor(limit: number) {
    this.limit = limit
  }

  get length(): number {
    return this.used
  }

  openTime(index: number): number {
    return this.times[index * TIMES + OPEN_TIME] as number
  }

  /** First index whose candle opens at or after a time. */
  indexOf(openTime: number): number {
    let low = 0
    let high = this.used
    // New trades mostly belong to the newest candle or after it.
    if (high > 0 && this.openTime(high - 1) < openTime) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.openTime(middle) < openTime) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Inserts a row at an index. The rows must not be full. */
  insert(index: number, row: CandleRow): void {
    if (this.times.length === 0) {
      this.times = new Float64Array(this.limit * TIMES)
      this.numbers = new BigInt64Array(this.limit * NUMBERS.length)
      this.points = new Uint8Array(this.limit * NUMBERS.length)
    }
    this.move(index, index + 1)
    this.used++
    this.write(index, row)
  }

  /** Removes rows from the index `from` on, before the index `to`. */
  remove(from: number, to: number): void {
    for (let index = from; index < to && this.wide.size > 0; index++) this.wide.delete(this.openTime(index))
    this.move(to, from)
    this.used -= to - from
  }

  write(index: number, row: CandleRow): void {
    const at = index * TIMES
    this.times[at + OPEN_TIME] = row.openTime
    this.times[at + FIRST_AT] = row.firstAt
    this.times[at + FIRST_ORDER] = row.firstOrder
    this.times[at + LAST_AT] = row.lastAt
    this.times[at + LAST_ORDER] = row.lastOrder
    this.wide.delete(row.openTime)
    const first = index * NUMBERS.length
    for (const [n, name] of NUMBERS.entries()) {
      let digits = SCALE
      let value: bigint = row[name]
      while (digits > 0 && value % 10n === 0n) {
        value /= 10n
        digits--
      }
      if (BigInt.asIntN(64, value) !== value) {
        this.wide.set(row.openTime, { ...row })
        this.points[first] = WIDE
        return
      }
      this.numbers[first + n] = value
      this.points[first + n] = digits
    }
  }

  /** A copy of a row: a change to the copy changes no row. */
  read(index: number): CandleRow {
    const openTime = this.openTime(index)
    const first = index * NUMBERS.length
    if (this.points[first] === WIDE) return { ...(this.wide.get(openTime) as CandleRow) }
    const at = index * TIMES
    return {
      openTime,
      open: this.number(first),
      high: this.number(first + 1),
      low: this.number(first + 2),
      close: this.number(first + 3),
      volume: this.number(first + 4),
      firstAt: this.times[at + FIRST_AT] as number,
      firstOrder: this.times[at + FIRST_ORDER] as number,
      lastAt: this.times[at + LAST_AT] as number,
      lastOrder: this.times[at + LAST_ORDER] as number,
    }
  }

  private number(at: number): Decimal {
    const places = SCALE - (this.points[at] as number)
    return ((this.numbers[at] as bigint) * (POWERS[places] as bigint)) as Decimal
  }

  /** Moves the rows from the index `from` on to the index `to`. */
  private move(from: number, to: number): void {
    const each = NUMBERS.length
    this.times.copyWithin(to * TIMES, from * TIMES, this.used * TIMES)
    this.numbers.copyWithin(to * each, from * each, this.used * each)
    this.points.copyWithin(to * each, from * each, this.used * each)
  }
}
