/** The core's check of the split that a window sends with a block: every split that a window computes passes, also by older claims, and no tampered one does. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimal,
  decimalOf,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { allocate } from '../../../../shared/domain/block/allocate.ts'
import type { BlockMethod } from '../../../../shared/domain/block/blockMethods.ts'
import type { BlockSplit } from '../../../../shared/domain/block/blockRecord.ts'
import { NO_ROTATION } from '../../../../shared/domain/block/rotation.ts'
import { claimKey, foldClaims, type ClaimBook } from '../../../../shared/domain/block/shares/claims.ts'
import { whyNoSplit, type SentSplit } from '../../../../shared/domain/block/shares/whyNoSplit.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'

const LOT = '0.5' as DecimalText
const KEY = claimKey('BTCUSDC_PERP', 'buy')
const text = (value: string) => value as DecimalText
const codeOf = (n: number) => `C${1000 + n}` as CustomerCode

interface Asked {
  readonly method: BlockMethod
  readonly lots: number
  /** By customer. A customer of weight 0 takes no part; one below 0 has that weight and drops out. */
  readonly weights: readonly number[]
}

/** What a window sends for a block; null where it sends none. */
function sentBy({ method, lots, weights }: Asked, claims: ClaimBook): SentSplit | null {
  const made = allocate({
    method,
    side: 'buy',
    parent: (BigInt(lots) * decimal(LOT)) as Decimal,
    lot: decimal(LOT),
    rotation: NO_ROTATION,
    claims: claims.get(KEY) ?? null,
    rows: weights.map((weight, n) => ({
      customerCode: codeOf(n),
      measure: decimalOf(Math.abs(weight)),
      why: null,
      out: weight <= 0 ? 'it is left out' : null,
    })),
  })
  if (!made.ok || made.value.rows.length < 2) return null
  const { rows, shares, whole, weights: all, move } = made.value
  return {
    method,
    rotation: move,
    rows: rows.map(({ customerCode, amount }) => ({ customerCode, amount: toText(amount) })),
    split: {
      lot: LOT,
      tick: null,
      whole: whole && toText(whole),
      weights: all && toText(all),
      shares: shares.map(({ customerCode, weight }) => ({ customerCode, weight: toText(weight) })),
    },
  }
}

/** The claims after a block. */
function after(claims: ClaimBook, { rows, split }: SentSplit): ClaimBook {
  const next = new Map(claims)
  const plan = { rows, split, draft: { symbol: 'BTCUSDC_PERP', side: 'buy' } }
  foldClaims(next, undefined, { plan } as never)
  return next
}

const asked: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({
    method: fc.constantFrom<BlockMethod>('equal', 'ratio', 'equity', 'freeMargin'),
    lots: fc.integer({ min: 1, max: 60 }),
    weights: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 2, maxLength: 12 }),
  }),
  fc.record({
    method: fc.constant<BlockMethod>('percent'),
    lots: fc.integer({ min: 1, max: 60 }),
    weights: fc.constantFrom([50, 30, 20], [33, 33, 34], [60, -25, 15], [1, 2, 3, 94], [10, 10, 30, -50]),
  }),
)

describe('a split that a window computes', () => {
  it('passes in any series of blocks, also where another block went out after it was sized', () => {
    let splits = 0
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 8 }), (blocks) => {
        let claims: ClaimBook = new Map()
        let older = claims
        for (const each of blocks) {
          const found = [claims, older].map((seen) => {
            const made = sentBy(each, seen)
            return made && whyNoSplit(made, LOT, claims.get(KEY) ?? null)
          })
          expect([found, each]).toEqual([[null, null], each])
          const sent = sentBy(each, claims)
          if (!sent) continue
          splits++
          older = claims
          claims = after(claims, sent)
        }
      }),
      { numRuns: 300 },
    )
    expect(splits).toBeGreaterThan(300)
  })

  it('passes where each customer has an amount of its own', () => {
    expect(
      whyNoSplit(sentBy({ method: 'list', lots: 1, weights: [2, 3] }, new Map()) ?? ({} as never), LOT, null),
    ).toBeNull()
  })
})

