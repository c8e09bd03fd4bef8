/** An order for a customer who was filled where another was not: that the warning before the send names whom the report lists, and when it stops. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENDED_COUNTS, favoredAgain, leftBeside } from '../../../../shared/domain/conflicts/favoredAgain.ts'
import type { UnfilledOrder } from '../../../../shared/domain/conflicts/conflictReport.ts'
import { isFilled, isOpenQuestion, oneSidedFills } from '../../../../shared/domain/conflicts/oneSidedFills.ts'
import { SERIES_GAP, sentAt } from '../../../../shared/domain/conflicts/orderSeries.ts'
import { neverRead, unseenIn } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Side } from '../../../../shared/domain/scalars.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'
import { BTC, NOW, draftOf, text } from '../limitStage.ts'

const code = (n: number) => `K00${n}` as CustomerCode
const BUY = { symbol: BTC, side: 'buy' as const }
const NOBODY: ReadonlySet<CustomerCode> = new Set()

type Outcome = 'filled' | 'part' | 'live' | 'canceled' | 'unknown'
const OUTCOMES: Readonly<Record<Outcome, Partial<Order>>> = {
  filled: { phase: 'closed', status: 'filled', filledAmount: text('2'), filledQuote: text('2000') },
  part: { status: 'partially_filled', filledAmount: text('1'), filledQuote: text('1000') },
  live: {},
  canceled: { phase: 'closed', status: 'canceled' },
  unknown: { phase: 'unresolved', status: null },
}

interface Sent {
  readonly customer: number
  /** Ms. */
  readonly at: number
  readonly outcome: Outcome
  readonly side?: Side
  readonly row?: number | null
}

const orderOf = ({ customer, at, outcome, side = 'buy', row = null }: Sent, id: number): Order => ({
  ...venueOrder(
    draftOf({ customerCode: code(customer), side, limitPrice: text('1000') }),
    `o${id}`,
    NOW + at,
  ),
  execution: {
    arrival: { mid: null, why: 'not read' },
    sentAt: NOW + at,
    firstFillAt: null,
    lastFillAt: null,
  },
  ...OUTCOMES[outcome],
  ...(row === null ? {} : { block: { id: 'B1', row, count: 3, attempt: 1 } }),
})

const history = (...sent: readonly Sent[]): readonly Order[] => sent.map(orderOf)
const namedBeside = (orders: readonly Order[], customer: number, at: number, together = NOBODY) =>
  leftBeside(orders, BUY, NOW + at)(code(customer), together).unfilled.map(({ customerCode }) => customerCode)

describe('the warning before the send and the report', () => {
  const sent = fc.record({
    customer: fc.integer({ min: 1, max: 4 }),
    at: fc.integer({ min: 0, max: 12 * SERIES_GAP }),
    outcome: fc.constantFrom<Outcome>('filled', 'part', 'live', 'canceled', 'unknown'),
    side: fc.constantFrom<Side>('buy', 'buy', 'buy', 'sell'),
    row: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 5 }),
  })

  it('name the same customers, but for those who were filled since or whose order ended long ago', () => {
    const found = { named: 0, settled: 0 }
    fc.assert(
      fc.property(
        fc.array(sent, { minLength: 2, maxLength: 14 }),
        fc.integer({ min: 0, max: 2 * ENDED_COUNTS }),
        (sends, pause) => {
          // A block has one side.
          const orders = history(
            ...sends.map((each) => (each.row === null ? each : { ...each, side: 'buy' as const })),
          )
          const at = Math.max(...sends.map((each) => each.at)) + pause
          const rows = oneSidedFills(orders, () => true).filter(({ side }) => side === 'buy')
          const isLeft = (order: Order) =>
            (order.status === 'open' || NOW + at - order.createdAt <= ENDED_COUNTS) &&
            orders.every(
              (later) =>
                later.customerCode !== order.customerCode ||
                later.side !== 'buy' ||
                later.createdAt < order.createdAt ||
                later.status === 'open' ||
                later.status === 'canceled',
            )
          for (const customer of [1, 2, 3, 4]) {
            const listed = rows
              .filter((row) => row.filled.some(({ customerCode }) => customerCode === code(customer)))
              .flatMap(({ unfilled }) => unfilled)
            const left = listed.filter(({ referenceId }) =>
              isLeft(orders.find((order) => order.referenceId === referenceId)!),
            )
            const named = new Set(namedBeside(orders, customer, at))
            expect(named).toEqual(new Set(left.map(({ customerCode }) => customerCode)))
            found.named += named.size
            found.settled += listed.length - left.length
          }
        },
      ),
      { numRuns: 500 },
    )
    expect(Math.min(found.named, found.settled)).toBeGreaterThan(100)
  })
})

