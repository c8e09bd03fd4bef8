/** Reductions by a percent: what each order closes, what is held back, and that nothing is reduced twice. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  add,
  decimal,
  fromInteger,
  multiply,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import {
  reductionOf,
  remainingSteps,
  whyNotPercent,
  type HeldPosition,
} from '../../../../shared/domain/risk/reduction.ts'
import { code, sym } from '../../../fakes/window/scriptedCore.ts'

const BTC = sym('BTCUSDC_PERP')
const ETH = sym('ETHUSDC_PERP')
const known = (value: string) => ({ value: decimal(value), why: null })
const held = (
  customer: string,
  symbol: typeof BTC,
  size: string,
  more: Partial<HeldPosition> = {},
): HeldPosition => ({
  customerCode: code(customer),
  symbol,
  size: known(size),
  lot: decimal('0.001'),
  mark: decimal('1000'),
  ...more,
})
const half = decimal('50')
/** The steps with these positions now. */
const now = (reduction: ReturnType<typeof reductionOf>, positions: readonly HeldPosition[]) =>
  remainingSteps(
    reduction,
    ({ customerCode, symbol }) =>
      positions.find((each) => each.customerCode === customerCode && each.symbol === symbol) ?? {
        size: known('0'),
        mark: null,
      },
  )

describe('a reduction', () => {
  const positions = [
    held('C1', BTC, '2'),
    held('C2', ETH, '-3'),
    held('C3', BTC, '0.005'),
    held('C4', BTC, '-1'),
  ]

  it('is one step for each instrument and side, the largest first, against each position, in whole lots', () => {
    const { steps } = now(reductionOf(positions, half), positions)
    expect(
      steps.map(({ symbol, side, orders, amount, notional }) => [
        symbol,
        side,
        orders.map((order) => `${order.customerCode} ${toText(order.amount)}`),
        toText(amount),
        notional === null ? null : toText(notional),
      ]),
    ).toEqual([
      [ETH, 'buy', ['C2 1.5'], '1.5', '1500'],
      [BTC, 'sell', ['C1 1', 'C3 0.002'], '1.002', '1002'],
      [BTC, 'buy', ['C4 0.5'], '0.5', '500'],
    ])
  })

  it('never turns a position round, and never closes more than the percent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5_000, max: 5_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (lots, hundredths) => {
          const percent = fromInteger(hundredths, 2)
          const size = fromInteger(lots, 3)
          const [order] = reductionOf([held('C1', BTC, toText(size))], percent).orders
          if (!order) return
          const signed = (order.side === 'buy' ? order.amount : -order.amount) as Decimal
          expect(add(size, signed)).toBe(order.target)
          expect(order.target === 0n || order.target > 0n === size > 0n).toBe(true)
          expect(multiply(order.amount, decimal('100')) <= multiply(absolute(size), percent)).toBe(true)
        },
      ),
    )
  })

  it.each<[string, Partial<HeldPosition>, string]>([
    [
      'is in doubt',
      { size: { value: decimal('2'), why: 'the trades are not read' } },
      'the trades are not read',
    ],
    ['is not known', { size: { value: null, why: null } }, 'the position is not known'],
    ['is flat', { size: known('0') }, 'there is no position'],
    ['has no known lot', { lot: null }, 'the lot of BTCUSDC_PERP is not known'],
    ['is one lot', { size: known('0.001') }, 'that part is less than one lot'],
  ])('holds back a position that %s', (_, more, why) => {
    expect(reductionOf([held('C1', BTC, '2', more)], half)).toMatchObject({
      orders: [],
      heldBack: [{ customerCode: 'C1', symbol: BTC, why }],
    })
  })

  it('takes a percent above 0 and up to 100', () => {
    expect(['0', '-1', '100.01'].map((percent) => whyNotPercent(decimal(percent)))).not.toContain(null)
    expect([whyNotPercent(decimal('0.5')), whyNotPercent(decimal('100'))]).toEqual([null, null])
  })
})

describe('what is left of a reduction', () => {
  const before = [held('C1', BTC, '2'), held('C2', BTC, '2'), held('C3', BTC, '2'), held('C4', ETH, '-2')]
  const reduction = reductionOf(before, half)

  it('is not what was filled, so that the same rows are never reduced twice', () => {
    const after = [held('C1', BTC, '1'), held('C2', BTC, '0.5'), held('C3', BTC, '2'), held('C4', ETH, '-1')]
    const { steps, done, heldBack } = now(reduction, after)
    expect(steps.map(({ orders }) => orders.map(({ customerCode }) => customerCode))).toEqual([['C3']])
    expect([done, heldBack]).toEqual([3, []])
  })

  it('holds back a position that changed and is not as small as wanted', () => {
    const after = [
      held('C1', BTC, '1.5'),
      held('C2', BTC, '5'),
      held('C3', BTC, '-1'),
      held('C4', ETH, '-2.5'),
    ]
    const { steps, done, heldBack } = now(reduction, after)
    expect([steps, done]).toEqual([[], 1])
    expect(heldBack.map(({ customerCode }) => customerCode)).toEqual(['C1', 'C2', 'C4'])
  })

  it('holds back a position that is in doubt by now', () => {
    const doubt = { size: { value: decimal('2'), why: 'the link is lost' } }
    const { heldBack } = now(reduction, [held('C1', BTC, '2', doubt), ...before.slice(1)])
    expect(heldBack).toMatchObject([{ customerCode: 'C1', why: 'the link is lost' }])
  })
})
