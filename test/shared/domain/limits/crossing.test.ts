import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MatchingBook,
  type RestingOrder as Queued,
} from '../../../../electron/paper/exchange/matchingBook.ts'
import {
  aheadOf,
  aheadWords,
  crossedBy,
  crossWords,
  standingOrders,
  unreadWords,
} from '../../../../shared/domain/limits/crossing.ts'
import { neverRead, unseenIn } from '../../../../shared/domain/orders/openOrderReading.ts'
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

describe('orders of other customers that an order goes ahead of', () => {
  const buys = (live: readonly Order[]) => standingOrders(live, { symbol: BTC, side: 'buy' })
  const buy = draftOf({ customerCode: C1, limitPrice: text('1000') })

  it.each([
    ['buy', ['999.9', '998'], ['1000', '1000.1']],
    ['sell', ['1000.1', '1002'], ['1000', '999.9']],
  ] as const)(
    'of a %s stand at a worse price, the best first; at the same price it waits behind',
    (side, behind, before) => {
      const live = [...before, ...behind.toReversed()].map((price) => resting(price, side, price))
      const draft = draftOf({ customerCode: C1, side, limitPrice: text('1000') })
      expect(ids(aheadOf(draft, standingOrders(live, { symbol: BTC, side })))).toEqual(behind)
    },
  )

  it('are all of its side for a market order, and not known without a price before its trigger', () => {
    const live = [resting('far', 'buy', '500'), resting('near', 'buy', '999')]
    expect(ids(aheadOf(marketDraft({ customerCode: C1 }), buys(live)))).toEqual(['near', 'far'])
    const stop = draftOf({ type: 'stop_loss', limitPrice: null, triggerPrice: text('1010') })
    expect(aheadOf(stop, buys(live))).toEqual([])
  })

  it('leave out the customer’s own, the other side, ended ones, and those that wait for a trigger', () => {
    const live = [
      resting('own', 'buy', '990', C1),
      resting('other side', 'sell', '990'),
      resting('done', 'buy', '990', C2, { phase: 'closed', status: 'canceled' }),
      resting('waits', 'buy', '990', C2, { triggerPrice: text('980'), status: 'untriggered' }),
      resting('unknown', 'buy', '990', C2, { phase: 'unresolved', status: null }),
    ]
    expect(ids(aheadOf(buy, buys(live)))).toEqual(['unknown'])
    expect(aheadOf(buy, sells(live))).toEqual([])
  })

  it('of a row of a block leave out the other rows, and of an amend those that it was ahead of before', () => {
    const tag = { id: 'B1', row: 1, count: 2, attempt: 1 }
    const live = [
      resting('row', 'buy', '999', C2, { block: tag }),
      resting('single', 'buy', '998'),
      resting('other block', 'buy', '997', C2, { block: { ...tag, id: 'B2' } }),
    ]
    expect(ids(aheadOf(buy, buys(live), { amends: null, blockId: 'B1' }))).toEqual(['single', 'other block'])
    const at = (price: string, more: Partial<Order> = {}) => ({
      amends: resting('mine', 'buy', price, C1, more),
      blockId: null,
    })
    expect(ids(aheadOf(buy, buys(live), at('998')))).toEqual(['row', 'single'])
    expect(ids(aheadOf(buy, buys(live), at('1000')))).toEqual([])
    const waiting = { triggerPrice: text('1010'), status: 'untriggered' }
    expect(aheadOf(buy, buys(live), at('1000', waiting))).toHaveLength(3)
  })
})

it('says of whom an order goes ahead, and how many more', () => {
  const first = resting('a', 'buy', '62150.5', C2, { amount: text('2') })
  const passed = standingOrders([first, first], { symbol: BTC, side: 'buy' }).worseThan('any')
  expect(aheadWords([])).toBe('')
  expect(aheadWords(passed)).toBe(
    `This order goes ahead of the buy of ${C2}, 2 at 62,150.5, and of 1 more order of other customers: the venue may fill this order first.`,
  )
})

it('says of how many customers the orders are not read, and nothing where all are', () => {
  const lists = [neverRead(C1), neverRead(C2)]
  expect(unreadWords(unseenIn([]))).toBe('')
  expect(unreadWords(unseenIn(lists))).toBe(
    'The open orders of 2 other customers are not read whole, so there may be more such orders.',
  )
  expect(unreadWords({ lists: [], customers: 'a trade names none' })).toBe(
    'Not every customer of the desk is known, so there may be more such orders.',
  )
})

it('says with whom, how much and at which price, and how many more', () => {
  const first = resting('a', 'sell', '62150.5', C2, { amount: text('2') })
  expect(crossWords([])).toBe('')
  expect(crossWords(sells([first]).reachedAt('any'))).toBe(
    `This order may trade with the sell of ${C2}, 2 at 62,150.5: customers of this desk would trade with each other.`,
  )
  expect(crossWords(sells([first, first, first]).reachedAt('any'))).toContain(
    ', and with 2 more orders of other customers:',
  )
  expect(crossWords(sells([{ ...first, amount: null, cashAmount: null }]).reachedAt('any'))).toContain(
    'an unknown amount',
  )
})