/** The same answer, made anew for each customer and each order: slow and plain. */
function plainlyBeside(all: readonly Order[], now: number, customer: CustomerCode, together: typeof NOBODY) {
  const own = all.filter(({ symbol, side }) => symbol === BUY.symbol && side === BUY.side)
  const stateOf = ({ customerCode, referenceId, isLive }: UnfilledOrder) => {
    const order = own.find((each) => each.referenceId === referenceId)!
    if (!isLive && now - sentAt(order) > ENDED_COUNTS) return 'settled'
    const later = own.filter((each) => each.customerCode === customerCode && sentAt(each) >= sentAt(order))
    if (later.some(isFilled)) return 'settled'
    return later.some(isOpenQuestion) ? 'unsure' : 'left'
  }
  const rows = oneSidedFills(own, () => true).filter(({ filled }) =>
    filled.some(({ customerCode }) => customerCode === customer),
  )
  const others = rows.flatMap(({ unfilled, blockId }) =>
    unfilled
      .filter(({ customerCode }) => !together.has(customerCode))
      .map((order) => ({ order: { ...order, blockId }, state: stateOf(order) })),
  )
  const left = others.filter(({ state }) => state === 'left')
  return {
    unfilled: [...new Map(left.map(({ order }) => [order.customerCode, order])).values()],
    isUnsure: rows.some(({ unknown }) => unknown > 0) || others.some(({ state }) => state === 'unsure'),
  }
}

describe('the customers left beside another', () => {
  const sent = fc.record({
    customer: fc.integer({ min: 1, max: 5 }),
    // Orders of one customer may have the same time.
    at: fc.integer({ min: 0, max: 6 }).map((n) => n * (SERIES_GAP / 2)),
    outcome: fc.constantFrom<Outcome>('filled', 'part', 'live', 'canceled', 'unknown'),
    row: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
  })

  it('are those that a plain reading of the same orders finds for each customer', () => {
    const found = { left: 0, unsure: 0, alone: 0 }
    fc.assert(
      fc.property(
        fc.array(sent, { minLength: 2, maxLength: 16 }),
        fc.integer({ min: 0, max: 2 * ENDED_COUNTS }),
        fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
        (sends, pause, together) => {
          const orders = history(...sends)
          const now = NOW + Math.max(...sends.map(({ at }) => at)) + pause
          const beside = leftBeside(orders, BUY, now)
          const act = new Set(together.map(code))
          for (const customer of [1, 2, 3, 4, 5].map(code)) {
            const answer = beside(customer, act)
            expect(answer).toEqual(plainlyBeside(orders, now, customer, act))
            found[answer.isUnsure ? 'unsure' : answer.unfilled.length > 0 ? 'left' : 'alone']++
          }
        },
      ),
      { numRuns: 500 },
    )
    expect(Math.min(found.left, found.unsure, found.alone)).toBeGreaterThan(100)
  })

  it('are found with a few looks at each order, for many customers as for few', () => {
    const looksAtEach = (customers: number): number => {
      let looks = 0
      const orders = Array.from({ length: customers }, (_, n) => {
        const outcome = n % 2 === 0 ? 'filled' : 'live'
        const order = orderOf({ customer: n, at: n, outcome, row: n }, n)
        const counted = <T>(value: T) => ({ enumerable: true, get: () => (looks++, value) })
        return Object.defineProperties(
          { ...order },
          { filledAmount: counted(order.filledAmount), customerCode: counted(order.customerCode) },
        )
      })
      const beside = leftBeside(orders, BUY, NOW + customers)
      for (let n = 0; n < customers; n++)
        expect(beside(code(n), NOBODY).unfilled).toHaveLength(n % 2 === 0 ? customers / 2 : 0)
      return looks / customers
    }
    expect(looksAtEach(80)).toBeLessThan(1.1 * looksAtEach(20))
  })
})

