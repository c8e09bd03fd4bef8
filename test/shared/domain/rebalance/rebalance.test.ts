/** Properties of a rebalance: distance to the target, direction, one order a customer and instrument, and drop-outs with reasons. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ZERO,
  absolute,
  add,
  decimal,
  isMultiple,
  multiply,
  signOf,
  subtract,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import type { Figure } from '../../../../shared/domain/accounts/customerFigures.ts'
import {
  rebalance,
  type Holding,
  type RebalanceLine,
  type RebalanceRow,
} from '../../../../shared/domain/rebalance/rebalance.ts'
import {
  NO_TOLERANCE,
  changeInLots,
  type RebalanceTarget,
  type Tolerance,
} from '../../../../shared/domain/rebalance/rebalanceTarget.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'

const lot = decimal('0.001')
const lots = (count: bigint | number): Decimal => (BigInt(count) * lot) as Decimal
const sure = (value: Decimal): Figure => ({ value, why: null })
const codeOf = (n: number) => `C${1000 + n}` as CustomerCode
const BTC = 'BTCUSDC_PERP' as Symbol
const ETH = 'ETHUSDC_PERP' as Symbol

const weight = (percent: string): RebalanceTarget => ({ kind: 'weight', percent: decimal(percent) })
const position = (contracts: string): RebalanceTarget => ({ kind: 'position', contracts: decimal(contracts) })

const holding = (n: number, held: string, more: Partial<Holding> = {}): Holding => ({
  customerCode: codeOf(n),
  position: sure(decimal(held)),
  equity: sure(decimal('100000')),
  out: null,
  onlyReducing: null,
  ...more,
})

const line = (target: RebalanceTarget, holdings: readonly Holding[], more: Partial<RebalanceLine> = {}) => ({
  symbol: BTC,
  target,
  lot,
  mark: sure(decimal('50000')),
  holdings,
  ...more,
})

const words = (row: RebalanceRow): string =>
  row.kind === 'trade'
    ? `${row.customerCode} ${row.order.side} ${toText(row.order.amount)} ${row.order.change}`
    : `${row.customerCode} ${row.kind}: ${row.reason}`

const wordsOf = (lines: readonly RebalanceLine[], tolerance: Tolerance = NO_TOLERANCE) =>
  rebalance(lines, tolerance).rows.map(words)

/** Customers with positions on the lot, in two instruments with targets of either kind. */
const anyLines = fc
  .record({
    customers: fc.array(
      fc.record({
        equity: fc.bigInt({ min: 1n, max: 10n ** 9n }),
        held: fc.tuple(fc.bigInt({ min: -9_999n, max: 9_999n }), fc.bigInt({ min: -9_999n, max: 9_999n })),
        isRead: fc.boolean(),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    targets: fc.tuple(
      fc.oneof(
        fc.integer({ min: -50_000, max: 50_000 }).map((n) => weight(`${n / 100}`)),
        fc.integer({ min: -99_999, max: 99_999 }).map((n) => position(`${n / 10_000}`)),
      ),
      fc.integer({ min: -30_000, max: 30_000 }).map((n) => weight(`${n / 100}`)),
    ),
  })
  .map(({ customers, targets }) =>
    [BTC, ETH].map((symbol, at): RebalanceLine => ({
      ...line(targets[at] ?? weight('0'), []),
      symbol,
      holdings: customers.map(({ equity, held, isRead }, n) => ({
        ...holding(n, '0'),
        position: isRead
          ? sure(lots(held[at] ?? 0n))
          : { value: lots(held[at] ?? 0n), why: 'its trades are not all read' },
        equity: sure((equity * 10n ** 18n) as Decimal),
      })),
    })),
  )

const anyTolerance: fc.Arbitrary<Tolerance> = fc.oneof(
  fc.constant(NO_TOLERANCE),
  fc.nat(500).map((n): Tolerance => ({ kind: 'lots', lots: decimal(`${n / 10}`) })),
  fc.nat(500).map((n): Tolerance => ({ kind: 'equity', percent: decimal(`${n / 100}`) })),
)

/** The tolerance of one customer in contracts, computed another way than by the code. */
function bandOf(tolerance: Tolerance, { equity }: Holding, { mark }: RebalanceLine): Decimal {
  if (tolerance.kind === 'lots') return multiply(tolerance.lots, lot)
  const value = ((equity.value ?? 0n) * tolerance.percent) / 100n
  return (value / (mark.value ?? 1n)) as Decimal
}

describe('a proposal', () => {
  it('leaves every customer within half a lot of the target, or within the tolerance', () => {
    fc.assert(
      fc.property(anyLines, anyTolerance, (lines, tolerance) => {
        for (const row of rebalance(lines, tolerance).rows) {
          if (row.kind === 'held back') continue
          const target = lines.find(({ symbol }) => symbol === row.symbol)
          const own = target?.holdings.find(({ customerCode }) => customerCode === row.customerCode)
          if (!target || !own || row.target === null || row.held.value === null) throw new Error('no row')
          const after = row.kind === 'trade' ? row.order.after : row.held.value
          const away = absolute(subtract(row.target, after))
          const isNear = add(away, away) <= lot
          expect(isNear || (row.kind === 'nothing' && away <= bandOf(tolerance, own, target))).toBe(true)
        }
      }),
    )
  })

  it('never trades away from a target, nor past it into the other direction', () => {
    fc.assert(
      fc.property(anyLines, anyTolerance, (lines, tolerance) => {
        for (const row of rebalance(lines, tolerance).rows) {
          if (row.kind !== 'trade' || row.target === null || row.held.value === null) continue
          const { side, amount, after } = row.order
          expect(signOf(subtract(row.target, row.held.value))).toBe(side === 'buy' ? 1 : -1)
          expect(subtract(after, row.held.value)).toBe(side === 'buy' ? amount : -amount)
          expect(isMultiple(amount, lot) && amount > ZERO).toBe(true)
          expect(absolute(subtract(row.target, after)) < absolute(subtract(row.target, row.held.value))).toBe(
            true,
          )
        }
      }),
    )
  })

  it('has one order for each customer and instrument outside of the tolerance, on one side, and none else', () => {
    fc.assert(
      fc.property(anyLines, anyTolerance, (lines, tolerance) => {
        const { blocks, rows } = rebalance(lines, tolerance)
        const ordered = blocks.flatMap(({ symbol, rows: own }) =>
          own.map(({ customerCode }) => `${customerCode} ${symbol}`),
        )
        expect(new Set(ordered).size).toBe(ordered.length)
        const outside = lines.flatMap((each) =>
          each.holdings.flatMap((own) => {
            const row = rows.find(
              ({ customerCode, symbol }) => customerCode === own.customerCode && symbol === each.symbol,
            )
            if (own.position.why !== null || !row || row.target === null) return []
            const missing = absolute(subtract(row.target, own.position.value ?? ZERO))
            // At half a lot the smaller of two equal changes is no order.
            const isNoLot = add(missing, missing) <= lot
            return isNoLot || missing <= bandOf(tolerance, own, each)
              ? []
              : [`${own.customerCode} ${each.symbol}`]
          }),
        )
        expect(new Set(ordered)).toEqual(new Set(outside))
      }),
    )
  })

  it('has every customer once a line, and its blocks hold exactly its orders', () => {
    fc.assert(
      fc.property(anyLines, anyTolerance, (lines, tolerance) => {
        const { blocks, rows } = rebalance(lines, tolerance)
        expect(rows).toHaveLength(lines.reduce((sum, { holdings }) => sum + holdings.length, 0))
        expect(blocks.flatMap((block) => block.rows)).toHaveLength(
          rows.filter(({ kind }) => kind === 'trade').length,
        )
        for (const { amount, rows: own, symbol, side } of blocks) {
          expect(amount).toBe(own.reduce((sum, { order }) => add(sum, order.amount), ZERO))
          expect(own.every((row) => row.symbol === symbol && row.order.side === side)).toBe(true)
        }
      }),
    )
  })
})

describe('the change in lots', () => {
  it('closes a position on the lot exactly, and one between lots never past zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (raw) => {
        const held = raw as Decimal
        const after = add(held, changeInLots(held, ZERO, lot))
        expect(after === ZERO || !isMultiple(held, lot)).toBe(true)
        expect(absolute(after) < lot).toBe(true)
        expect(after === ZERO || signOf(after) === signOf(held)).toBe(true)
      }),
    )
  })

  it('takes the smaller of two equal changes, whichever way it leads', () => {
    const change = (held: string, target: string) =>
      toText(changeInLots(decimal(held), decimal(target), decimal('1')))
    expect([change('0', '2.5'), change('5', '2.5'), change('0', '-2.5'), change('-5', '-2.5')]).toEqual([
      '2',
      '-2',
      '-2',
      '2',
    ])
    expect(change('0', '2.51')).toBe('3')
  })

  it('does not turn a position between lots round where the target stays on its side', () => {
    expect(toText(changeInLots(decimal('0.9'), decimal('0.1'), decimal('1')))).toBe('0')
    expect(toText(changeInLots(decimal('0.9'), decimal('-0.2'), decimal('1')))).toBe('-1')
  })
})

