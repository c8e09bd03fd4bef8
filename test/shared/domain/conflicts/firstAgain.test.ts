/** A customer who is first of a series once more: that the warning before the send and the report afterwards count the same series. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SERIES_GAP, firstAgain, orderSeries } from '../../../../shared/domain/conflicts/orderSeries.ts'
import { repeatedPreference } from '../../../../shared/domain/conflicts/preference.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Side } from '../../../../shared/domain/scalars.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'
import { BTC, NOW, draftOf } from '../limitStage.ts'

const code = (n: number) => `K00${n}` as CustomerCode
/** Sent by nobody here. */
const STRANGER = 9

interface Sent {
  readonly customer: number
  /** Ms. */
  readonly at: number
  readonly side: Side
  readonly dealer: string | null
  /** Whether it makes series. */
  readonly isSingle: boolean
}

const orderOf = ({ customer, at, side, dealer, isSingle }: Sent, id: number | string): Order => ({
  ...venueOrder(draftOf({ customerCode: code(customer), side }), `o${id}`, NOW + at),
  dealer,
  execution: {
    arrival: { mid: null, why: 'not read' },
    sentAt: NOW + at,
    firstFillAt: null,
    lastFillAt: null,
  },
  ...(isSingle ? {} : { legOf: 'entry' as ReferenceId }),
})

const sent = fc.record({
  customer: fc.integer({ min: 1, max: 3 }),
  at: fc.integer({ min: 0, max: 8 * SERIES_GAP }),
  side: fc.constantFrom<Side>('buy', 'buy', 'buy', 'sell'),
  dealer: fc.constantFrom(null, 'J. Smith', 'J. Smith', 'J. Smith', 'J. Smith'),
  isSingle: fc.constantFrom(true, true, true, true, false),
})

/** How many of the newest series in a row, of the key of an order, begin with its customer. */
function inReport(orders: readonly Order[], { side, symbol, dealer, customerCode }: Order): number {
  const own = orderSeries(orders).filter(
    ([first]) => first?.side === side && first.symbol === symbol && first.dealer === dealer,
  )
  let count = 0
  for (const [first] of own.toReversed()) {
    if (first?.customerCode !== customerCode) break
    count++
  }
  return count
}

describe('the warning before the send and the report afterwards', () => {
  it('count the same series in a row, and an order that is not first has no warning', () => {
    const found = { first: 0, again: 0, next: 0 }
    fc.assert(
      fc.property(
        fc.array(sent, { minLength: 3, maxLength: 16 }),
        sent,
        fc.integer({ min: 0, max: 2 * SERIES_GAP }),
        (history, draft, pause) => {
          const orders = history.map(orderOf)
          const at = Math.max(0, ...history.map((each) => each.at)) + pause
          const next = orderOf({ ...draft, at, isSingle: true }, 'next')
          const warned = firstAgain(orders, next, NOW + at)
          const follower = orderOf(
            { ...draft, customer: STRANGER, at: at + SERIES_GAP, isSingle: true },
            'after',
          )
          const after = [...orders, next, follower]
          const isFirst = orderSeries(after).some(([first]) => first === next)
          expect(warned !== null).toBe(isFirst)
          if (warned === null) return void found.next++
          expect(warned).toEqual({ before: inReport(orders, next), times: inReport(after, next) })
          if (warned.before > 0) found.again++
          else found.first++
        },
      ),
      { numRuns: 1_000 },
    )
    expect(Math.min(found.first, found.again, found.next)).toBeGreaterThan(50)
  })
})

describe('the sentence', () => {
  const orders = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      [1, 2].map((customer) =>
        orderOf(
          { customer, at: n * 1_000 + customer, side: 'buy', dealer: 'J. Smith', isSingle: true },
          `${n}-${customer}`,
        ),
      ),
    ).flat()
  const words = (count: number, dealer: string | null = 'J. Smith') => {
    const draft = draftOf({ customerCode: code(1) })
    return repeatedPreference(orders(count), draft, dealer, NOW + 10_000)?.words
  }

  it.each([
    [
      0,
      'If you buy for another customer within 60 s, K001 is first of the series. Consider another customer first.',
    ],
    [
      1,
      `J. Smith’s last series of buys for several customers in ${BTC} began with K001. If you buy for another customer within 60 s, K001 is first for the 2nd time in a row. Consider another customer first.`,
    ],
    [
      11,
      `J. Smith’s last 11 series of buys for several customers in ${BTC} began with K001. If you buy for another customer within 60 s, K001 is first for the 12th time in a row. Consider another customer first.`,
    ],
  ])('after %i series in a row names dealer, instrument and count', (count, sentence) => {
    expect(words(count)).toBe(sentence)
  })

  it('counts the series of another dealer for nothing', () => {
    expect(words(3, 'A. Okafor')).toMatch(/^If you buy .* K001 is first of the series\./)
    expect(words(3, null)).toMatch(/^If you buy .* K001 is first of the series\./)
  })
})