describe('a customer without a fill', () => {
  const filled = { customer: 1, at: 0, outcome: 'filled' } as const
  const left = (outcome: Outcome) => ({ customer: 2, at: 1_000, outcome }) as const

  it('who is live is named as long as the order lives, and one that ended for ten minutes', () => {
    const [live, ended] = [history(filled, left('live')), history(filled, left('canceled'))]
    expect(namedBeside(live, 1, 86_400_000)).toEqual([code(2)])
    expect(namedBeside(ended, 1, 1_000 + ENDED_COUNTS)).toEqual([code(2)])
    expect(namedBeside(ended, 1, 1_001 + ENDED_COUNTS)).toEqual([])
  })

  it('is named for no other customer, no other side and no other instrument', () => {
    const orders = history(filled, left('live'))
    expect(namedBeside(orders, 3, 2_000)).toEqual([])
    expect(namedBeside(orders, 2, 2_000)).toEqual([])
    const sells = leftBeside(orders, { symbol: BTC, side: 'sell' }, NOW)(code(1), NOBODY)
    expect(sells.unfilled).toEqual([])
  })

  it('whose order is part of the same act is not named', () => {
    expect(namedBeside(history(filled, left('live')), 1, 2_000, new Set([code(1), code(2)]))).toEqual([])
  })

  it('of unknown outcome is not named, and the sentence says that nobody knows', () => {
    const orders = history(filled, left('live'), { customer: 3, at: 2_000, outcome: 'unknown' })
    expect(namedBeside(orders, 1, 3_000)).toEqual([code(2)])
    expect(namedBeside(history(filled, left('unknown')), 1, 3_000)).toEqual([])
    const beside = leftBeside(orders, BUY, NOW)(code(1), NOBODY)
    expect(favoredAgain(beside, draftOf({ customerCode: code(1) }), unseenIn([]))?.words).toMatch(
      /It is not known whether further customers of these series and blocks were filled\./,
    )
  })
})

describe('the sentence', () => {
  const words = (orders: readonly Order[], unseen = unseenIn([])) =>
    favoredAgain(leftBeside(orders, BUY, NOW)(code(1), NOBODY), draftOf({ customerCode: code(1) }), unseen)
      ?.words

  it('names the order that got no fill, where it was, and how many more there are', () => {
    const series = history(
      { customer: 1, at: 0, outcome: 'filled' },
      { customer: 2, at: 1, outcome: 'live' },
      { customer: 3, at: 2, outcome: 'canceled' },
    )
    expect(words(series)).toBe(
      'K001 was filled, and K002 was not: its buy of 2 at 1,000 in the same series is live. 1 more customer was not filled beside K001. Before you send for K001 again, look at that order.',
    )
    const block = history(
      { customer: 1, at: 0, outcome: 'filled', row: 1 },
      { customer: 2, at: 1, outcome: 'canceled', row: 2 },
    )
    expect(words(block)).toBe(
      'K001 was filled, and K002 was not: its buy of 2 at 1,000 in block B1 ended. Before you send for K001 again, consider an order for K002.',
    )
  })

  it('says where the open orders of such a customer are not read whole', () => {
    const orders = history({ customer: 1, at: 0, outcome: 'filled' }, { customer: 2, at: 1, outcome: 'live' })
    const unseen = { lists: [neverRead(code(2)), neverRead(code(4))], customers: null }
    expect(words(orders, unseen)).toMatch(
      /The open orders of 1 of these customers are not read whole, so a fill may be missing here\. Before you send/,
    )
  })
})
