/** Sums the market trades of one instrument by price and holds the newest, in exact integers, and writes both into a ladder's frame. */

import type { EpochMs } from '../../base/clock.ts'
import type { MarketTrade } from '../marketTrade.ts'
import { MAX_PRINTS } from './bookFrame.ts'
import { POWERS, readScaled, type Scaled } from './scaledInteger.ts'

/** Prices held at most, more than a day of a moving market has. Beyond that the count begins anew. */
const MOST_PRICES = 100_000
/** Row sizes whose sums are held. */
const MOST_STEPS = 16

/** In the units of the sums. */
interface Print {
  readonly price: number
  readonly amount: number
  /** +1 the taker bought, −1 sold, 0 unknown. */
  readonly side: 1 | -1 | 0
  readonly receivedAt: EpochMs
}

/** The units and rows of a frame. */
export interface VolumeRows {
  readonly priceScale: number
  readonly amountScale: number
  /** Price units per row. */
  readonly rowStep: number
  /** Row numbers, price ÷ rowStep; both are included. */
  readonly lowest: number
  readonly highest: number
}

const priceRead: Scaled = { value: 0, places: 0 }
const amountRead: Scaled = { value: 0, places: 0 }

/** A trade counts at the row where it took: a buy at an offer, every other at a bid, as in the frame's depth. */
export class TradedVolume {
  private priceScale = 0
  private amountScale = 0
  /** Amount by price, each in 10^-scale. */
  private bought = new Map<number, number>()
  private sold = new Map<number, number>()
  /** Sums of rows by row size, then by row. */
  private readonly rows = new Map<number, Map<number, number>>()
  /** Newest first. */
  private prints: readonly Print[] = []
  private total = 0
  private from: EpochMs | null = null
  private incomplete = false

  /** Venue time of the first counted trade, from which on the sums count; null before it. */
  get since(): EpochMs | null {
    return this.from
  }

  /** Trades may be missing since then. */
  get isMissing(): boolean {
    return this.incomplete
  }

  /** Trades may be missing between the last one and the next. */
  miss(): void {
    this.incomplete = this.from !== null
  }

  /** `receivedAt`: core's wall clock. */
  add({ price, amount, side, createdAt }: MarketTrade, receivedAt: EpochMs): void {
    readScaled(price, priceRead)
    readScaled(amount, amountRead)
    this.refine(priceRead.places, amountRead.places)
    const at = priceRead.value * (POWERS[this.priceScale - priceRead.places] ?? NaN)
    const size = amountRead.value * (POWERS[this.amountScale - amountRead.places] ?? NaN)
    if (!(at > 0 && at <= Number.MAX_SAFE_INTEGER && size > 0)) return this.miss()
    if (this.total + size > Number.MAX_SAFE_INTEGER || this.bought.size + this.sold.size >= MOST_PRICES)
      this.restart()
    const isBuy = side === 'buy'
    const print: Print = { price: at, amount: size, side: side === null ? 0 : isBuy ? 1 : -1, receivedAt }
    this.prints = [print, ...this.prints.slice(0, MAX_PRINTS - 1)]
    this.from ??= createdAt
    // A late trade of the time before: its neighbors were not counted, so the sums do not reach back to it.
    if (createdAt < this.from) return
    this.total += size
    const prices = isBuy ? this.bought : this.sold
    prices.set(at, (prices.get(at) ?? 0) + size)
    for (const [step, sums] of this.rows) addTo(sums, rowOf(at, step, isBuy), size)
  }

  /** Writes a pair (lower edge of the row, amount) for each row with volume, highest first. Returns the number of pairs. */
  write(into: Float64Array, from: number, asked: VolumeRows): number {
    this.refine(asked.priceScale, asked.amountScale)
    const step = asked.rowStep * (POWERS[this.priceScale - asked.priceScale] ?? NaN)
    const finer = POWERS[this.amountScale - asked.amountScale] ?? NaN
    const sums = this.sumsOf(step)
    let at = from
    for (let row = asked.highest; row >= asked.lowest && row > 0; row--) {
      const amount = sums.get(row)
      if (amount === undefined) continue
      into[at++] = row * asked.rowStep
      into[at++] = Math.floor(amount / finer)
    }
    return (at - from) / 2
  }

  /** Writes the newest trades, newest first. Returns how many. A price finer than the frame's units is left out. */
  writePrints(
    into: Float64Array,
    from: number,
    asked: Pick<VolumeRows, 'priceScale' | 'amountScale'>,
  ): number {
    this.refine(asked.priceScale, asked.amountScale)
    const [price, amount] = [
      POWERS[this.priceScale - asked.priceScale] ?? NaN,
      POWERS[this.amountScale - asked.amountScale] ?? NaN,
    ]
    let at = from
    for (const print of this.prints) {
      if (!Number.isInteger(print.price / price)) continue
      into[at++] = print.price / price
      into[at++] = Math.floor(print.amount / amount)
      into[at++] = print.side
      into[at++] = Math.round(print.receivedAt)
    }
    return (at - from) / 4
  }

  private sumsOf(step: number): ReadonlyMap<number, number> {
    const known = this.rows.get(step)
    if (known) return known
    if (this.rows.size >= MOST_STEPS) this.rows.clear()
    const sums = new Map<number, number>()
    for (const [price, amount] of this.bought) addTo(sums, rowOf(price, step, true), amount)
    for (const [price, amount] of this.sold) addTo(sums, rowOf(price, step, false), amount)
    this.rows.set(step, sums)
    return sums
  }

  private restart(): void {
    this.bought.clear()
    this.sold.clear()
    this.rows.clear()
    this.prints = []
    this.total = 0
    this.from = null
    this.incomplete = false
  }

  /** Counts in finer units from now on, where a number needs them. */
  private refine(priceScale: number, amountScale: number): void {
    const priceBy = POWERS[Math.max(0, priceScale - this.priceScale)] ?? 1
    const amountBy = POWERS[Math.max(0, amountScale - this.amountScale)] ?? 1
    if (priceBy === 1 && amountBy === 1) return
    this.priceScale = Math.max(priceScale, this.priceScale)
    this.amountScale = Math.max(amountScale, this.amountScale)
    this.rows.clear()
    if (this.total * amountBy > Number.MAX_SAFE_INTEGER) return this.restart()
    this.total *= amountBy
    const finer = (prices: ReadonlyMap<number, number>) =>
      new Map([...prices].map(([price, amount]) => [price * priceBy, amount * amountBy]))
    this.prints = this.prints.map((print) => ({
      ...print,
      price: print.price * priceBy,
      amount: print.amount * amountBy,
    }))
    this.bought = finer(this.bought)
    this.sold = finer(this.sold)
  }
}

const rowOf = (price: number, step: number, isBuy: boolean): number =>
  isBuy ? Math.ceil(price / step) : Math.floor(price / step)

function addTo(sums: Map<number, number>, row: number, amount: number): void {
  sums.set(row, (sums.get(row) ?? 0) + amount)
}
