/** Estimates how much rests ahead of each own limit order at its price. Pure fold over book frames; an upper bound, never less than 0. */

import { decimal, fromInteger, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import {
  askAt,
  bidAt,
  bookState,
  HEADER,
  middleRow,
  volumeAt,
  type BookFrame,
  type BookState,
} from '../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import { orderSign, remaining, type OwnOrders } from './ownOrders.ts'

/** What rests ahead of one order. */
export interface QueuePlace {
  /** Amount units of the newest frame; null where the book was in doubt since the order was first seen. */
  readonly ahead: number | null
  /** Price and size as first seen: an amend joins the queue anew. */
  readonly price: string
  readonly amount: string | null
  /** Contracts filled when the order was first seen at this place: fills before an amend prove nothing. */
  readonly filled: DecimalText
  /** The book's generation when the order was first seen: a new one may hide what happened. */
  readonly generation: number
  /** Wall clock ms when the order was first seen resting. */
  readonly since: number
  /** What surely bounds `ahead`, and when the book said so; null until the book surely shows the order. */
  readonly bound: { readonly most: number; readonly at: number } | null
  /** Traded at the price when each later print surely was a trade after `bound.at`; null before. */
  readonly traded: number | null
  readonly amountScale: number
}
export type Queues = ReadonlyMap<ReferenceId, QueuePlace>

export const NO_QUEUES: Queues = new Map()

/** Ms after which a book surely shows an order that rests, so that the order is part of its level, with all that came before it. */
const SHOWN_AFTER = 1_000
/** Ms by which a print may come later than the book that shows its trade. Within them a print may be in the level already. */
const PRINTED_WITHIN = 2_000

/** Whether the order rests in the book as far as anyone knows. A fill since it was first seen proves that nothing rests ahead. */
const rests = (order: Order): boolean =>
  order.type === 'limit' && order.limitPrice !== null && ['', '×', '~'].includes(orderSign(order).sign)

/**
 * Folds one frame. `link`: the state of the book as the ladder shows it. `reach`: rows of each side that the frame may hold. Frames of rows that
 * are coarser than a tick say nothing about one price, so they change nothing.
 */
export function withQueues(
  queues: Queues,
  own: OwnOrders,
  frame: BookFrame,
  link: BookState,
  reach: number,
): Queues {
  if (own.size === 0) return NO_QUEUES
  const next = new Map<ReferenceId, QueuePlace>()
  for (const [row, { buys, sells }] of own)
    for (const order of [...buys, ...sells]) {
      const before = queues.get(order.referenceId)
      const place = rests(order) ? placeOf(before, order, row, frame, link, reach) : null
      if (place !== null) next.set(order.referenceId, place)
    }
  return next
}

function placeOf(
  kept: QueuePlace | undefined,
  order: Order,
  row: number,
  frame: BookFrame,
  link: BookState,
  reach: number,
): QueuePlace | null {
  const isSame = kept !== undefined && kept.price === order.limitPrice && kept.amount === order.amount
  const before = isSame ? kept : null
  const generation = frame[HEADER.generation] ?? 0
  const isDoubted = link !== 'live' || bookState(frame) !== 'live'
  if (before !== null && (isDoubted || before.generation !== generation)) return { ...before, ahead: null }
  if (isDoubted || frame[HEADER.rowStep] !== frame[HEADER.tick]) return before
  const amountScale = frame[HEADER.amountScale] ?? 0
  const level = levelAt(frame, order.side === 'buy' ? 'bid' : 'ask', row)
  const traded = tradedAt(frame, row, reach)
  // A quiet book is as young as its connection.
  const now = Math.max(frame[HEADER.receivedAt] ?? 0, frame[HEADER.aliveAt] ?? 0)
  const { limitPrice: price, amount, filledAmount: filled } = order
  if (price === null) return null
  if (before === null) {
    const begun = { price, amount, filled, generation, since: now, bound: null, traded: null, amountScale }
    return level === null ? null : { ...begun, ahead: level }
  }
  if (before.ahead === null) return before
  const filledSince = decimal(filled) > decimal(before.filled)
  const finer = 10 ** Math.max(0, amountScale - before.amountScale)
  const own = unitsLeft(order, amountScale)
  const read = { level, traded, now, own, isShown: now - before.since >= SHOWN_AFTER }
  const next = shrunk(inUnits(before, before.ahead, finer), read)
  return { ...before, ...next, ahead: filledSince ? 0 : next.ahead, amountScale }
}

interface Estimate {
  readonly ahead: number
  readonly bound: QueuePlace['bound']
  readonly traded: number | null
}

const inUnits = ({ bound, traded }: QueuePlace, ahead: number, finer: number): Estimate => ({
  ahead: ahead * finer,
  bound: bound && { ...bound, most: bound.most * finer },
  traded: traded === null ? null : traded * finer,
})

interface FrameReading {
  /** What rests at the price, and what was traded there; null where the frame does not reach it. */
  readonly level: number | null
  readonly traded: number | null
  /** When the venue was last heard. */
  readonly now: number
  /** What is left of the own order. */
  readonly own: number
  readonly isShown: boolean
}

/**
 * The estimate after a frame. Prints are subtracted from a level only when they surely came after it: book and prints are two channels, and a trade
 * that the level shows already must not be subtracted again.
 */
function shrunk(before: Estimate, { level, traded, now, own, isShown }: FrameReading): Estimate {
  const seen = level === null ? null : Math.max(0, level - own)
  if (before.bound === null) {
    // What joined before the order may be missing in the first levels, and the order itself may be in them.
    if (!isShown || seen === null) return { ...before, ahead: Math.max(before.ahead, level ?? 0) }
    return { ahead: seen, bound: { most: seen, at: now }, traded: null }
  }
  const from = before.traded ?? (now - before.bound.at >= PRINTED_WITHIN ? traded : null)
  const printed = from === null || traded === null ? 0 : Math.max(0, traded - from)
  const ahead = Math.min(before.ahead, Math.max(0, before.bound.most - printed))
  return seen !== null && seen < ahead
    ? { ahead: seen, bound: { most: seen, at: now }, traded: null }
    : { ahead, bound: before.bound, traded: from }
}

/** Contracts still to fill, in amount units; a part of a unit counts as none. */
function unitsLeft(order: Order, scale: number): number {
  const left = remaining(order)
  return left === null ? 0 : Number(left / fromInteger(1, scale))
}

/** What rests at a row; null where the frame does not reach it. */
function levelAt(frame: BookFrame, side: 'bid' | 'ask', row: number): number | null {
  const step = frame[HEADER.rowStep] ?? 1
  const count = frame[side === 'bid' ? HEADER.bidCount : HEADER.askCount] ?? 0
  const first = side === 'bid' ? bidAt(0) : askAt(frame, 0)
  for (let at = first; at < first + 2 * count; at += 2) {
    const found = Math.round((frame[at] ?? 0) / step)
    if (found === row) return frame[at + 1] ?? 0
    // Levels go away from the touch.
    if (side === 'bid' ? found < row : found > row) return 0
  }
  return null
}

/** What was traded at a row since the count began; null where the frame does not reach it. */
function tradedAt(frame: BookFrame, row: number, reach: number): number | null {
  const middle = middleRow(frame)
  if (middle === null || Math.abs(row - middle) > reach || (frame[HEADER.volumeSince] ?? 0) === 0) return null
  const step = frame[HEADER.rowStep] ?? 1
  const end = volumeAt(frame, frame[HEADER.volumeCount] ?? 0)
  for (let at = volumeAt(frame, 0); at < end; at += 2)
    if (Math.round((frame[at] ?? 0) / step) === row) return frame[at + 1] ?? 0
  return 0
}

/** The estimate in words for the grid. */
export function queueWords(place: QueuePlace | undefined): string {
  if (place === undefined) return ''
  if (place.ahead === null) return 'queue unknown, the book was in doubt since'
  const ahead = toText(fromInteger(place.ahead, place.amountScale))
  return `about ${ahead} ahead at most, from the size there when first seen, less trades and withdrawals since`
}