describe('a tampered split', () => {
  const fair = (method: BlockMethod = 'ratio') => {
    const sent = sentBy({ method, lots: 9, weights: method === 'percent' ? [60, 40] : [2, 1, 6] }, new Map())
    if (!sent?.split) throw new Error('no split was made')
    return { ...sent, split: sent.split }
  }
  const withSplit = (split: Partial<BlockSplit>) => ({ ...fair(), split: { ...fair().split, ...split } })
  const shares = (...weights: readonly string[]) =>
    weights.map((weight, n) => ({ customerCode: codeOf(n), weight: text(weight) }))
  const NEXT =
    'The sizes in this sheet do not fit the block any more. Press Alt R to take them anew, then send the block again.'

  it.each<readonly [string, SentSplit]>([
    ['Lot: the split has 0.1, and the lot of the instrument is 0.5.', withSplit({ lot: text('0.1') })],
    ['Amount: the split shares 4.6, which is no multiple of the lot 0.5.', withSplit({ whole: text('4.6') })],
    ['Amount: the split shares nothing, which is no multiple of the lot 0.5.', withSplit({ whole: null })],
    ['Amount: the rows do not add up to the amount that the split shares.', withSplit({ whole: text('5') })],
    ['Weight: the split names no sum of the weights.', withSplit({ weights: null })],
    ['Weight: the weights of the split do not add up to its sum.', withSplit({ weights: text('10') })],
    ['Weight: C1000 has -2, which is not above 0.', withSplit({ shares: shares('-2', '5', '6') })],
    [
      'Weight: the split names C1000 twice.',
      withSplit({ shares: [...shares('2', '1', '6').slice(0, 2), ...shares('6')] }),
    ],
    [
      'Customer: C1002 has no weight in the split.',
      withSplit({ weights: text('3'), shares: shares('2', '1') }),
    ],
    [
      'Amount: that of C1000 does not fit its weight in the split.',
      withSplit({ weights: text('9'), shares: shares('7', '1', '1') }),
    ],
    [
      'Weight: the block is split equally, and the weights of the split differ.',
      { ...fair(), method: 'equal' },
    ],
    ['Weight: the percents of the split do not total 100.', { ...fair(), method: 'percent' }],
    ['Split: the block names no known way to split.', { ...fair(), method: 'mine' }],
    [
      'Split: this way gives each customer an amount of its own, and the split shares an amount.',
      { ...fair(), method: 'list' },
    ],
    [
      'Turn: C1009 has no row in the block.',
      { ...fair(), rotation: { first: null, extra: null, served: [codeOf(9)] } },
    ],
  ])('is refused: %s', (sentence, sent) => {
    expect(whyNoSplit(sent, LOT, null)).toBe(`${NEXT} ${sentence}`)
  })

  it('is refused where lots moved from one customer to another, and percents went to nobody', () => {
    const { rows, ...rest } = fair()
    const moved = rows.map((row) => ({
      ...row,
      amount: text({ C1000: '3', C1001: '0.5', C1002: '1' }[row.customerCode as string] ?? ''),
    }))
    expect(whyNoSplit({ ...rest, rows: moved }, LOT, null)).toMatch(/Amount: that of C100[02] does not fit/)
    const percent = fair('percent')
    expect(whyNoSplit(percent, LOT, null)).toBeNull()
    const less = percent.rows.map((row) => ({ ...row, amount: LOT }))
    expect(whyNoSplit({ ...percent, rows: less }, LOT, null)).toMatch(/Amount: the rows do not add up/)
  })

  it('is none where the block has no split: it then owes nobody', () => {
    const { split: _, ...without } = fair()
    expect(whyNoSplit(without, LOT, null)).toBeNull()
  })
})
