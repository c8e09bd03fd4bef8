/** Splits one limit order into orders over a price range: prices on ticks, none twice, and whole lots that add up to the amount. Pure. */

import {
  absolute,
  add,
  decimalOf,
  decimalPlaces,
  isMultiple,
  multiply,
  subtract,
  toText,
  type Decimal,
} from '../../../base/decimal.ts'
import { grouped } from '../../../base/groupedText.ts'
import { MOST_ROWS, type ScaleRow } from '../rows/scaleTag.ts'

/** How the amounts go from the first price to the last: all alike, or each one share larger or smaller than the one before. */
export type ScaleWeights = 'even' | 'rising' | 'falling'

export interface ScaleRange {
  /** USDC per contract; the first may be the higher one. */
  readonly from: Decimal
  readonly to: Decimal
  readonly count: number
  /** Contracts of all orders together. */
  readonly amount: Decimal
  readonly weights: ScaleWeights
  /** USDC; null while unknown. */
  readonly tick: Decimal | null
  /** Contracts; null while unknown. */
  readonly lot: Decimal | null
}

export type ScaleField = 'amount' | 'from' | 'to' | 'count'

/** What is wrong with the range. The sentence names the field and what to type. */
export interface ScaleProblem {
  readonly field: ScaleField
  readonly sentence: string
}

/** The word of each field on screen. */
export const SCALE_LABELS: Readonly<Record<ScaleField, string>> = {
  amount: 'Amount',
  from: 'From',
  to: 'To',
  count: 'Orders',
}

/** Lots by weight, by largest remainder: they add up to `lots`. Of equal remainders the first counts. */
export function byLargestRemainder(lots: bigint, weights: readonly bigint[]): readonly bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const shares = weights.map((weight, at) => ({
    at,
    whole: (lots * weight) / all,
    rest: (lots * weight) % all,
  }))
  const left = lots - shares.reduce((sum, { whole }) => sum + whole, 0n)
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  const more = new Set(byRest.filter((_, place) => BigInt(place) < left).map(({ at }) => at))
  return shares.map(({ at, whole }) => whole + (more.has(at) ? 1n : 0n))
}

const weightOf = (weights: ScaleWeights, at: number, count: number): bigint =>
  BigInt(weights === 'even' ? 1 : weights === 'rising' ? at + 1 : count - at)

const problem = (field: ScaleField, sentence: string) => ({
  ok: false as const,
  failure: { field, sentence: `${SCALE_LABELS[field]}: ${sentence}` },
})

const writeTo =
  (step: Decimal) =>
  (value: Decimal): string =>
    grouped(value, Math.max(decimalPlaces(value), decimalPlaces(step)))

function rangeProblem(range: ScaleRange, tick: Decimal, lot: Decimal): ReturnType<typeof problem> | null {
  const { from, to, count, amount } = range
  const price = writeTo(tick)
  for (const [field, value] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (value <= 0n) return problem(field, 'the price must be above 0.')
    if (!isMultiple(value, tick))
      return problem(field, `${price(value)} is not a multiple of the tick ${toText(tick)}.`)
  }
  if (from === to) return problem('to', 'both prices are the same. Type another price.')
  if (!Number.isInteger(count) || count < 2 || count > MOST_ROWS)
    return problem('count', `type a whole number from 2 to ${MOST_ROWS}.`)
  const prices = absolute(subtract(to, from)) / tick + 1n
  if (BigInt(count) > prices)
    return problem(
      'count',
      `from ${price(from)} to ${price(to)} are only ${prices} prices. Type at most ${prices}, or a wider range.`,
    )
  if (amount <= 0n || !isMultiple(amount, lot))
    return problem('amount', `${writeTo(lot)(amount)} is not a multiple of the lot ${toText(lot)} above 0.`)
  return null
}

/** The orders from the first price to the last, or the first thing that is wrong. */
export function scaleRows(
  range: ScaleRange,
):
  | { readonly ok: true; readonly value: readonly ScaleRow[] }
  | { readonly ok: false; readonly failure: ScaleProblem } {
  const { from, to, count, amount, weights, tick, lot } = range
  if (tick === null || tick <= 0n)
    return problem('from', 'the tick of the instrument is not known yet. Send single orders, or wait.')
  if (lot === null || lot <= 0n)
    return problem('amount', 'the lot of the instrument is not known yet. Send single orders, or wait.')
  const wrong = rangeProblem(range, tick, lot)
  if (wrong) return wrong
  const shares = Array.from({ length: count }, (_, at) => weightOf(weights, at, count))
  const lots = byLargestRemainder(amount / lot, shares)
  if (lots.some((each) => each === 0n)) {
    const least = multiply(lot, decimalOf(shares.reduce((sum, share) => sum + share, 0n)))
    return problem(
      'amount',
      `${writeTo(lot)(amount)} leaves an order of the ${count} without a lot of ${toText(lot)}. Type at least ${writeTo(lot)(least)}, or fewer orders.`,
    )
  }
  const ticks = subtract(to, from) / tick
  const steps = BigInt(count - 1)
  return {
    ok: true,
    value: lots.map((each, at) => {
      const exactly = ticks * BigInt(at) * 2n
      // To the nearest tick, half away from the first price.
      const moved = (exactly + (ticks < 0n ? -steps : steps)) / (steps * 2n)
      const price = add(from, (moved * tick) as Decimal)
      return { limitPrice: toText(price), amount: toText((each * lot) as Decimal) }
    }),
  }
}
