import fc from 'fast-check'
import { expect, it } from 'vitest'
import { oneSidedFills } from '../../../../shared/domain/conflicts/oneSidedFills.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'
import { draftOf, NOW, text } from '../limitStage.ts'

const code = (n: number) => `K00${n}` as CustomerCode

type Outcome = 'filled' | 'live' | 'canceled' | 'unknown'
const OUTCOMES: Readonly<Record<Outcome, Partial<Order>>> = {
  filled: { phase: 'closed', status: 'filled', filledAmount: text('2'), filledQuote: text('2000') },
  live: {},
  canceled: { phase: 'closed', status: 'canceled' },
  unknown: { phase: 'unresolved', status: null },
}

let made = 0
const orderOf = (customer: number, outcome: Outcome, more: Partial<Order> = {}): Order => {
  const at = NOW + ++made
  return venueOrder(draftOf({ customerCode: code(customer), limitPrice: text('1000') }), `o${made}`, at, {
    execution: { arrival: { mid: null, why: 'not read' }, sentAt: at, firstFillAt: null, lastFillAt: null },
    ...OUTCOMES[outcome],
    ...more,
  })
}

const row = (customer: number, outcome: Outcome, attempt = 1, count = 3): Order =>
  orderOf(customer, outcome, {
    block: { id: 'B1', row: customer, count, attempt },
  })

/** Every block is whole. */
const judged = (orders: readonly Order[]) => oneSidedFills(orders, () => true)

const customersOf = (orders: readonly { readonly customerCode: CustomerCode }[]) =>
  orders.map(({ customerCode }) => customerCode)

it('of a series names the order that filled and the one that did not, and whether that one may fill yet', () => {
  const [a, b, c] = [orderOf(1, 'filled'), orderOf(2, 'live'), orderOf(3, 'canceled')]
  expect(judged([c, b, a])).toEqual([
    {
      at: a.createdAt,
      symbol: a.symbol,
      side: 'buy',
      blockId: null,
      filled: [{ customerCode: code(1), referenceId: a.referenceId, amount: '2' }],
      unfilled: [
        expect.objectContaining({ customerCode: code(2), referenceId: b.referenceId, isLive: true }),
        expect.objectContaining({ customerCode: code(3), referenceId: c.referenceId, isLive: false }),
      ],
      unknown: 0,
      rowsWithoutOrder: 0,
    },
  ])
})

it('takes the orders of two dealers as one series of the desk', () => {
  const orders = [orderOf(1, 'filled', { dealer: 'A. Okafor' }), orderOf(2, 'live', { dealer: 'J. Smith' })]
  expect(judged(orders)).toHaveLength(1)
})

it.each<readonly [string, readonly Order[]]>([
  ['a part of an order is a fill', [orderOf(1, 'filled'), orderOf(2, 'live', { filledAmount: text('1') })]],
  ['an unknown outcome is not called unfilled', [orderOf(1, 'filled'), orderOf(2, 'unknown')]],
  [
    'a status of filled without its amount is an unknown outcome',
    [orderOf(1, 'filled'), orderOf(2, 'filled', { filledAmount: text('0') })],
  ],
  ['nobody filled', [orderOf(1, 'canceled'), orderOf(2, 'live')]],
  ['another side', [orderOf(1, 'filled'), orderOf(2, 'live', { side: 'sell' })]],
  ['one customer alone', [orderOf(1, 'filled')]],
])('lists nothing: %s', (_why, orders) => {
  expect(judged(orders)).toEqual([])
})

it('of a block takes a customer as filled by any attempt, and names the newest attempt of one who was not', () => {
  const second = row(2, 'live', 2)
  const blocks = [row(1, 'canceled', 1), row(2, 'canceled', 1), row(1, 'filled', 2), second]
  const [found] = judged(blocks)
  expect(found).toMatchObject({ blockId: 'B1', rowsWithoutOrder: 1 })
  expect(customersOf(found?.filled ?? [])).toEqual([code(1)])
  expect(found?.unfilled).toMatchObject([{ customerCode: code(2), referenceId: second.referenceId }])
})

it('lists a block whose other row has no order', () => {
  expect(judged([row(1, 'filled', 1, 2)])).toMatchObject([{ unfilled: [], rowsWithoutOrder: 1 }])
})

it.each<readonly [string, readonly Order[]]>([
  ['are only not among the judged ones', [row(1, 'filled')]],
  [
    'were let go, of a customer who may have been filled by one of them',
    [row(1, 'filled'), row(2, 'live', 2)],
  ],
])('lists no block as one-sided whose other orders %s', (_, orders) => {
  expect(oneSidedFills(orders, () => false)).toEqual([])
})

it('of a block that is not whole names who is known to have no fill, and counts the others as unknown', () => {
  expect(oneSidedFills([row(1, 'filled'), row(2, 'canceled')], () => false)).toMatchObject([
    { unfilled: [{ customerCode: code(2) }], unknown: 1, rowsWithoutOrder: 0 },
  ])
})

it('lists a block if and only if one customer has a fill and another is proven to have none', () => {
  const rows = fc.array(
    fc.record({
      customer: fc.integer({ min: 1, max: 5 }),
      outcome: fc.constantFrom<Outcome>('filled', 'live', 'canceled', 'unknown'),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(rows, (attempts) => {
      const customers = [...new Set(attempts.map(({ customer }) => customer))]
      const outcomesOf = (one: number) =>
        attempts.flatMap(({ customer, outcome }) => (customer === one ? outcome : []))
      const filled = customers.filter((one) => outcomesOf(one).includes('filled'))
      const unfilled = customers.filter((one) =>
        outcomesOf(one).every((outcome) => outcome === 'live' || outcome === 'canceled'),
      )
      const found = judged(
        attempts.map(({ customer, outcome }, at) => row(customer, outcome, at + 1, customers.length)),
      )
      const isOneSided = filled.length > 0 && unfilled.length > 0
      expect(found).toHaveLength(isOneSided ? 1 : 0)
      if (!isOneSided) return
      expect(customersOf(found[0]?.filled ?? []).toSorted()).toEqual(filled.map(code).toSorted())
      expect(customersOf(found[0]?.unfilled ?? []).toSorted()).toEqual(unfilled.map(code).toSorted())
      expect(found[0]?.unknown).toBe(customers.length - filled.length - unfilled.length)
    }),
  )
})
