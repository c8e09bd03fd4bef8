/** A new amount of a block over its live orders: the whole is exact, nobody is at or below what has filled, and over many changes nobody who takes part is two lots away from the exact share. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ZERO, add, decimal, decimalOf, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { foldBlockEvent, type Block } from '../../../../shared/domain/block/blockFold.ts'
import {
  claimKey,
  foldClaims,
  partOf,
  type ClaimBook,
} from '../../../../shared/domain/block/shares/claims.ts'
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
          const found = resplit({
            plan,
            rows: now,
            total: lots(total),
            lot: LOT,
            counted: undefined,
            claims: new Map(),
          })
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
    const up = made({
      plan,
      rows: rowsOf([4, 2, 2]),
      total: lots(16),
      lot: LOT,
      counted: undefined,
      claims: new Map(),
    })
    expect(inLots(up)).toEqual([8, 4, 4])
    const down = made({
      plan,
      rows: rowsOf([8, 4, 4]),
      total: lots(8),
      lot: LOT,
      counted: undefined,
      claims: new Map(),
    })
    expect(inLots(down)).toEqual([4, 2, 2])
  })

  it('leaves an order as it is whose share has filled, and shares what that leaves', () => {
    const plan = blockOf([1, 1, 1], [10, 10, 10])
    const split = made({
      plan,
      rows: rowsOf([10, 10, 10], [8, 0, 0]),
      total: lots(20),
      lot: LOT,
      counted: undefined,
      claims: new Map(),
    })
    expect(inLots(split)).toEqual([10, 5, 5])
    expect(split.rows[0]?.why).toBe('its share is 3.5, and 4 have filled: cancel its order to stop there')
    expect(split.change.rows.map(({ row }) => row)).toEqual([2, 3])
  })

  it('says what is too little, and what no order can do', () => {
    const plan = blockOf([1, 1], [10, 10])
    const ask = (total: Decimal, filled: readonly number[]) =>
      resplit({
        plan,
        rows: rowsOf([10, 10], filled),
        total,
        lot: LOT,
        counted: undefined,
        claims: new Map(),
      })
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
    const split = made({
      plan,
      rows: rowsOf([6, 2]),
      total: lots(12),
      lot: LOT,
      counted: undefined,
      claims: new Map(),
    })
    expect(inLots(split)).toEqual([9, 3])
    expect(split.change.rows.map(({ weight }) => weight)).toEqual([null, null])
  })

  it('is split fairly after changes that the venue refused, or in which some orders could not take part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 6 }),
        fc.array(
          fc.record({
            total: fc.integer({ min: 10, max: 90 }),
            // Of each customer: `fixed`, `filled` but for a lot, or the venue refuses the change.
            fates: fc.array(fc.constantFrom('free', 'free', 'fixed', 'filled', 'refused'), {
              minLength: 6,
              maxLength: 6,
            }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        fc.integer({ min: 60, max: 120 }),
        (weights, steps, last) => {
          const stage = openBlock(weights)
          for (const { total, fates } of steps) stage.change(total, fates)
          // A total that no customer has filled.
          const split = stage.change(last, [])
          const sum = weights.reduce((all, each) => all + each, 0)
          const now = split ? inLots(split) : stage.amounts()
          for (const [n, weight] of weights.entries())
            expect(Math.abs((now[n] ?? 0) * sum - last * weight)).toBeLessThan(sum)
          expect(stage.owed().reduce((all, part) => all + part, 0n)).toBe(0n)
        },
      ),
      { numRuns: 100 },
    )
  })

  it.each([
    ['a change that the venue refused one customer', [[40, ['refused', 'free']]]],
    ['a smaller total that one customer had filled beyond', [[12, ['filled', 'free']]]],
    ['a total in which one order could not take part', [[30, ['free', 'fixed']]]],
  ] as const)('gives equal customers the same after %s', (_name, steps) => {
    const stage = openBlock([1, 1], [10, 10])
    for (const [total, fates] of steps) stage.change(total, fates)
    const split = stage.change(40, [])
    expect(split && inLots(split)).toEqual([20, 20])
  })
})

type Fate = 'free' | 'fixed' | 'filled' | 'refused'

/** A block of a desk that has no other. The venue does each change, or refuses it. */
function openBlock(weights: readonly number[], amounts: readonly number[] = weights) {
  const blocks = new Map<string, Block>()
  const claims: ClaimBook = new Map()
  const fold = (event: object) => {
    const before = blocks.get('B')
    foldBlockEvent(blocks, 'B', event as never)
    foldClaims(claims, before, blocks.get('B'))
  }
  fold({ kind: 'planned', at: 0, plan: blockOf(weights, amounts) })
  const has = [...amounts]
  let changes = 0
  return {
    amounts: () => has,
    owed: () => weights.map((_, n) => (claims.get(KEY) ? partOf(claims.get(KEY) as never, codeOf(n)) : 0n)),
    /** Null: it was not split. */
    change(total: number, fates: readonly Fate[]) {
      const known = blocks.get('B')
      if (!known) throw new Error('no block')
      const filled = has.map((amount, n) => (fates[n] === 'filled' ? Math.max(0, amount - 1) : 0))
      const rows = rowsOf(has, filled).map((row, n) => ({
        ...row,
        fixed: fates[n] === 'fixed' ? 'its order has an unknown status' : null,
      }))
      const { plan, counted } = known
      const split = resplit({ plan, counted, rows, total: lots(total), lot: LOT, claims })
      if (!split.ok) return null
      fold({ kind: 'amount-changed', at: 1, change: ++changes, ...split.change })
      for (const [n, to] of inLots(split).entries()) if (fates[n] !== 'refused') has[n] = to
      return split
    },
  }
}
