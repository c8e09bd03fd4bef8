/** The orders that stay live at the venue when the terminal closes: counts by customer and instrument, and sentences. Pure. */

import { capital, countWords, isAllSeen, unseenWords, type Unseen } from './openOrderReading.ts'
import { isLive, type Order } from './order.ts'
import type { CustomerCode, Symbol } from '../scalars.ts'

export interface Resting {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  readonly count: number
}

/** Live orders, those of unknown status included, by customer, then by instrument. */
export function restingOrders(orders: Iterable<Order>): Resting[] {
  const counts = new Map<string, Resting>()
  for (const order of orders) {
    if (!isLive(order)) continue
    const { customerCode, symbol } = order
    const key = `${customerCode} ${symbol}`
    counts.set(key, { customerCode, symbol, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, resting]) => resting)
}

export const restingCount = (resting: readonly Resting[]): number =>
  resting.reduce((sum, { count }) => sum + count, 0)

/**
 * `3 orders stay live at the venue. Nothing at the venue ends them while this terminal is away.` Empty only where no order is live and
 * every list of open orders of every customer is whole.
 */
export function restingSentence(resting: readonly Resting[], unseen: Unseen): string {
  const count = restingCount(resting)
  const words = unseenWords(unseen)
  if (count === 0)
    return words === null
      ? ''
      : `No live order is known here, but orders may stay live at the venue: ${words}.`
  const [verb, them] = count === 1 ? ['stays', 'it'] : ['stay', 'them']
  const what = `${capital(countWords(count, unseen))} ${verb} live at the venue. Nothing at the venue ends ${them} while this terminal is away.`
  return words === null ? what : `${what} There may be more: ${words}.`
}

/** What stays live, for a bar: `at least 3 orders stay live at the venue if this terminal closes`. */
export function restingBarWords(count: number, unseen: Unseen): string {
  if (count === 0 && !isAllSeen(unseen))
    return unseen.lists.length > 0
      ? 'no live order known, but not every list of open orders is read'
      : 'no live order known, but there may be customers that are not known here'
  const verb = count === 1 ? 'stays' : 'stay'
  return `${countWords(count, unseen)} ${verb} live at the venue if this terminal closes`
}

/** One line per customer and instrument: `C1042 BTCUSDC_PERP: 3`. */
export const restingLines = (resting: readonly Resting[]): string[] =>
  resting.map(({ customerCode, symbol, count }) => `${customerCode} ${symbol}: ${count}`)
