import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimal } from '../../../../shared/base/decimal.ts'
import {
  customersOfSeries,
  judgeSeries,
  orderSeries,
  SERIES_GAP,
} from '../../../../shared/domain/conflicts/orderSeries.ts'
import { SAME_NEWS, tradedAheadOf as partsOf } from '../../../../shared/domain/conflicts/tradedAhead.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'
import { draftOf, NOW, text } from '../limitStage.ts'

const tradedAheadOf = (orders: readonly Order[]) => [...partsOf(orders)].flat()

const code = (n: number) => `K00${n}` as CustomerCode

/** An order that customer `n` sent `after` ms. */
const sent = (n: number, after: number, more: Partial<Order> = {}): Order =>
  venueOrder(draftOf({ customerCode: code(n), limitPrice: text('1000') }), `o${n}-${after}`, NOW + after, {
    execution: {
      arrival: { mid: null, why: 'not read' },
      sentAt: NOW + after,
      firstFillAt: null,
      lastFillAt: null,
    },
    ...more,
  })

/** The same, filled at a price `at` ms. */
const filled = (n: number, after: number, price: string, at: number): Order => {
  const order = sent(n, after)
  return {
    ...order,
    phase: 'closed',
    status: 'filled',
    filledAmount: text('2'),
    filledQuote: text(String(2 * Number(price))),
    execution: { ...order.execution!, firstFillAt: NOW + at, lastFillAt: NOW + at },
  }
}

const customersOf = (series: readonly (readonly Order[])[]) =>
  series.map((each) => each.map(({ customerCode }) => customerCode))

it('a series ends with a pause, with a customer’s second order, and needs two customers', () => {
  expect(customersOf(orderSeries([sent(1, 0), sent(2, SERIES_GAP), sent(3, 2 * SERIES_GAP + 1)]))).toEqual([
    [code(1), code(2)],
  ])
  expect(customersOf(orderSeries([sent(1, 0), sent(2, 1), sent(1, 2), sent(3, 3)]))).toEqual([
    [code(1), code(2)],
    [code(1), code(3)],
  ])
})

it('a series holds one side of one instrument, and no order of a block, of a scale, of a bracket or one that never left', () => {
  const unsent = sent(2, 1, { execution: { ...sent(2, 1).execution!, sentAt: null } })
  const others = [
    sent(2, 1, { side: 'sell' }),
    sent(2, 1, { legOf: sent(3, 0).referenceId }),
    sent(2, 1, { block: { id: 'B1', row: 1 } as unknown as NonNullable<Order['block']> }),
    unsent,
  ]
  for (const other of others) expect(orderSeries([sent(1, 0), other])).toEqual([])
})

it('orders of two dealers make two series, and each is judged under its dealer’s name', () => {
  const dealtBy = (dealer: string) => ({ dealer })
  const orders = [
    sent(1, 0, dealtBy('A. Okafor')),
    sent(2, 1, dealtBy('J. Smith')),
    sent(1, 2, dealtBy('J. Smith')),
    sent(2, 3, dealtBy('A. Okafor')),
  ]
  const series = orderSeries(orders)
  expect(customersOf(series)).toEqual([
    [code(1), code(2)],
    [code(2), code(1)],
  ])
  const firstOf = customersOfSeries(series.map((each) => judgeSeries(each, null)))
    .filter(({ first }) => first === 1)
    .map(({ dealer, customerCode }) => [dealer, customerCode])
  expect(firstOf).toEqual([
    ['A. Okafor', code(1)],
    ['J. Smith', code(2)],
  ])
})

it('the series of a dealer are those that the dealer’s orders make alone', () => {
  const dealers = [undefined, null, 'A. Okafor', 'J. Smith'] as const
  const desks = fc.array(
    fc.record({
      customer: fc.integer({ min: 1, max: 4 }),
      after: fc.integer({ min: 0, max: 4 * SERIES_GAP }),
      dealer: fc.constantFrom(...dealers),
    }),
    { maxLength: 14 },
  )
  const sortedIds = (series: readonly (readonly Order[])[]) =>
    series.map((each) => each.map(({ referenceId }) => referenceId).join(' ')).toSorted()
  fc.assert(
    fc.property(desks, (desk) => {
      const orders = desk.map(({ customer, after, dealer }, n) => ({
        ...sent(customer, after, dealer === undefined ? {} : { dealer }),
        referenceId: `o${n}` as Order['referenceId'],
      }))
      const alone = [null, 'A. Okafor', 'J. Smith'].flatMap((dealer) =>
        orderSeries(orders.filter((order) => (order.dealer ?? null) === dealer)),
      )
      expect(sortedIds(orderSeries(orders))).toEqual(sortedIds(alone))
    }),
  )
})

