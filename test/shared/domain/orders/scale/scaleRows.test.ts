/** The rows of a scale: amounts that add up exactly, prices on ticks and none twice, and a sentence for what cannot be split. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ZERO,
  add,
  decimal,
  decimalOf,
  isMultiple,
  maximum,
  minimum,
  multiply,
  toText,
} from '../../../../../shared/base/decimal.ts'
import { plainDraft } from '../../../../../shared/domain/orders/order.ts'
import { draftsOfRows, whyNoScale, wholeOfRows } from '../../../../../shared/domain/orders/scale/scaleAct.ts'
import { MOST_ROWS } from '../../../../../shared/domain/orders/rows/scaleTag.ts'
import { scaleRows, type ScaleRange } from '../../../../../shared/domain/orders/scale/scaleRows.ts'
import { BTC, C1, text } from '../../../../electron/core/deskHarness.ts'

const RANGE: ScaleRange = {
  from: decimal('60000'),
  to: decimal('59000'),
  count: 5,
  amount: decimal('2.5'),
  weights: 'even',
  tick: decimal('0.5'),
  lot: decimal('0.001'),
}
const rowsOf = (range: ScaleRange) => {
  const read = scaleRows(range)
  if (!read.ok) throw new Error(read.failure.sentence)
  return read.value
}
const problemOf = (more: Partial<ScaleRange>) => {
  const read = scaleRows({ ...RANGE, ...more })
  return read.ok ? null : read.failure
}

const anyRange = fc
  .record({
    tick: fc.constantFrom('0.5', '0.01', '5', '0.000001'),
    lot: fc.constantFrom('0.001', '1', '0.00000001'),
    first: fc.integer({ min: 1, max: 1_000_000 }),
    ticks: fc.integer({ min: -5_000, max: 5_000 }).filter((n) => n !== 0),
    count: fc.integer({ min: 2, max: MOST_ROWS }),
    lots: fc.integer({ min: 1, max: 100_000 }),
    weights: fc.constantFrom('even' as const, 'rising' as const, 'falling' as const),
  })
  .filter(({ first, ticks }) => first + ticks > 0)
  .map(({ tick, lot, first, ticks, count, lots, weights }): ScaleRange => {
    const steps = (n: number) => multiply(decimal(tick), decimalOf(n))
    return {
      from: steps(first),
      to: steps(first + ticks),
      count,
      amount: multiply(decimal(lot), decimalOf(lots)),
      weights,
      tick: decimal(tick),
      lot: decimal(lot),
    }
  })

describe('the rows of a scale', () => {
  it('go from the first price to the last in equal steps', () => {
    expect(rowsOf(RANGE)).toEqual(
      ['60000', '59750', '59500', '59250', '59000'].map((limitPrice) => ({ limitPrice, amount: '0.5' })),
    )
  })

  it('rise or fall from row to row, and the largest remainder gets the lot that is left', () => {
    const amounts = (weights: ScaleRange['weights'], amount: string) =>
      rowsOf({ ...RANGE, count: 4, weights, amount: decimal(amount) }).map((row) => row.amount)
    expect(amounts('rising', '1')).toEqual(['0.1', '0.2', '0.3', '0.4'])
    expect(amounts('falling', '1')).toEqual(['0.4', '0.3', '0.2', '0.1'])
    expect(amounts('even', '0.01')).toEqual(['0.003', '0.003', '0.002', '0.002'])
    expect(amounts('rising', '0.016')).toEqual(['0.002', '0.003', '0.005', '0.006'])
  })

  it('sum exactly, each a whole lot above 0 at its own price on a tick inside the range', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        const read = scaleRows(range)
        if (!read.ok) return
        const { tick, lot, from, to } = range
        const prices = read.value.map(({ limitPrice }) => decimal(limitPrice))
        const amounts = read.value.map(({ amount }) => decimal(amount))
        expect(read.value).toHaveLength(range.count)
        expect(amounts.reduce((sum, amount) => add(sum, amount), ZERO)).toBe(range.amount)
        expect(amounts.every((amount) => amount > 0n && lot !== null && isMultiple(amount, lot))).toBe(true)
        expect(prices.every((price) => tick !== null && isMultiple(price, tick))).toBe(true)
        expect(new Set(prices).size).toBe(range.count)
        expect([prices[0], prices.at(-1)]).toEqual([from, to])
        expect(prices.every((price) => price >= minimum(from, to) && price <= maximum(from, to))).toBe(true)
        const ordered = range.weights === 'falling' ? amounts.toReversed() : amounts
        const isRising = ordered.every((amount, at) => at === 0 || amount >= (ordered[at - 1] ?? ZERO))
        const least = lot ?? ZERO
        // By largest remainder neighbours of one share differ by a lot at most.
        const isEven = amounts.every((amount) => amount - (amounts.at(-1) ?? ZERO) <= least)
        expect(range.weights === 'even' ? isEven : isRising).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('name the field and the fix where they cannot be made', () => {
    expect(problemOf({ count: 1 })).toEqual({
      field: 'count',
      sentence: 'Orders: type a whole number from 2 to 30.',
    })
    expect(problemOf({ to: decimal('60001'), count: 5 })).toEqual({
      field: 'count',
      sentence: 'Orders: from 60,000.0 to 60,001.0 are only 3 prices. Type at most 3, or a wider range.',
    })
    expect(problemOf({ to: decimal('60000') })?.sentence).toMatch(/^To: both prices are the same/)
    expect(problemOf({ from: decimal('60000.3') })?.sentence).toBe(
      'From: 60,000.3 is not a multiple of the tick 0.5.',
    )
    expect(problemOf({ amount: decimal('2.5001') })?.sentence).toMatch(/^Amount: .* the lot 0\.001/)
    expect(problemOf({ tick: null })?.field).toBe('from')
    expect(problemOf({ lot: null })?.field).toBe('amount')
  })

  it('name an amount that is large enough for every row', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        const read = scaleRows(range)
        const [, least] = read.ok
          ? []
          : (/Type at least ([\d,.]+), or fewer/.exec(read.failure.sentence) ?? [])
        if (least === undefined) return
        expect(scaleRows({ ...range, amount: decimal(least.replaceAll(',', '')) }).ok).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a scale as orders', () => {
  const draft = plainDraft({
    customerCode: C1,
    symbol: BTC,
    side: 'buy',
    type: 'limit',
    amount: text('2.5'),
    limitPrice: text('60000'),
  })

  it('is one limit order a row, and as a whole all contracts at the highest price', () => {
    const rows = rowsOf(RANGE)
    expect(draftsOfRows(draft, rows)[1]).toEqual({ ...draft, amount: '0.5', limitPrice: '59750' })
    expect(wholeOfRows(draft, rows.toReversed())).toEqual({ ...draft, amount: '2.5', limitPrice: '60000' })
    expect(whyNoScale(draft, rows)).toBeNull()
  })

  it('is refused where the rows are not the whole, or two have one price', () => {
    const rows = rowsOf(RANGE)
    expect(whyNoScale({ ...draft, amount: text('2.6') }, rows)).toMatch(/add up to 2\.5/)
    expect(whyNoScale(draft, [...rows.slice(1), ...rows.slice(1, 2)])).toMatch(/same price/)
    expect(whyNoScale({ ...draft, type: 'market' }, rows)).toMatch(/limit orders/)
    expect(toText(decimal(wholeOfRows(draft, rows).amount ?? '0'))).toBe('2.5')
  })
})
