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
  test('begins with the size at its price, and shrinks with trades that surely came later', () => {
    let queues = fold(NO_QUEUES, bookOf(3_000, 100))
    expect(aheadOf(queues)).toBe(3_000)
    const steps = [
      // The book surely shows the order, which is 500 of the level.
      [1_000, 3_500, 100, 3_000],
      // A print that may be of a trade that the level shows already.
      [2_000, 3_500, 400, 3_000],
      [3_000, 3_500, 400, 3_000],
      [4_000, 3_500, 900, 2_500],
      [4_000, 3_500, 900, 2_500],
    ] as const
    for (const [after, level, traded, ahead] of steps) {
      queues = fold(queues, bookOf(level, traded, { receivedAt: NOW + after }))
      expect(aheadOf(queues)).toBe(ahead)
    }
  })

  test('does not lose a trade twice where the book shows it before its print comes', () => {
    let queues = fold(fold(NO_QUEUES, bookOf(3_000)), bookOf(3_500, 0, { receivedAt: NOW + 1_000 }))
    queues = fold(queues, bookOf(3_500, 0, { receivedAt: NOW + 3_000 }))
    queues = fold(queues, bookOf(2_500, 0, { receivedAt: NOW + 4_000 }))
    expect(aheadOf(queues)).toBe(2_000)
    queues = fold(queues, bookOf(2_500, 1_000, { receivedAt: NOW + 4_100 }))
    expect(aheadOf(queues)).toBe(2_000)
  })

  test('is never more than the others hold there, once the book surely shows the order', () => {
    let queues = fold(NO_QUEUES, bookOf(3_000))
    // What joined before the order may not be in the book yet.
    queues = fold(queues, bookOf(2_600))
    expect(aheadOf(queues)).toBe(3_000)
    queues = fold(queues, bookOf(2_000, 0, LATER))
    expect(aheadOf(queues)).toBe(1_500)
    queues = fold(queues, bookOf(0, 0, LATER))
    expect(aheadOf(queues)).toBe(0)
  })

  test('does not grow when others join behind it', () => {
    const shown = fold(fold(NO_QUEUES, bookOf(1_000)), bookOf(1_500, 0, { receivedAt: NOW + 1_000 }))
    expect(aheadOf(fold(shown, bookOf(9_000, 0, LATER)))).toBe(1_000)
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

  test('is at least what is ahead and never grows, whichever of book, print and order is heard first', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 40 }), (acts) => {
        let before = Infinity
        for (const { ahead, estimate, isSure } of played(acts)) {
          if (!isSure) continue
          expect(estimate).toBeGreaterThanOrEqual(ahead)
          expect(estimate).toBeLessThanOrEqual(before)
          before = estimate
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** One act at the venue, `wait` ms after the one before it. Its book message and its print are late by themselves. */
const act = fc.record({
  kind: fc.constantFrom('join' as const, 'leave' as const, 'trade' as const),
  amount: fc.integer({ min: 1, max: 900 }),
  /** Who leaves, as a share of the queue. */
  which: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  wait: fc.integer({ min: 0, max: 1_500 }),
  bookLate: fc.integer({ min: 0, max: 900 }),
  printLate: fc.integer({ min: 0, max: 1_900 }),
})
type Act = typeof act extends fc.Arbitrary<infer Played> ? Played : never

/** Plays acts against one level that holds `mine` in its queue, and folds what a window hears. The truth is that of the moment. */
function* played(acts: readonly Act[]) {
  const OWN = 500
  let queue = [{ own: false, amount: 2_000 }]
  let total = 0
  let clock = NOW
  const heard: { at: number; level?: number; traded?: number; order?: true }[] = []
  const truth: { at: number; ahead: number }[] = []
  // Each channel keeps its order.
  const lastAt = { book: 0, print: 0 }
  const later = (channel: keyof typeof lastAt, late: number) =>
    (lastAt[channel] = Math.max(lastAt[channel], clock + late))
  const tellBook = (late: number) =>
    heard.push({ at: later('book', late), level: queue.reduce((sum, { amount }) => sum + amount, 0) })
  const tellTruth = () => {
    const place = queue.findIndex(({ own }) => own)
    const ahead = queue.slice(0, Math.max(0, place)).reduce((sum, { amount }) => sum + amount, 0)
    truth.push({ at: clock, ahead })
  }
  tellBook(0)
  for (const [n, { kind, amount, which, wait, bookLate, printLate }] of acts.entries()) {
    clock += wait
    if (n === Math.floor(acts.length / 4)) {
      queue.push({ own: true, amount: OWN })
      heard.push({ at: clock, order: true })
    } else if (kind === 'join') queue.push({ own: false, amount })
    else if (kind === 'leave') {
      const gone = Math.floor(which * queue.length)
      queue = queue.filter(({ own }, at) => own || at !== gone)
    } else {
      const first = queue[0]
      // A trade that reaches the own order fills it, which proves its place; the play ends there.
      if (first === undefined || first.own) continue
      const taken = Math.min(first.amount, amount)
      first.amount -= taken
      if (first.amount === 0) queue.shift()
      total += taken
      heard.push({ at: later('print', printLate), traded: total })
    }
    tellBook(bookLate)
    tellTruth()
  }
  let [level, traded, orderAt, queues] = [0, 0, Infinity, NO_QUEUES]
  for (const news of heard.toSorted((a, b) => a.at - b.at)) {
    level = news.level ?? level
    traded = news.traded ?? traded
    if (news.order) orderAt = news.at
    if (orderAt === Infinity) continue
    queues = fold(queues, bookOf(level, traded, { receivedAt: news.at, aliveAt: news.at }))
    const ahead = truth.findLast(({ at }) => at <= news.at)?.ahead ?? 0
    yield { ahead, estimate: aheadOf(queues) ?? NaN, isSure: news.at - orderAt >= 1_000 }
  }
}