describe('targets', () => {
  it('a weight is a percent of each equity at the mark; a position is the same for each', () => {
    const two = [holding(1, '0'), holding(2, '0.1', { equity: sure(decimal('30000')) })]
    expect(wordsOf([line(weight('12.5'), two)])).toEqual(['C1001 buy 0.25 opens', 'C1002 sell 0.025 reduces'])
    expect(wordsOf([line(position('-0.05'), two)])).toEqual([
      'C1001 sell 0.05 opens',
      'C1002 sell 0.15 reverses',
    ])
  })

  it('within the tolerance nothing is traded, and at its edge neither', () => {
    const at = (held: string) => [line(position('1'), [holding(1, held)])]
    const two: Tolerance = { kind: 'lots', lots: decimal('2') }
    expect(wordsOf(at('0.998'), two)).toEqual(['C1001 nothing: what is missing is within the tolerance'])
    expect(wordsOf(at('0.997'), two)).toEqual(['C1001 buy 0.003 adds'])
    // 1 % of 100,000 USDC is 0.02 at 50,000.
    const percent: Tolerance = { kind: 'equity', percent: decimal('1') }
    expect(wordsOf(at('0.98'), percent)).toEqual(['C1001 nothing: what is missing is within the tolerance'])
    expect(wordsOf(at('0.979'), percent)).toEqual(['C1001 buy 0.021 adds'])
  })
})

