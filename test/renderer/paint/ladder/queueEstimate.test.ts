import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownOrders } from '../../../../renderer/paint/ladder/ownOrders.ts'
import {
  NO_QUEUES,
  queueWords,
  withQueues,
  type Queues,
} from '../../../../renderer/paint/ladder/queueEstimate.ts'
import type { BookFrame, BookState } from '../../../../shared/domain/book/bookFrame.ts'
import { HEADER } from '../../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { calm, NOW, orderOf, text, type FrameShape } from '../../panels/ladder/scenes.ts'

const PRICE = 621_475
/** A book whose level at 62,147.5 holds `level` thousandths, of which `traded` were traded so far. */
const bookOf = (level: number, traded = 0, more: FrameShape = {}): BookFrame =>
  calm({
    bids: [[621_490, 1_000], ...(level > 0 ? [[PRICE, level] as const] : []), [621_400, 1_000]],
    volumes: traded > 0 ? [[PRICE, traded]] : [],
    volumeSince: NOW - 60_000,
    ...more,
  })
const mine = orderOf('buy', '62147.5', { amount: text('0.5') })
const fold = (queues: Queues, frame: BookFrame, order: Order = mine, link: BookState = 'live') =>
  withQueues(queues, ownOrders([order], frame[HEADER.rowStep] ?? 5, 1), frame, link, 64)
const aheadOf = (queues: Queues, order: Order = mine) => queues.get(order.referenceId)?.ahead
const LATER = { receivedAt: NOW + 2_000 }

describe('the queue of an own order', () => {
  test('begins with the size at its price, and shrinks with trades there', () => {
    let queues = fold(NO_QUEUES, bookOf(3_000, 100))
    expect(aheadOf(queues)).toBe(3_000)
    queues = fold(queues, bookOf(3_000, 900))
    expect(aheadOf(queues)).toBe(2_200)
    queues = fold(queues, bookOf(3_000, 900))
    expect(aheadOf(queues)).toBe(2_200)
  })

  test('is never more than the others hold there, once the book surely shows the order', () => {
    let queues = fold(NO_QUEUES, bookOf(3_000))
    queues = fold(queues, bookOf(2_600))
    expect(aheadOf(queues)).toBe(2_600)
    queues = fold(queues, bookOf(2_000, 0, LATER))
    expect(aheadOf(queues)).toBe(1_500)
    queues = fold(queues, bookOf(0, 0, LATER))
    expect(aheadOf(queues)).toBe(0)
  })

  test('does not grow when others join behind it', () => {
    expect(aheadOf(fold(fold(NO_QUEUES, bookOf(1_000)), bookOf(9_000, 0, LATER)))).toBe(1_000)
  })

  test('is nothing once the order is filled in part', () => {
    const part = { ...mine, filledAmount: text('0.1') }
    expect(aheadOf(fold(fold(NO_QUEUES, bookOf(3_000)), bookOf(3_000), part))).toBe(0)
  })

  test('of an order that was filled in part and then amended is what rests at its price', () => {
    const part = { ...mine, filledAmount: text('0.1') }
    const filled = fold(fold(NO_QUEUES, bookOf(3_000)), bookOf(3_000), part)
    const amended = { ...part, amount: text('0.9') }
    const anew = fold(fold(filled, bookOf(3_000), amended), bookOf(3_000), amended)
    expect(aheadOf(anew)).toBe(3_000)
    expect(aheadOf(fold(anew, bookOf(3_000), { ...amended, filledAmount: text('0.2') }))).toBe(0)
  })

  test('is unknown for good once the book was in doubt, and begins anew with an amend', () => {
    const seen = fold(NO_QUEUES, bookOf(3_000))
    for (const doubted of [
      fold(seen, bookOf(3_000), mine, 'down'),
      fold(seen, bookOf(3_000, 0, { state: 'suspect' })),
    ]) {
      const after = fold(doubted, bookOf(2_000))
      expect(aheadOf(after)).toBeNull()
      expect(queueWords(after.get(mine.referenceId))).toBe('queue unknown, the book was in doubt since')
      const amended = { ...mine, amount: text('0.9') }
      expect(aheadOf(fold(after, bookOf(2_000), amended))).toBe(2_000)
    }
    const anew = bookOf(3_000)
    anew[HEADER.generation] = 2
    expect(aheadOf(fold(seen, anew))).toBeNull()
  })

  test('is not begun from coarse rows, beyond the frame, or for what does not rest', () => {
    expect(fold(NO_QUEUES, bookOf(3_000, 0, { rowStep: 50 })).size).toBe(0)
    const far = orderOf('buy', '60000')
    expect(fold(NO_QUEUES, bookOf(3_000), far).size).toBe(0)
    for (const not of [
      orderOf('buy', '62147.5', { phase: 'sent' }),
      orderOf('buy', '62147.5', { phase: 'unknown' }),
      orderOf('buy', '62147.5', { type: 'stop_loss_limit' }),
    ])
      expect(fold(NO_QUEUES, bookOf(3_000), not).size).toBe(0)
    const seen = fold(NO_QUEUES, bookOf(3_000))
    expect(aheadOf(fold(seen, bookOf(9_000, 0, { rowStep: 50 })))).toBe(3_000)
  })

  test('only shrinks and stays within what was first seen, whatever the book and the trades do', () => {
    const step = fc.record({
      level: fc.integer({ min: 0, max: 9_000 }),
      traded: fc.integer({ min: 0, max: 2_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        let queues = NO_QUEUES
        let total = 0
        let before = Infinity
        for (const [n, { level, traded }] of steps.entries()) {
          total += traded
          queues = fold(queues, bookOf(level, total, { receivedAt: NOW + 400 * n }))
          const ahead = aheadOf(queues) ?? NaN
          expect(ahead).toBeGreaterThanOrEqual(0)
          expect(ahead).toBeLessThanOrEqual(Math.min(before, level))
          expect(ahead).toBeLessThanOrEqual(Math.max(0, before - (n > 0 ? traded : 0)))
          before = ahead
        }
      }),
    )
  })
})