it('nobody stands out of fewer than five series', () => {
  const series = (count: number) =>
    customersOfSeries(
      Array.from({ length: count }, () =>
        judgeSeries([filled(1, 0, '999', 10), filled(2, 1, '1001', 11)], decimal('0.1')),
      ),
    )
  expect(series(4).map(({ standsOut }) => standsOut)).toEqual([[], []])
  expect(series(5)[0]).toMatchObject({ customerCode: code(1), first: 5, standsOut: ['first', 'price'] })
})

it.each([
  ['beyond', '1001', 0],
  ['at', '1000', 1],
  ['within', '999', 1],
])('a buy that fills %s the limit of an older buy', (_words, price, count) => {
  expect(tradedAheadOf([sent(1, 0), filled(2, 10, price, 5_000)])).toHaveLength(count)
})

it('the older order must have waited on: one that ended within the same news did not', () => {
  const together = filled(1, 0, '1000', 5_000 + SAME_NEWS)
  const later = filled(1, 0, '1000', 5_001 + SAME_NEWS)
  expect(tradedAheadOf([together, filled(2, 10, '1000', 5_000)])).toEqual([])
  expect(tradedAheadOf([later, filled(2, 10, '1000', 5_000)])).toHaveLength(1)
})

it.each<readonly [string, Partial<Order>]>([
  ['was refused by the venue', { phase: 'rejected' }],
  ['never arrived there', { phase: 'dead' }],
  ['is of unknown outcome', { phase: 'unknown', status: null }],
])('an order that %s is not said to have waited', (_words, more) => {
  const other = sent(1, 0, { ...more, updatedAt: NOW + 60_000 })
  expect(tradedAheadOf([other, filled(2, 10, '1000', 5_000)])).toEqual([])
})

it('an order that was canceled after a part of its fills waited until it was canceled', () => {
  const part = filled(1, 0, '1000', 1_000)
  const canceled = (at: number): Order => ({
    ...part,
    status: 'canceled',
    filledAmount: text('1'),
    updatedAt: NOW + at,
  })
  const fill = filled(2, 10, '1000', 5_000)
  expect(tradedAheadOf([canceled(60_000), fill])).toHaveLength(1)
  expect(tradedAheadOf([canceled(5_500), fill])).toEqual([])
})

it('counts further customers, and names the one who waited longest', () => {
  const [found] = tradedAheadOf([sent(2, 5), sent(1, 0), sent(3, 6), filled(4, 10, '1000', 5_000)])
  expect(found).toMatchObject({ customerCode: code(4), waiting: { customerCode: code(1) }, more: 2 })
})

it('an order behind a trigger, of the same customer or younger was not gone ahead of', () => {
  const fill = filled(4, 10, '1000', 5_000)
  const others = [sent(1, 0, { triggerPrice: text('990') }), sent(4, 0), sent(1, 11)]
  expect(tradedAheadOf([...others, fill])).toEqual([])
})

it('over many orders finds what a comparison of every two of them finds', () => {
  const orders = Array.from({ length: 120 }, (_, n) =>
    n % 2 === 0
      ? filled(n % 7, 10 * n, String(995 + (n % 11)), 10 * n + 500 * (n % 13))
      : sent(n % 5, 10 * n, { limitPrice: text(String(990 + (n % 17))) }),
  )
  const expected = orders
    .filter((fill) => orders.some((other) => other !== fill && isAhead(fill, other)))
    .map(({ referenceId }) => referenceId)
  const found = tradedAheadOf(orders).map(({ referenceId }) => referenceId)
  expect(found.toSorted()).toEqual(expected.toSorted())
  expect(found.length).toBeGreaterThan(20)
})

const isAhead = (fill: Order, other: Order): boolean =>
  tradedAheadOf([other, fill]).some(({ referenceId }) => referenceId === fill.referenceId)

it('comes in parts, so that the core can do something else between two', () => {
  const resting = Array.from({ length: 400 }, (_, n) => sent(1, n))
  const fills = Array.from({ length: 40 }, (_, n) => filled(2, 500 + n, '1000', 1_000 + n))
  expect([...partsOf([...resting, ...fills])].length).toBeGreaterThan(3)
})
