/** A new amount of a block over its live orders: the whole is exact, nobody is at or below what has filled, and over many changes nobody who takes part is two lots away from the exact share. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ZERO, add, decimal, decimalOf, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { changedPart } from '../../../../shared/domain/block/shares/changedAmount.ts'
import { addPlan, claimKey, partOf, type ClaimBook } from '../../../../shared/domain/block/shares/claims.ts'
import { resplit, type ResplitInput, type RowNow } from '../../../../shared/domain/block/shares/resplit.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'

const LOT = decimal('0.5')
const codeOf = (n: number) => `C${1000 + n}` as CustomerCode
const lots = (count: number | bigint) => (BigInt(count) * LOT) as Decimal
const KEY = claimKey('BTCUSDC_PERP', 'buy')

/** A block that was shared by weights and rests with these lots. */
function blockOf(
  weights: readonly number[],
  amounts: readonly number[],
  isShared = true,
): ResplitInput['plan'] {
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
  return {
    draft: { symbol: 'BTCUSDC_PERP', side: 'buy' } as never,
    rows: amounts.map((amount, n) => ({ customerCode: codeOf(n), amount: toText(lots(amount)) })),
    split: {
      lot: toText(LOT),
      tick: null,
      whole: isShared ? toText(lots(sum(amounts))) : null,
      weights: isShared ? toText(decimalOf(sum(weights))) : null,
      shares: isShared
        ? weights.map((weight, n) => ({ customerCode: codeOf(n), weight: toText(decimalOf(weight)) }))
        : [],
    },
  }
}

const rowsOf = (amounts: readonly number[], filled: readonly number[] = []): RowNow[] =>
  amounts.map((amount, n) => ({
    customerCode: codeOf(n),
    amount: lots(amount),
    filled: lots(filled[n] ?? 0),
    fixed: null,
  }))

const made = (input: ResplitInput) => {
  const split = resplit(input)
  if (!split.ok) throw new Error(split.sentence)
  return split
}
const inLots = ({ rows }: ReturnType<typeof made>) => rows.map(({ to }) => Number(to / LOT))

describe('a new amount of a block', () => {
  it('adds up to the last lot, keeps each order above what has filled, and names each that stays', () => {
    let split = 0
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            weight: fc.integer({ min: 1, max: 30 }),
            amount: fc.integer({ min: 1, max: 40 }),
            part: fc.integer({ min: 0, max: 100 }),
            isFixed: fc.boolean(),
          }),
          { minLength: 2, maxLength: 10 },
        ),
        fc.integer({ min: 1, max: 400 }),
        (rows, total) => {
          const amounts = rows.map(({ amount }) => amount)
          const filled = rows.map(({ amount, part }) => Math.floor(((amount - 1) * part) / 100))
          const now = rowsOf(amounts, filled).map((row, n) => ({
            ...row,
            fixed: rows[n]?.isFixed === true ? 'it is filled' : null,
          }))
          const plan = blockOf(
            rows.map(({ weight }) => weight),
            amounts,
          )
          const found = resplit({ plan, rows: now, total: lots(total), lot: LOT, claims: new Map() })
          const after = found.ok ? found.rows : []
          split += found.ok ? 1 : 0
          expect(found.ok ? '' : found.sentence).toMatch(/^$|^Amount: |^No order/)
          expect(after.reduce((sum, { to }) => add(sum, to), ZERO)).toBe(found.ok ? lots(total) : ZERO)
          for (const { to, filled: has, from, why } of after) {
            expect(to % LOT).toBe(0n)
            expect(why === null ? to > has : to === from).toBe(true)
          }
          expect(now.every(({ fixed }, n) => !found.ok || fixed === null || after[n]?.why === fixed)).toBe(
            true,
          )
        },
      ),
      { numRuns: 400 },
    )
    expect(split).toBeGreaterThan(100)
  })

  it('goes by the weights of the block, and up and down again gives each customer what it had', () => {
    const plan = blockOf([2, 1, 1], [4, 2, 2])
    const up = made({ plan, rows: rowsOf([4, 2, 2]), total: lots(16), lot: LOT, claims: new Map() })
    expect(inLots(up)).toEqual([8, 4, 4])
    const down = made({ plan, rows: rowsOf([8, 4, 4]), total: lots(8), lot: LOT, claims: new Map() })
    expect(inLots(down)).toEqual([4, 2, 2])
  })

  it('leaves an order as it is whose share has filled, and shares what that leaves', () => {
    const plan = blockOf([1, 1, 1], [10, 10, 10])
    const split = made({
      plan,
      rows: rowsOf([10, 10, 10], [8, 0, 0]),
      total: lots(20),
      lot: LOT,
      claims: new Map(),
    })
    expect(inLots(split)).toEqual([10, 5, 5])
    expect(split.rows[0]?.why).toBe('its share is 3.5, and 4 have filled: cancel its order to stop there')
    expect(split.change.rows.map(({ row }) => row)).toEqual([2, 3])
  })

  it('says what is too little, and what no order can do', () => {
    const plan = blockOf([1, 1], [10, 10])
    const ask = (total: Decimal, filled: readonly number[]) =>
      resplit({ plan, rows: rowsOf([10, 10], filled), total, lot: LOT, claims: new Map() })
    expect(ask(lots(8), [5, 4])).toMatchObject({
      sentence: expect.stringMatching(
        /^Amount: type more than 4\.5\. .* To buy no more, cancel the block\.$/,
      ),
    })
    expect(ask(decimal('1.3'), [])).toMatchObject({
      sentence: expect.stringContaining('not a multiple of the lot'),
    })
    expect(ask(lots(20), [])).toMatchObject({ sentence: expect.stringContaining('have 10 already') })
  })

  it('goes by the amounts that were sent where the block shared nothing, and owes nobody for them', () => {
    const plan = blockOf([], [6, 2], false)
    const split = made({ plan, rows: rowsOf([6, 2]), total: lots(12), lot: LOT, claims: new Map() })
    expect(inLots(split)).toEqual([9, 3])
    expect(split.change.rows.map(({ weight }) => weight)).toEqual([null, null])
  })

  it('gives over many changes the lots that remain to each customer in turn', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 6 }),
        fc.array(fc.integer({ min: 10, max: 60 }), { minLength: 1, maxLength: 12 }),
        (weights, totals) => {
          const claims: ClaimBook = new Map()
          const sum = weights.reduce((all, each) => all + each, 0)
          const plan = blockOf(weights, weights)
          let amounts = weights
          for (const total of totals) {
            const split = resplit({ plan, rows: rowsOf(amounts), total: lots(total), lot: LOT, claims })
            if (!split.ok || split.rows.some(({ why }) => why !== null)) continue
            addPlan(claims, changedPart(plan, split.change, 'from'), -1n)
            addPlan(claims, changedPart(plan, split.change, 'to'), 1n)
            amounts = inLots(split)
            for (const [n, weight] of weights.entries())
              expect(Math.abs((amounts[n] ?? 0) - (total * weight) / sum)).toBeLessThan(2)
            const known = claims.get(KEY)
            const owed = weights.map((_, n) =>
              known ? Number(partOf(known, codeOf(n))) / Number(known.denominator) : 0,
            )
            // What a customer is owed is its exact share of the amount now, less the amount that it has.
            for (const [n, weight] of weights.entries())
              expect(owed[n]).toBeCloseTo((total * weight) / sum - (amounts[n] ?? 0), 6)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
