/** Counts of sent orders by scope and time window: numbers, values and duplicates. Knows no limit. Times come in as arguments and never go back. */

import { ZERO, add, subtract, type Decimal } from '../../base/decimal.ts'
import { scopeKey, type LimitScope } from './limits.ts'
import type { OrderDraft } from '../orders/order.ts'

/** Ms of the rolling windows. */
export const SENT_WINDOWS = { second: 1_000, minute: 60_000, day: 86_400_000 } as const
export type SentWindow = keyof typeof SENT_WINDOWS
/** Ms within which an equal order is a duplicate. */
export const DUPLICATE_WINDOW = 10_000

interface Sent {
  readonly at: number
  readonly value: Decimal
}

export interface SentTotal {
  readonly orders: number
  /** USDC. */
  readonly value: Decimal
}

/** The sum over the newest part of a growing list. The part begins at `start`. */
interface Running {
  start: number
  value: Decimal
}

/** Orders of one scope, oldest first. */
class SentList {
  private sent: Sent[] = []
  private readonly running: Record<SentWindow, Running> = {
    second: { start: 0, value: ZERO },
    minute: { start: 0, value: ZERO },
    day: { start: 0, value: ZERO },
  }

  note(order: Sent): void {
    this.sent.push(order)
    for (const part of Object.values(this.running)) part.value = add(part.value, order.value)
  }

  total(window: SentWindow, now: number): SentTotal {
    const part = this.running[window]
    for (let oldest = this.sent[part.start]; oldest; oldest = this.sent[part.start]) {
      if (now - oldest.at < SENT_WINDOWS[window]) break
      part.value = subtract(part.value, oldest.value)
      part.start++
    }
    const total = { orders: this.sent.length - part.start, value: part.value }
    if (window === 'day' && part.start > 1_024) this.forget(now)
    return total
  }

  /** Drops orders that no window counts any more. */
  private forget(now: number): void {
    for (const window of ['second', 'minute'] as const) this.total(window, now)
    const least = Math.min(...Object.values(this.running).map(({ start }) => start))
    this.sent = this.sent.slice(least)
    for (const part of Object.values(this.running)) part.start -= least
  }
}

/** Equal for orders with the same customer, instrument, side, type, size and prices. */
export const sameness = (draft: OrderDraft): string =>
  [
    draft.customerCode,
    draft.symbol,
    draft.side,
    draft.type,
    draft.amount,
    draft.cashAmount,
    draft.limitPrice,
    draft.triggerPrice,
    draft.stopLossPrice,
    draft.takeProfitPrice,
  ].join(' ')

export class SentOrders {
  private readonly byScope = new Map<string, SentList>()
  /** Times of equal orders in the last 10 s, oldest first, by `sameness`. */
  private readonly alike = new Map<string, number[]>()

  /** `value` in USDC. */
  note(draft: OrderDraft, value: Decimal, at: number): void {
    this.noteIn(draft, value, at, sameness(draft))
  }

  /** Counts an order of which only customer and instrument are known. `same` undefined: it is too old to be a duplicate. */
  noteIn(
    subject: Pick<OrderDraft, 'customerCode' | 'symbol'>,
    value: Decimal,
    at: number,
    same?: string,
  ): void {
    const order = { at, value }
    for (const customerCode of [subject.customerCode, null])
      for (const symbol of [subject.symbol, null]) {
        const key = scopeKey({ customerCode, symbol })
        const list = this.byScope.get(key) ?? new SentList()
        this.byScope.set(key, list)
        list.note(order)
      }
    if (same === undefined) return
    const times = this.recent(same, at)
    times.push(at)
    this.alike.set(same, times)
    if (this.alike.size > 2_000)
      for (const [key, sent] of this.alike)
        if (at - (sent.at(-1) ?? 0) >= DUPLICATE_WINDOW) this.alike.delete(key)
  }

  total(scope: LimitScope, window: SentWindow, now: number): SentTotal {
    return this.byScope.get(scopeKey(scope))?.total(window, now) ?? { orders: 0, value: ZERO }
  }

  /** Equal orders (customer, instrument, side, type, size and prices) in the last 10 s. */
  alikeCount(draft: OrderDraft, now: number): number {
    return this.recent(sameness(draft), now).length
  }

  private recent(same: string, now: number): number[] {
    const times = this.alike.get(same) ?? []
    while (now - (times[0] ?? now) >= DUPLICATE_WINDOW) times.shift()
    return times
  }
}
