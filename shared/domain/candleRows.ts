/** Candles of one series in columns of a fixed size, ordered by open time: what they take is taken at the first one and never grows. Exact; knows no trades. */

import { SCALE, type Decimal } from '../base/decimal.ts'

/** Where a trade stands among those of the same millisecond: higher is later. */
export type TradeOrder = number

/** A candle, and which trades its opening and closing prices are of. */
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

/** A row: its times and orders, then its numbers without their points. */
const OPEN_TIME = 0
const FIRST_AT = 1
const FIRST_ORDER = 2
const LAST_AT = 3
const LAST_ORDER = 4
const FIRST_NUMBER = 5
const WIDTH = FIRST_NUMBER + NUMBERS.length
/** Stands for the digits behind the point of a row that has a number of more than 53 bits. */
const WIDE = 255

const POWERS = Array.from({ length: SCALE + 1 }, (_, n) => 10n ** BigInt(n))

export class CandleRows {
  private readonly limit: number
  private cells = new Float64Array(0)
  /** Digits behind the point of each number of each row. */
  private points = new Uint8Array(0)
  /** Rows whose numbers do not fit, by open time. */
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
    return this.cells[index * WIDTH + OPEN_TIME] as number
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

  /** Makes room at an index and writes a row there; there must be room. */
  insert(index: number, row: CandleRow): void {
    if (this.cells.length === 0) {
      this.cells = new Float64Array(this.limit * WIDTH)
      this.points = new Uint8Array(this.limit * NUMBERS.length)
    }
    this.move(index, index + 1)
    this.used++
    this.write(index, row)
  }

  /** Takes rows out, from an index on and before another. */
  remove(from: number, to: number): void {
    for (let index = from; index < to && this.wide.size > 0; index++) this.wide.delete(this.openTime(index))
    this.move(to, from)
    this.used -= to - from
  }

  write(index: number, row: CandleRow): void {
    const at = index * WIDTH
    this.cells[at + OPEN_TIME] = row.openTime
    this.cells[at + FIRST_AT] = row.firstAt
    this.cells[at + FIRST_ORDER] = row.firstOrder
    this.cells[at + LAST_AT] = row.lastAt
    this.cells[at + LAST_ORDER] = row.lastOrder
    this.wide.delete(row.openTime)
    const points = index * NUMBERS.length
    for (const [n, name] of NUMBERS.entries()) {
      let digits = SCALE
      let value: bigint = row[name]
      while (digits > 0 && value % 10n === 0n) {
        value /= 10n
        digits--
      }
      const cell = Number(value)
      if (!Number.isSafeInteger(cell)) {
        this.wide.set(row.openTime, { ...row })
        this.points[points] = WIDE
        return
      }
      this.cells[at + FIRST_NUMBER + n] = cell
      this.points[points + n] = digits
    }
  }

  /** A record of its own: changing it changes no row. */
  read(index: number): CandleRow {
    const openTime = this.openTime(index)
    if (this.points[index * NUMBERS.length] === WIDE) return { ...(this.wide.get(openTime) as CandleRow) }
    const at = index * WIDTH
    return {
      openTime,
      open: this.number(index, 0),
      high: this.number(index, 1),
      low: this.number(index, 2),
      close: this.number(index, 3),
      volume: this.number(index, 4),
      firstAt: this.cells[at + FIRST_AT] as number,
      firstOrder: this.cells[at + FIRST_ORDER] as number,
      lastAt: this.cells[at + LAST_AT] as number,
      lastOrder: this.cells[at + LAST_ORDER] as number,
    }
  }

  private number(index: number, n: number): Decimal {
    const value = this.cells[index * WIDTH + FIRST_NUMBER + n] as number
    const digits = this.points[index * NUMBERS.length + n] as number
    return (BigInt(value) * (POWERS[SCALE - digits] as bigint)) as Decimal
  }

  /** Moves the rows from an index on to another. */
  private move(from: number, to: number): void {
    this.cells.copyWithin(to * WIDTH, from * WIDTH, this.used * WIDTH)
    const each = NUMBERS.length
    this.points.copyWithin(to * each, from * each, this.used * each)
  }
}