describe('a customer drops out', () => {
  const old: Figure = { value: decimal('50000'), why: 'the mark of BTCUSDC_PERP is old' }

  it('where equity, mark, position or lot are not certain, and is never counted as zero', () => {
    const unknown = { value: null, why: 'the balance is not known' }
    expect(
      wordsOf([
        line(weight('10'), [
          holding(1, '0', { equity: unknown }),
          holding(2, '0', { equity: { value: decimal('5'), why: 'the records differ' } }),
          holding(3, '0', { position: { value: ZERO, why: 'its trades are not all read' } }),
          holding(4, '0', { equity: sure(decimal('-5')) }),
        ]),
      ]),
    ).toEqual([
      'C1001 held back: its equity is not known for certain: the balance is not known',
      'C1002 held back: its equity is not known for certain: the records differ',
      'C1003 held back: its position is not known for certain: its trades are not all read',
      'C1004 held back: it has no equity',
    ])
    expect(wordsOf([line(weight('10'), [holding(1, '0')], { mark: old })])).toEqual([
      'C1001 held back: the mark is not known for certain: the mark of BTCUSDC_PERP is old',
    ])
    expect(wordsOf([line(position('1'), [holding(1, '0')], { lot: null })])).toEqual([
      'C1001 held back: the lot of BTCUSDC_PERP is not known yet',
    ])
  })

  it('but a close needs neither equity nor mark, unless the tolerance does', () => {
    const close = [
      line(weight('0'), [holding(1, '0.3', { equity: { value: null, why: null } })], { mark: old }),
    ]
    expect(wordsOf(close)).toEqual(['C1001 sell 0.3 closes'])
    expect(wordsOf(close, { kind: 'equity', percent: decimal('1') })).toEqual([
      'C1001 held back: its equity is not known for certain',
    ])
  })

  it('where it may only reduce and the order would add; a reduction is proposed', () => {
    const closed = { onlyReducing: 'its group may only close positions' }
    expect(wordsOf([line(position('1'), [holding(1, '0', closed), holding(2, '3', closed)])])).toEqual([
      'C1001 held back: its group may only close positions',
      'C1002 sell 2 reduces',
    ])
  })
})

describe('blocks', () => {
  it('reductions come first, and both sides of one instrument are said to meet', () => {
    const made = rebalance(
      [
        line(position('1'), [holding(1, '0'), holding(2, '4')]),
        { ...line(position('0'), [holding(1, '2'), holding(2, '0')]), symbol: ETH },
      ],
      NO_TOLERANCE,
    )
    expect(made.blocks.map(({ key, meets }) => `${key} ${meets}`)).toEqual([
      'BTCUSDC_PERP sell 1 true',
      'ETHUSDC_PERP sell 1 false',
      'BTCUSDC_PERP buy 1 true',
    ])
  })

  it('a side with more customers than one block can hold is several blocks', () => {
    const many = Array.from({ length: 501 }, (_, n) => holding(n, '0'))
    const { blocks } = rebalance([line(position('1'), many)], NO_TOLERANCE)
    expect(blocks.map(({ rows }) => rows.length)).toEqual([500, 1])
  })

  it('exposure before and after counts what is not known apart', () => {
    const { before, after } = rebalance(
      [
        line(position('1'), [
          holding(1, '-2'),
          holding(2, '4'),
          holding(3, '0', { position: { value: null, why: null } }),
        ]),
      ],
      NO_TOLERANCE,
    )
    const figures = [before.gross, before.net, after.gross, after.net]
    expect(figures.map(({ value }) => toText(value))).toEqual(['300000', '100000', '100000', '100000'])
    expect(figures.map(({ missing }) => missing)).toEqual([1, 1, 1, 1])
  })
})
