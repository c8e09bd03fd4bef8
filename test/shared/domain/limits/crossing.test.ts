import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MatchingBook,
  type RestingOrder as Queued,
} from '../../../../electron/paper/exchange/matchingBook.ts'
import { crossedBy, crossWords, standingOrders } from '../../../../shared/domain/limits/crossing.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Side } from '../../../../shared/domain/scalars.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'
import { BTC, C1, C2, ETH, NOW, draftOf, marketDraft, text, walkOf } from '../limitStage.ts'

const resting = (
  id: string,
  side: Side,
  price: string,
  customer: CustomerCode = C2,
  more: Partial<Order> = {},
) =>
  venueOrder(draftOf({ customerCode: customer, side, limitPrice: text(price) }), id, NOW, {
    ...more,
  })

const sells = (live: readonly Order[]) => standingOrders(live, { symbol: BTC, side: 'sell' })
const ids = (orders: readonly Order[]) => orders.map(({ referenceId }) => referenceId as string)

/** The orders that a taker without end fills in the broker's own matching, where nobody else is in the book. */
function filledByMatching(side: Side, limit: number | null, live: readonly { id: string; ticks: number }[]) {
  const filled: string[] = []
  const book = new MatchingBook({
    filled: (order: Queued) => void filled.push(order.id),
    printed: () => {},
    eaten: () => {},
  })
  for (const { id, ticks } of live) book.rest(id, side === 'buy' ? 'sell' : 'buy', ticks, 1)
  book.take(side, 1_000, limit)
  return filled
}

describe('orders of other customers that an order may trade with', () => {
  it('are those that the matching of the broker would fill', () => {
    const books = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 0, max: 99 }).map((n) => `o${n}`),
        ticks: fc.integer({ min: 90, max: 110 }),
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    )
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        fc.option(fc.integer({ min: 88, max: 112 })),
        books,
        (side, limit, book) => {
          const other = side === 'buy' ? 'sell' : 'buy'
          const live = book.map(({ id, ticks }) => resting(id, other, String(ticks)))
          const draft =
            limit === null
              ? marketDraft({ customerCode: C1, side })
              : draftOf({ customerCode: C1, side, limitPrice: text(String(limit)) })
          const found = crossedBy(draft, null, standingOrders(live, { symbol: BTC, side: other }))
          expect(ids(found).toSorted()).toEqual(filledByMatching(side, limit, book).toSorted())
          const prices = found.map(({ limitPrice }) => Number(limitPrice))
          expect(prices).toEqual(prices.toSorted((a, b) => (side === 'buy' ? a - b : b - a)))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('leave out orders of the same customer, of the same side, of another instrument and ended ones', () => {
    const live = [
      resting('own', 'sell', '1000', C1),
      resting('same', 'buy', '1000'),
      resting('eth', 'sell', '1000', C2, { symbol: ETH }),
      resting('done', 'sell', '1000', C2, { phase: 'closed', status: 'filled' }),
    ]
    expect(crossedBy(draftOf({ customerCode: C1, limitPrice: text('1000') }), null, sells(live))).toEqual([])
  })

  it('include an order of unknown outcome, and one behind a trigger only once it was triggered', () => {
    const live = [
      resting('unknown', 'sell', '1000', C2, { phase: 'unresolved', status: null }),
      resting('waits', 'sell', '1000', C2, { triggerPrice: text('990'), status: 'untriggered' }),
      resting('unread', 'sell', '1000', C2, { triggerPrice: text('990'), status: null, phase: 'sent' }),
      resting('went', 'sell', '1000', C2, { triggerPrice: text('990'), status: 'triggered' }),
    ]
    const draft = draftOf({ customerCode: C1, limitPrice: text('1000') })
    expect(ids(crossedBy(draft, null, sells(live)))).toEqual(['unknown', 'went'])
  })

  it('end where the known book fills a market order, and do not where it does not', () => {
    const live = [resting('near', 'sell', '1001'), resting('far', 'sell', '1200')]
    const draft = marketDraft({ customerCode: C1 })
    expect(ids(crossedBy(draft, walkOf('1000', '1002'), sells(live)))).toEqual(['near'])
    expect(ids(crossedBy(draft, walkOf('1000', '1002', false), sells(live)))).toEqual(['near', 'far'])
  })

  it('are not known for an order that has no price before its trigger', () => {
    const draft = draftOf({
      customerCode: C1,
      type: 'stop_loss',
      limitPrice: null,
      triggerPrice: text('1010'),
    })
    expect(crossedBy(draft, null, sells([resting('a', 'sell', '1001')]))).toEqual([])
  })
})

it('says with whom, how much and at which price, and how many more', () => {
  const first = resting('a', 'sell', '62150.5', C2, { amount: text('2') })
  expect(crossWords([])).toBe('')
  expect(crossWords(sells([first]))).toBe(
    `This order may trade with the sell of ${C2}, 2 at 62,150.5: customers of this desk would trade with each other.`,
  )
  expect(crossWords(sells([first, first, first]))).toContain(', and with 2 more orders of other customers:')
  expect(crossWords(sells([{ ...first, amount: null, cashAmount: null }]))).toContain('an unknown amount')
})
