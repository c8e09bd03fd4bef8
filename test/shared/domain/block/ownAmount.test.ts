/** Blocks whose customers get a cash amount each, or a percent more of what each one holds. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ZERO,
  add,
  decimal,
  decimalOf,
  divide,
  isMultiple,
  multiply,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { allocate, type Allocated, type BlockCandidate } from '../../../../shared/domain/block/allocate.ts'
import { amountOfCash, type OwnSizing } from '../../../../shared/domain/block/ownAmount.ts'
import { NO_ROTATION } from '../../../../shared/domain/block/rotation.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'

const lot = decimal('0.001')

const candidate = (n: number, measure: string | Decimal): BlockCandidate => ({
  customerCode: `C${1000 + n}` as CustomerCode,
  measure: typeof measure === 'string' ? decimal(measure) : measure,
  why: null,
  out: null,
})

const split = (rows: readonly BlockCandidate[], more: Omit<OwnSizing, 'lot' | 'side'> & Partial<OwnSizing>) =>
  allocate({ side: 'buy', lot, rows, rotation: NO_ROTATION, ...more })

function allocatedOf(...args: Parameters<typeof split>): Allocated {
  const made = split(...args)
  if (!made.ok) throw new Error(made.sentence)
  return made.value
}

const reasons = (dropped: Allocated['dropped']) =>
  dropped.map(({ customerCode, reason }) => `${customerCode} ${reason}`)

it('cash becomes contracts down to a lot', () => {
  expect(toText(amountOfCash(decimal('2000000'), decimal('62150'), lot))).toBe('32.18')
  expect(amountOfCash(decimal('1'), decimal('62150'), lot)).toBe(ZERO)
})

describe('a block by cash for each customer', () => {
  const price = decimal('62150')
  const byCash = { method: 'cash', parent: ZERO, price } as const

  it('gives each customer the whole lots of its own cash, and says what is left over', () => {
    const made = allocatedOf(
      [candidate(0, '25000'), candidate(1, '62150'), candidate(2, '62'), candidate(3, '0')],
      byCash,
    )
    expect(made.rows.map(({ amount, left }) => [toText(amount), toText(left ?? decimal('-1'))])).toEqual([
      // 0.402 at 62,150 are 24,984.30.
      ['0.402', '15.7'],
      ['1', '0'],
    ])
    expect(reasons(made.dropped)).toEqual([
      'C1002 its 62 USDC are less than a lot of 0.001 at 62150',
      'C1003 its cash is 0',
    ])
    expect(made).toMatchObject({ whole: null, weights: null, extraLots: 0 })
  })

  it('gives nothing at a price that is not known', () => {
    expect(split([candidate(0, '25000')], { ...byCash, price: null })).toMatchObject({
      ok: false,
      dropped: [{ reason: 'no price is known at which its cash becomes contracts' }],
    })
  })

  it('never spends more than the cash of a customer, and leaves less than a lot of it', () => {
    let given = 0
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (cents, priceCents) => {
          const cent = decimal('0.01')
          const paid = multiply(decimalOf(priceCents), cent)
          const rows = cents.map((count, n) => candidate(n, (count * cent) as Decimal))
          const made = split(rows, { ...byCash, price: paid })
          const got = new Map(made.ok ? made.value.rows.map((row) => [row.customerCode, row]) : [])
          const lotCost = multiply(lot, paid)
          for (const { customerCode, measure } of rows) {
            const row = got.get(customerCode)
            const left = row ? row.left : (measure ?? ZERO)
            expect(left !== undefined && left >= ZERO && left < lotCost).toBe(true)
            if (!row || left === undefined) continue
            expect(isMultiple(row.amount, lot) && row.amount > ZERO).toBe(true)
            expect(add(multiply(row.amount, paid), left)).toBe(measure)
            given++
          }
        },
      ),
      { seed: 20260107 },
    )
    expect(given).toBeGreaterThan(100)
  })
})

describe('a block that grows positions', () => {
  const held = [
    candidate(0, '2.5'),
    candidate(1, '-1'),
    candidate(2, '0'),
    candidate(3, '0.001'),
    candidate(4, '0.1'),
  ]
  const byGrowth = { method: 'grow', parent: decimal('25') } as const

  it('buys a percent more of each long position, down to a lot, and reduces none', () => {
    const made = allocatedOf(held, byGrowth)
    expect(made.rows.map(({ amount, sizedBy }) => [toText(amount), toText(sizedBy ?? ZERO)])).toEqual([
      ['0.625', '2.5'],
      ['0.025', '0.1'],
    ])
    expect(reasons(made.dropped)).toEqual([
      'C1001 it is short: a buy would reduce its position',
      'C1002 it has no position',
      'C1003 its share is less than a lot of 0.001',
    ])
  })

  it('sells a percent more of each short position', () => {
    const made = allocatedOf(held, { ...byGrowth, side: 'sell' })
    expect(made.rows.map(({ customerCode, amount }) => `${customerCode} ${toText(amount)}`)).toEqual([
      'C1001 0.25',
    ])
    expect(reasons(made.dropped)[0]).toBe('C1000 it is long: a sell would reduce its position')
  })

  it.each(['0', '-25', '1000.1'])('refuses %s percent', (percent) => {
    expect(split(held, { ...byGrowth, parent: decimal(percent) })).toMatchObject({
      ok: false,
      sentence: '+% of position: type a percent above 0 and at most 1,000.',
    })
  })

  it('grows every position in its own direction by the percent, less than a lot below it', () => {
    let given = 0
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 2, maxLength: 20 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (positions, hundredths, side) => {
          // Ten-thousandths, finer than the lot.
          const unit = decimal('0.0001')
          const rows = positions.map((size, n) => candidate(n, (BigInt(size) * unit) as Decimal))
          const parent = divide(decimalOf(hundredths), decimalOf(100))
          const made = split(rows, { ...byGrowth, side, parent })
          const got = new Map(made.ok ? made.value.rows.map((row) => [row.customerCode, row]) : [])
          for (const { customerCode, measure } of rows) {
            const size = measure ?? ZERO
            const exact =
              size > ZERO === (side === 'buy') ? (size < ZERO ? -size : size) * BigInt(hundredths) : 0n
            const row = got.get(customerCode)
            const off = exact - (row?.amount ?? ZERO) * 10_000n
            expect(off >= 0n && off < lot * 10_000n).toBe(true)
            if (row === undefined) continue
            expect(isMultiple(row.amount, lot) && row.amount > ZERO && row.sizedBy === size).toBe(true)
            given++
          }
        },
      ),
      { seed: 20260107 },
    )
    expect(given).toBeGreaterThan(100)
  })
})
