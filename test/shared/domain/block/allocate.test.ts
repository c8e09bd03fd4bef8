/** Properties of a block's split: exact sums, whole lots, bounds, drop-outs with reasons, and extra lots that go round. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ZERO,
  add,
  decimal,
  decimalOf,
  divide,
  isMultiple,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import {
  allocate,
  type Allocated,
  type AllocationInput,
  type BlockCandidate,
} from '../../../../shared/domain/block/allocate.ts'
import type { BlockMethod } from '../../../../shared/domain/block/blockMethods.ts'
import { NO_ROTATION } from '../../../../shared/domain/block/rotation.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'

const codeOf = (n: number): CustomerCode => `C${1000 + n}` as CustomerCode
const lot = decimal('0.001')
const lots = (count: bigint): Decimal => (count * lot) as Decimal

const candidate = (
  n: number,
  measure: string | null,
  more: Partial<BlockCandidate> = {},
): BlockCandidate => ({
  customerCode: codeOf(n),
  measure: measure === null ? null : decimal(measure),
  why: null,
  out: null,
  ...more,
})

const split = (
  method: BlockMethod,
  parent: string,
  rows: readonly BlockCandidate[],
  more: Partial<AllocationInput> = {},
) => allocate({ method, side: 'buy', parent: decimal(parent), rows, lot, rotation: NO_ROTATION, ...more })

function allocatedOf(...args: Parameters<typeof split>): Allocated {
  const made = split(...args)
  if (!made.ok) throw new Error(made.sentence)
  return made.value
}

const amounts = ({ rows }: Allocated) =>
  rows.map(({ customerCode, amount }) => `${customerCode} ${toText(amount)}`)
const reasons = ({ dropped }: Allocated) =>
  dropped.map(({ customerCode, reason }) => `${customerCode} ${reason}`)

const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 2, maxLength: 40 })

describe('a shared block', () => {
  it('adds up to the parent in whole lots, within one lot of each exact share', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ratio' as const, 'equity' as const, 'freeMargin' as const, 'equal' as const),
        weights,
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.nat(60),
        (method, given, parentLots, start) => {
          const rows = given.map((weight, n) => ({
            customerCode: codeOf(n),
            measure: weight as Decimal,
            why: null,
            out: null,
          }))
          const made = allocate({
            method,
            side: 'sell',
            parent: lots(parentLots),
            rows,
            lot,
            rotation: { ...NO_ROTATION, first: codeOf(start), extra: codeOf(start) },
          })
          const weightOf = (n: number) => (method === 'equal' ? 1n : (given[n] ?? 0n))
          const all = given.reduce((sum, _, n) => sum + weightOf(n), 0n)
          if (!made.ok && all === 0n) return
          if (!made.ok) throw new Error(made.sentence)
          const { value } = made
          expect(value.sum).toBe(lots(parentLots))
          expect(value.rows.reduce((sum, { amount }) => add(sum, amount), ZERO)).toBe(value.sum)
          for (const { amount, customerCode } of value.rows) {
            expect(amount > ZERO && isMultiple(amount, lot) && amount <= value.sum).toBe(true)
            const exact = parentLots * weightOf(Number(customerCode.slice(1)) - 1000)
            const away = (amount / lot) * all - exact
            expect(away < all && away > -all).toBe(true)
          }
          // Nobody is forgotten and nobody is there twice.
          const named = [...value.rows, ...value.dropped].map(({ customerCode }) => customerCode)
          expect(named.toSorted()).toEqual(rows.map(({ customerCode }) => customerCode).toSorted())
        },
      ),
    )
  })

  it('keeps equal customers within one lot of each other over many blocks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.array(fc.bigInt({ min: 1n, max: 200n }), { minLength: 1, maxLength: 60 }),
        (count, blocks) => {
          const rows = Array.from({ length: count }, (_, n) => candidate(n, null))
          const got = new Map(rows.map(({ customerCode }) => [customerCode, 0n]))
          let rotation = NO_ROTATION
          for (const parentLots of blocks) {
            const made = allocate({
              method: 'equal',
              side: 'buy',
              parent: lots(parentLots),
              rows,
              lot,
              rotation,
            })
            if (!made.ok) throw new Error(made.sentence)
            for (const { customerCode, amount } of made.value.rows)
              got.set(customerCode, (got.get(customerCode) ?? 0n) + amount / lot)
            rotation = made.value.next
          }
          const all = [...got.values()]
          const most = all.reduce((a, b) => (a > b ? a : b))
          const least = all.reduce((a, b) => (a < b ? a : b))
          expect(most - least <= 1n).toBe(true)
        },
      ),
    )
  })

  it('keeps customers of one weight within one lot of each other, beside other weights', () => {
    let contested = 0
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 9 }),
        fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 40n }), fc.boolean()), {
          minLength: 10,
          maxLength: 60,
        }),
        (given, blocks) => {
          const got = given.map(() => 0n)
          let rotation = NO_ROTATION
          for (const [parentLots, isFirstOut] of blocks) {
            // The first customer drops out now and then, and is compared with nobody.
            const rows = given.map((weight, n) =>
              candidate(n, String(weight), { out: n === 0 && isFirstOut ? 'over limit' : null }),
            )
            const { rows: dealt, next } = allocatedOf('ratio', toText(lots(parentLots)), rows, { rotation })
            for (const { customerCode, amount } of dealt)
              got[Number(customerCode.slice(1)) - 1000]! += amount / lot
            if (next.served.join() !== rotation.served.join()) contested++
            rotation = next
            for (const weight of new Set(given)) {
              const same = got
                .filter((_, n) => n > 0 && given[n] === weight)
                .toSorted((a, b) => (a < b ? -1 : 1))
              expect((same.at(-1) ?? 0n) - (same[0] ?? 0n) <= 1n).toBe(true)
            }
          }
        },
      ),
      { seed: 20260107 },
    )
    expect(contested).toBeGreaterThan(100)
  })

  it('lets every customer be sent first in turn', () => {
    const rows = [0, 1, 2, 3].map((n) => candidate(n, null))
    let rotation = NO_ROTATION
    const firsts: string[] = []
    for (let block = 0; block < 4; block++) {
      const made = allocatedOf('equal', '0.006', rows, { rotation })
      firsts.push(made.rows[0]?.customerCode ?? '')
      rotation = made.next
    }
    expect(firsts).toEqual(['C1000', 'C1001', 'C1002', 'C1003'])
  })

  it('goes on with the next code when the customer of the rotation left the group', () => {
    const rows = [0, 1, 3].map((n) => candidate(n, null))
    const made = allocatedOf('equal', '0.003', rows, {
      rotation: { ...NO_ROTATION, first: codeOf(2), extra: codeOf(2) },
    })
    expect(made.rows.map(({ customerCode }) => customerCode)).toEqual(['C1003', 'C1000', 'C1001'])
  })

  it('re-sums over the others when a customer is out, with the reason', () => {
    const made = allocatedOf('ratio', '0.6', [
      candidate(0, '1'),
      candidate(1, '1', { out: 'over limit' }),
      candidate(2, '2'),
    ])
    expect(amounts(made)).toEqual(['C1000 0.2', 'C1002 0.4'])
    expect(reasons(made)).toEqual(['C1001 over limit'])
  })

  it('drops a customer whose equity may be wrong, and one without any', () => {
    const made = allocatedOf('equity', '1', [
      candidate(0, '500'),
      candidate(1, '500', { why: 'the mark of BTCUSDC_PERP is old' }),
      candidate(2, '-3'),
      candidate(3, null, { why: 'the balance is not known' }),
    ])
    expect(amounts(made)).toEqual(['C1000 1'])
    expect(reasons(made)).toEqual([
      'C1001 the mark of BTCUSDC_PERP is old',
      'C1002 it has no equity',
      'C1003 the balance is not known',
    ])
  })

  it('drops a customer whose share is below a lot and still adds up', () => {
    const made = allocatedOf('ratio', '0.002', [candidate(0, '100'), candidate(1, '100'), candidate(2, '1')])
    expect(amounts(made)).toEqual(['C1000 0.001', 'C1001 0.001'])
    expect(reasons(made)).toEqual(['C1002 its share is less than a lot of 0.001'])
  })

  it('gives a typed percent of the parent, also where another customer is out, to the last lot', () => {
    const made = allocatedOf('percent', '1', [
      candidate(0, '50', { out: 'over limit' }),
      candidate(1, '30'),
      candidate(2, '20'),
    ])
    expect(amounts(made)).toEqual(['C1001 0.3', 'C1002 0.2'])
    expect(made.sum).toBe(decimal('0.5'))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.boolean()), { minLength: 2, maxLength: 20 }),
        fc.bigInt({ min: 1n, max: 1_000n }),
        (parts, parentLots) => {
          const whole = parts.reduce((sum, [part]) => sum + part, 0)
          // Hundredths of a percent that total 100 %.
          const shares = parts.map(([part]) => Math.floor((part * 10_000) / whole))
          shares[0] = (shares[0] ?? 0) + 10_000 - shares.reduce((sum, each) => sum + each, 0)
          const rows = shares.map((share, n) => ({
            ...candidate(n, null, { out: parts[n]?.[1] === true ? 'over limit' : null }),
            measure: divide(decimalOf(share), decimalOf(100)),
          }))
          const all = split('percent', toText(lots(parentLots)), rows)
          if (!all.ok) return
          expect(all.value.rows.reduce((sum, { amount }) => add(sum, amount), ZERO)).toBe(all.value.sum)
          // The part of those who are out goes to nobody, and so does less than a lot of each of them.
          const outside = shares.reduce(
            (sum, share, n) => sum + (parts[n]?.[1] === true ? BigInt(share) : 0n),
            0n,
          )
          const countOut = BigInt(parts.filter(([, isOut]) => isOut).length)
          const missing = (lots(parentLots) - all.value.sum) / lot
          const offSum = missing * 10_000n - outside * parentLots
          expect(countOut === 0n ? offSum : 0n).toBe(0n)
          expect(offSum <= countOut * 10_000n && offSum >= -countOut * 10_000n).toBe(true)
          for (const { customerCode, amount } of all.value.rows) {
            const at = rows.findIndex((row) => row.customerCode === customerCode)
            // Less than a lot away from its percent of the parent.
            const exact = BigInt(shares[at] ?? 0) * parentLots
            const off = (amount / lot) * 10_000n - exact
            expect(off < 10_000n && off > -10_000n).toBe(true)
          }
        },
      ),
    )
  })

  it('refuses percents that do not total 100, and an amount off the lot', () => {
    const rows = [candidate(0, '60'), candidate(1, '39.5')]
    expect(split('percent', '1', rows)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('99.5 %'),
    })
    expect(split('equal', '1.0005', rows)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('not a multiple of the lot 0.001'),
    })
    expect(amounts(allocatedOf('percent', '1', [candidate(0, '60'), candidate(1, '40')]))).toEqual([
      'C1000 0.6',
      'C1001 0.4',
    ])
  })
})

describe('a block with amounts of its own', () => {
  const held = [candidate(0, '2.5'), candidate(1, '-1'), candidate(2, '0'), candidate(3, '0.001')]

  it('sells a percent of each long position, down to a lot, and adds to none', () => {
    const made = allocatedOf('position', '50', held, { side: 'sell' })
    expect(amounts(made)).toEqual(['C1000 1.25'])
    expect(reasons(made)).toEqual([
      'C1001 it is short: a sell would add to its position',
      'C1002 it has no position',
      'C1003 its share is less than a lot of 0.001',
    ])
  })

  it('gives of each position that the order reduces the percent, less than a lot below it and never more', () => {
    let given = 0
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 2, maxLength: 20 }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (positions, hundredths, side) => {
          // Ten-thousandths, finer than the lot.
          const unit = decimal('0.0001')
          const rows = positions.map((size, n) => ({
            ...candidate(n, null),
            measure: (BigInt(size) * unit) as Decimal,
          }))
          const parent = divide(decimalOf(hundredths), decimalOf(100))
          const made = allocate({ method: 'position', side, parent, rows, lot, rotation: NO_ROTATION })
          const got = new Map(made.ok ? made.value.rows.map((row) => [row.customerCode, row]) : [])
          for (const { customerCode, measure } of rows) {
            const size = measure > ZERO ? measure : -measure
            const exact = measure > ZERO === (side === 'sell') ? size * BigInt(hundredths) : 0n
            const row = got.get(customerCode)
            const off = exact - (row?.amount ?? ZERO) * 10_000n
            expect(off >= 0n && off < lot * 10_000n).toBe(true)
            if (row === undefined) continue
            expect(isMultiple(row.amount, lot) && row.amount > ZERO).toBe(true)
            expect(row.sizedBy).toBe(measure)
            given++
          }
          const sum = [...got.values()].reduce((all, { amount }) => add(all, amount), ZERO)
          expect(made.ok ? made.value.sum : ZERO).toBe(sum)
        },
      ),
      { seed: 20260107 },
    )
    expect(given).toBeGreaterThan(100)
  })

  it('buys only what is missing to the target and never beyond it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 2, maxLength: 20 }),
        fc.integer({ min: -3_000, max: 3_000 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (positions, target, side) => {
          // Ten-thousandths, finer than the lot.
          const unit = decimal('0.0001')
          const rows = positions.map((size, n) => ({
            ...candidate(n, null),
            measure: (BigInt(size) * unit) as Decimal,
          }))
          const parent = (BigInt(target) * unit) as Decimal
          const made = allocate({ method: 'target', side, parent, rows, lot, rotation: NO_ROTATION })
          if (!made.ok) return
          expect(made.value.rows.reduce((sum, { amount }) => add(sum, amount), ZERO)).toBe(made.value.sum)
          for (const { customerCode, amount } of made.value.rows) {
            const size = rows.find((row) => row.customerCode === customerCode)?.measure ?? ZERO
            const after = side === 'buy' ? add(size, amount) : ((size - amount) as Decimal)
            expect(side === 'buy' ? after <= parent : after >= parent).toBe(true)
            expect(isMultiple(amount, lot) && amount > ZERO).toBe(true)
          }
        },
      ),
    )
  })

  it('takes the amounts of a list as they are and drops what is off the lot', () => {
    const made = allocatedOf('list', '0', [candidate(0, '0.5'), candidate(1, '0.0005'), candidate(2, '1.25')])
    expect(amounts(made)).toEqual(['C1000 0.5', 'C1002 1.25'])
    expect(made.sum).toBe(decimal('1.75'))
    expect(reasons(made)).toEqual(['C1001 0.0005 is not a multiple of the lot 0.001'])
  })

  it('takes every amount of a list that is a multiple of the lot, to the last digit, and names every other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.boolean()), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.nat(60),
        (lines, start) => {
          const isTaken = ([count, isWhole]: readonly [bigint, boolean]) => isWhole && count > 0n
          const rows = lines.map(([count, isWhole], n) => ({
            ...candidate(n, null),
            measure: (lots(count) + (isWhole ? 0n : lot / 2n)) as Decimal,
          }))
          const made = split('list', '0', rows, {
            rotation: { ...NO_ROTATION, first: codeOf(start) },
          })
          const taken = rows.filter((_, n) => isTaken(lines[n]!))
          expect(made.ok).toBe(taken.length > 0)
          const { dropped } = made.ok ? made.value : made
          expect(dropped.map(({ customerCode }) => customerCode).toSorted()).toEqual(
            rows.filter((_, n) => !isTaken(lines[n]!)).map(({ customerCode }) => customerCode),
          )
          if (!made.ok) return
          const inOrder = made.value.rows.toSorted((a, b) => (a.customerCode < b.customerCode ? -1 : 1))
          expect(inOrder.map(({ customerCode, amount }) => [customerCode, amount])).toEqual(
            taken.map(({ customerCode, measure }) => [customerCode, measure]),
          )
          expect(made.value.sum).toBe(taken.reduce((all, { measure }) => add(all, measure), ZERO))
        },
      ),
    )
  })

  it('says so when nobody is left', () => {
    expect(split('target', '5', [candidate(0, '6'), candidate(1, '7')])).toMatchObject({
      ok: false,
      sentence: 'No customer is left: every one of them dropped out.',
      dropped: [{ customerCode: 'C1000' }, { customerCode: 'C1001' }],
    })
  })
})
