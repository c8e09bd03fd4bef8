/** Sums the trades of one side of one customer and instrument that name no order, in the order of their arrival. Pure data, no clock. */

import { ZERO, add, subtract, type Decimal } from '../../../shared/base/decimal.ts'

export interface UnnamedTrades {
  /** Adds a trade, or replaces the record of a known one, which then keeps its place. `arrival`: counts up with every trade. */
  put(code: string, arrival: number, amount: Decimal, createdAt: number | null): void
  remove(code: string): void
  /** Place of the first trade that arrived after `arrival`. */
  afterArrival(arrival: number): number
  /** Place of the first trade that is not proven to be older than `time`, ms. */
  afterTime(time: number): number
  /** Contracts of all trades from a place on. */
  from(place: number): Decimal
  /** Contracts of all trades that are not proven to be older than `time`, ms, whenever they arrived: pages of older trades arrive after newer ones. */
  since(time: number): Decimal
  readonly count: number
}

interface Entry {
  readonly arrival: number
  readonly amount: Decimal
  readonly createdAt: number | null
}

/** What the entries make, built anew after a change. The lists are in the order of arrival. */
interface Sums {
  readonly arrivals: readonly number[]
  /** The newest time up to each entry, ms. An entry without a time may be new. */
  readonly newest: readonly number[]
  /** Contracts before each entry, and of all of them at the end. */
  readonly before: readonly Decimal[]
  /** The times of the entries, ms, oldest first. An entry without a time may be new. */
  readonly times: readonly number[]
  /** Contracts before each of `times`, and of all of them at the end. */
  readonly older: readonly Decimal[]
}

/** The first place whose value is at least `least`, in a list that never falls. */
function firstAtLeast(values: readonly number[], least: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? Infinity) >= least) high = middle
    else low = middle + 1
  }
  return low
}

function sumsOf(entries: readonly Entry[]): Sums {
  const arrivals: number[] = []
  const newest: number[] = []
  const before: Decimal[] = [ZERO]
  let sum = ZERO
  for (const { arrival, amount, createdAt } of entries) {
    arrivals.push(arrival)
    newest.push(Math.max(newest.at(-1) ?? -Infinity, createdAt ?? Infinity))
    sum = add(sum, amount)
    before.push(sum)
  }
  const timed = [...entries]
    .map(({ amount, createdAt }) => ({ amount, time: createdAt ?? Infinity }))
    .toSorted((a, b) => (a.time === b.time ? 0 : a.time - b.time))
  const older = [ZERO]
  for (const { amount } of timed) older.push(add(older.at(-1) ?? ZERO, amount))
  return { arrivals, newest, before, times: timed.map(({ time }) => time), older }
}

export function createUnnamedTrades(): UnnamedTrades {
  // A map keeps the place of a key whose value is replaced.
  const entries = new Map<string, Entry>()
  let sums: Sums | null = null
  const present = (): Sums => (sums ??= sumsOf([...entries.values()]))

  return {
    put(code, arrival, amount, createdAt) {
      entries.set(code, { arrival: entries.get(code)?.arrival ?? arrival, amount, createdAt })
      sums = null
    },
    remove(code) {
      if (entries.delete(code)) sums = null
    },
    afterArrival: (arrival) => firstAtLeast(present().arrivals, arrival + 1),
    afterTime: (time) => firstAtLeast(present().newest, time),
    from(place) {
      const { before } = present()
      return subtract(before.at(-1) ?? ZERO, before[place] ?? before.at(-1) ?? ZERO)
    },
    since(time) {
      const { times, older } = present()
      return subtract(older.at(-1) ?? ZERO, older[firstAtLeast(times, time)] ?? ZERO)
    },
    get count() {
      return entries.size
    },
  }
}
