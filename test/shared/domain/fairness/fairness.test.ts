/** The fairness of blocks: the product's own split and rotation stay within one lot over many blocks, and an unfair series is named. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  add,
  compare,
  decimal,
  decimalOf,
  multiply,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { NO_ROTATION, type Rotation } from '../../../../shared/domain/block/rotation.ts'
import { fairnessOfCustomers } from '../../../../shared/domain/fairness/fairnessOfCustomers.ts'
import { judgeBlock } from '../../../../shared/domain/fairness/judgeBlock.ts'
import { PRICE, TICK, blockMade, candidates, judged, nameOf, splitOf, type Fill } from './fairBlocks.ts'

const ticksOff = (ticks: number): Decimal => add(PRICE, multiply(TICK, decimalOf(ticks)))
const equal = (count: number) => candidates(Array.from({ length: count }, () => null))

describe('blocks by the product’s own split and rotation', () => {
  /** Blocks of these sizes in lots, one after the other, each with the rotation that the one before left. */
  const inTurn = (count: number, sizes: readonly number[]) => {
    let rotation: Rotation = NO_ROTATION
    return sizes.map((lots, at) => {
      const allocated = splitOf('equal', lots, equal(count), rotation)
      rotation = allocated.next
      return judged({ id: `B${at}`, allocated })
    })
  }
  const members = fc.integer({ min: 2, max: 12 })

  it('cumulate to within one lot of fair for every customer, whatever the sizes', () => {
    fc.assert(
      fc.property(
        members,
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 }),
        (count, sizes) => {
          const all = inTurn(count, sizes)
          for (const { block } of all) expect(block.lots.kind).toBe('within')
          for (const { lots, lotsBlocks } of fairnessOfCustomers(all)[0]?.customers ?? []) {
            expect(lotsBlocks).toBe(sizes.length)
            expect(compare(absolute(decimal(lots ?? '9')), decimalOf(1))).toBe(-1)
          }
        },
      ),
    )
  })

  it('hold within one lot and one tick, and nobody stands out, where every block reaches everybody', () => {
    fc.assert(
      fc.property(
        members,
        fc.array(fc.integer({ min: 12, max: 200 }), { minLength: 1, maxLength: 60 }),
        (count, sizes) => {
          const all = inTurn(count, sizes)
          expect(all.filter(({ block }) => block.verdict !== 'holds')).toEqual([])
          const [group] = fairnessOfCustomers(all)
          expect(group?.customers.flatMap(({ standsOut }) => standsOut)).toEqual([])
        },
      ),
    )
  })

  it('stay within one lot of the exact shares in each block by unequal weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 1, max: 100_000 }),
        (weights, lots) => {
          const allocated = splitOf('ratio', lots, candidates(weights as Decimal[]))
          const { block, rows } = judged({ id: 'B1', allocated, method: 'ratio' })
          expect(block.lots).toEqual({ kind: 'within', why: null, worst: null })
          const sum = rows.reduce((all, row) => add(all, row.lots ?? decimalOf(9)), decimalOf(0))
          // Each of up to 30 figures is rounded at the 18th digit.
          expect(absolute(sum) <= 30n).toBe(true)
        },
      ),
    )
  })
})

describe('a planted unfair series', () => {
  const customers = 4
  /** C1000 is always first, has one lot more than its share, and buys two ticks dearer than the others. */
  const series = Array.from({ length: 12 }, (_, at) => {
    const fair = splitOf('equal', 40, equal(customers))
    const lot = decimal('0.001')
    const moved = (n: number, amount: Decimal): Decimal =>
      n === 0 ? add(amount, lot) : n === 1 ? ((amount - lot) as Decimal) : amount
    const rows = fair.rows.map((row, n) => ({ ...row, amount: moved(n, row.amount) }))
    return judged({
      id: `B${at}`,
      allocated: { ...fair, rows },
      fillOf: (n, amount): Fill => ({ amount, price: ticksOff(n === 0 ? 2 : 0) }),
    })
  })

  it('names who was first, who got lots too many and too few, and who paid more', () => {
    const [group] = fairnessOfCustomers(series)
    const found = new Map(group?.customers.map((customer) => [customer.customerCode, customer]))
    expect(group?.customers[0]?.customerCode).toBe(nameOf(0))
    expect(found.get(nameOf(0))).toMatchObject({
      blocks: 12,
      first: 12,
      expectedFirst: '3',
      place: '1',
      expectedPlace: '2.5',
      lots: '12',
      ticks: '1.45',
      standsOut: ['first', 'lots', 'price'],
    })
    expect(found.get(nameOf(1))).toMatchObject({ lots: '-12', first: 0, standsOut: ['first', 'lots'] })
    // 1.45 ticks of 0.1 on 62,150.055.
    expect(found.get(nameOf(0))?.bps).toBe('0.023331')
  })

  it('says of each of its blocks that one tick does not hold, and by whom', () => {
    for (const { block } of series)
      expect(block).toMatchObject({
        verdict: 'fails',
        price: { kind: 'beyond', worst: { customerCode: nameOf(0), by: '1.45' } },
        lots: { kind: 'within' },
      })
  })

  it('is the same for sells, where the cheaper sale is the worse one', () => {
    const allocated = splitOf('equal', 40, equal(customers))
    const { rows } = judged({
      id: 'B1',
      allocated,
      side: 'sell',
      fillOf: (n, amount) => ({ amount, price: ticksOff(n === 0 ? -4 : 0) }),
    })
    expect(rows.map(({ ticks }) => ticks && toText(ticks))).toEqual(['3', '-1', '-1', '-1'])
  })
})

describe('a block of which something is not known', () => {
  const allocated = splitOf('equal', 40, equal(4))

  it('is not judged without the recorded shares, tick or orders, and says which', () => {
    const old = judged({ id: 'B1', allocated, plan: { split: undefined } }).block
    expect(old).toMatchObject({
      verdict: 'unknown',
      lots: { kind: 'unknown', why: 'the shares were not recorded with it' },
      price: { kind: 'unknown', why: 'the tick was not recorded with it' },
    })
    const { block } = blockMade({ id: 'B1', allocated })
    expect(judgeBlock(block, () => undefined)?.block.price).toMatchObject({
      kind: 'unknown',
      why: '4 of its orders are not in this journal',
    })
  })

  it('is not judged while customers have no whole fill, unless a fill is too far away already', () => {
    const fills =
      (far: number) =>
      (n: number, amount: Decimal): Fill | null =>
        n === 3 ? null : { amount, price: ticksOff(n === 0 ? far : 0) }
    expect(judged({ id: 'B1', allocated, fillOf: fills(1) }).block).toMatchObject({
      verdict: 'unknown',
      price: { why: '1 of 4 customers have no whole fill' },
    })
    expect(judged({ id: 'B1', allocated, fillOf: fills(3) }).block.verdict).toBe('fails')
  })

  it('by amounts of its own is judged by its prices alone', () => {
    const list = splitOf('list', 0, candidates([decimal('0.002'), decimal('0.5')]))
    const { block } = judged({ id: 'B1', allocated: list, method: 'list' })
    expect(block).toMatchObject({ verdict: 'holds', lots: { kind: 'none' }, price: { kind: 'within' } })
  })

  it('is not over while an order of it is live', () => {
    const { block, orders } = blockMade({ id: 'B1', allocated, fillOf: () => null })
    const live = orders.map((order) => ({ ...order, phase: 'working' as const, status: 'open' }))
    expect(
      judgeBlock(block, (customerCode) => live.find((order) => order.customerCode === customerCode)),
    ).toBeNull()
  })
})
