/** Fills ahead of older orders: that the report afterwards and the warning before mean the same orders, and from when an amended order counts. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MatchingBook } from '../../../../electron/paper/exchange/matchingBook.ts'
import { tradedAheadOf } from '../../../../shared/domain/conflicts/tradedAhead.ts'
import { aheadOf, standingOrders } from '../../../../shared/domain/limits/crossing.ts'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Side } from '../../../../shared/domain/scalars.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'
import { BTC, NOW, draftOf, marketDraft, text } from '../limitStage.ts'

const code = (n: number) => `K00${n}` as CustomerCode
const PRICES = Array.from({ length: 21 }, (_, n) => 90 + n)
const ANY_PRICE = { buy: 1_000, sell: 1 }

/** An order of this desk, sent at a time. */
const sentAt = (at: number, draft: OrderDraft, id: string, more: Partial<Order> = {}): Order =>
  venueOrder(draft, id, at, {
    execution: { arrival: { mid: null, why: 'not read' }, sentAt: at, firstFillAt: null, lastFillAt: null },
    ...more,
  })

/** The same, filled at a price. */
function filledAt(order: Order, at: number, price: number): Order {
  const amount = Number(order.amount)
  return {
    ...order,
    phase: 'closed',
    status: 'filled',
    filledAmount: text(String(amount)),
    filledQuote: text(String(amount * price)),
    execution: { ...order.execution!, firstFillAt: at, lastFillAt: at },
    updatedAt: at,
  }
}

const report = (orders: readonly Order[], pricedAt?: (order: Order) => number | null) =>
  [...tradedAheadOf(orders, pricedAt)].flat()

/** Whether the broker's own matching fills the new order before the older one. */
function isFilledFirst(side: Side, older: number, limit: number): boolean {
  const filled: string[] = []
  const book = new MatchingBook({
    filled: (order) => void filled.push(order.id),
    printed: () => {},
    eaten: () => {},
  })
  book.rest('older', side, older, 1)
  book.rest('new', side, limit, 1)
  book.take(side === 'buy' ? 'sell' : 'buy', 1, null)
  return filled[0] === 'new'
}

/** How an older order stands when the new one is sent, and at the time of the report. */
const KINDS = {
  open: { sent: {}, reported: {} },
  unknown: { sent: { phase: 'unresolved', status: null }, reported: {} },
  canceled: {
    sent: { phase: 'closed', status: 'canceled' },
    reported: { phase: 'closed', status: 'canceled', updatedAt: NOW + 500 },
  },
} as const satisfies Record<string, { sent: Partial<Order>; reported: Partial<Order> }>

describe('the warning before an order is sent and the report after its fill', () => {
  const olderOrders = fc.array(
    fc.record({
      customer: fc.integer({ min: 1, max: 4 }),
      ticks: fc.constantFrom(...PRICES),
      kind: fc.constantFrom(...(['open', 'unknown', 'canceled'] as const)),
    }),
    { maxLength: 8 },
  )

  it('mean the same orders of the same customers', () => {
    let [named, unnamed] = [0, 0]
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        fc.option(fc.constantFrom(...PRICES)),
        olderOrders,
        (side, limit, older) => {
          const draft =
            limit === null
              ? marketDraft({ customerCode: code(1), side })
              : draftOf({ customerCode: code(1), side, limitPrice: text(String(limit)) })
          const reach = limit ?? ANY_PRICE[side]
          const orders = older.map(({ customer, ticks, kind }, n) => {
            const their = draftOf({ customerCode: code(customer), side, limitPrice: text(String(ticks)) })
            return {
              ticks,
              before: sentAt(NOW, their, `o${n}`, KINDS[kind].sent),
              after: sentAt(NOW, their, `o${n}`, KINDS[kind].reported),
            }
          })
          const standing = standingOrders(
            orders.map(({ before }) => before),
            { symbol: BTC, side },
          )
          const warned = new Set(aheadOf(draft, standing).map(({ referenceId }) => referenceId))
          const fillAt = (price: number) => filledAt(sentAt(NOW + 2_000, draft, 'new'), NOW + 9_000, price)
          const reachable = PRICES.filter((price) => (side === 'buy' ? price <= reach : price >= reach))
          for (const { ticks, before, after } of orders) {
            const isListed =
              isFilledFirst(side, ticks, reach) &&
              reachable.some((price) => report([after, fillAt(price)]).length > 0)
            expect([before.referenceId, warned.has(before.referenceId)]).toEqual([
              before.referenceId,
              isListed,
            ])
            if (isListed) named++
            else unnamed++
          }
          // A fill at a price that every order warned of would have accepted.
          const passed = orders.filter(({ before }) => warned.has(before.referenceId))
          if (passed.length === 0) return
          const prices = passed.map(({ ticks }) => ticks)
          const price = side === 'buy' ? Math.min(...prices) : Math.max(...prices)
          const [row] = report([...passed.map(({ after }) => after), fillAt(price)])
          expect(row?.more).toBe(new Set(passed.map(({ before }) => before.customerCode)).size - 1)
        },
      ),
      { numRuns: 300 },
    )
    expect(Math.min(named, unnamed)).toBeGreaterThan(50)
  })

  it('differ where the report has no proof: it leaves out what waited for a trigger', () => {
    const triggered = { triggerPrice: text('99'), status: 'triggered' }
    const older = sentAt(NOW, draftOf({ customerCode: code(2), limitPrice: text('100') }), 'o1', triggered)
    const draft = draftOf({ customerCode: code(1), limitPrice: text('101') })
    expect(aheadOf(draft, standingOrders([older], draft))).toHaveLength(1)
    expect(report([older, filledAt(sentAt(NOW + 2_000, draft, 'new'), NOW + 9_000, 100)])).toEqual([])
  })
})

describe('an amended order that filled', () => {
  const mine = sentAt(NOW, draftOf({ customerCode: code(1), limitPrice: text('1001') }), 'mine')
  const theirs = sentAt(NOW + 1_000, draftOf({ customerCode: code(2), limitPrice: text('1000') }), 'theirs')
  const fill = filledAt(mine, NOW + 5_000, 1_000)
  const amended = (at: number) => (order: Order) => (order.referenceId === mine.referenceId ? NOW + at : null)

  it('is ahead of an order that waited when the amend gave it its price', () => {
    expect(report([theirs, fill], amended(2_000))).toMatchObject([
      { customerCode: code(1), waiting: { customerCode: code(2) } },
    ])
  })

  it.each([
    ['was never amended', () => null],
    ['got its price before the other was sent', amended(500)],
    ['was amended only after it had filled', amended(6_000)],
  ])('is not where it %s', (_words, pricedAt) => {
    expect(report([theirs, fill], pricedAt)).toEqual([])
  })
})
