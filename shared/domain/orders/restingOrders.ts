/** The orders that stay live at the venue when the terminal closes: counts by customer and instrument, and sentences. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { capital, countWords, isAllSeen, unseenWords, type Unseen } from './openOrderReading.ts'
import { isLive, isUnproven, type Order } from './order.ts'
import type { CustomerCode, Symbol } from '../scalars.ts'

export interface Resting {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  /** All of them. */
  readonly count: number
  /** How many of `count` have no proven outcome: the venue may or may not hold them. */
  readonly unknown: number
}

/** Live orders, those of unknown status included, by customer, then by instrument. */
export function restingOrders(orders: Iterable<Order>): Resting[] {
  const counts = new Map<string, Resting>()
  for (const order of orders) {
    if (!isLive(order)) continue
    const { customerCode, symbol } = order
    const key = `${customerCode} ${symbol}`
    const before = counts.get(key)
    counts.set(key, {
      customerCode,
      symbol,
      count: (before?.count ?? 0) + 1,
      unknown: (before?.unknown ?? 0) + (isUnproven(order) ? 1 : 0),
    })
  }
  return [...counts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, resting]) => resting)
}

export const restingCount = (resting: readonly Resting[]): number =>
  resting.reduce((sum, { count }) => sum + count, 0)

/** `3 orders stay live at the venue`, `2 orders stay and 1 of unknown status may stay live at the venue`. `unknown` of `count` have no proven outcome. */
export function whatStays(count: number, unknown: number, unseen: Unseen): string {
  const proven = count - unknown
  const stay = `${countWords(proven, unseen)} ${proven === 1 ? 'stays' : 'stay'}`
  if (unknown === 0) return `${stay} live at the venue`
  return proven === 0
    ? `${unknown} ${unknown === 1 ? 'order' : 'orders'} of unknown status may stay live at the venue`
    : `${stay} and ${unknown} of unknown status may stay live at the venue`
}

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
  const unknown = resting.reduce((sum, group) => sum + group.unknown, 0)
  const them = count === 1 ? 'it' : 'them'
  const what = `${capital(whatStays(count, unknown, unseen))}. Nothing at the venue ends ${them} while this terminal is away.`
  return words === null ? what : `${what} There may be more: ${words}.`
}

/** What stays live, for a bar: `at least 3 orders stay live at the venue if this terminal closes`. `unknown` of `count` have no proven outcome. */
export function restingBarWords(count: number, unknown: number, unseen: Unseen): string {
  if (count === 0 && !isAllSeen(unseen))
    return unseen.lists.length > 0
      ? 'no live order known, but not every list of open orders is read'
      : 'no live order known, but there may be customers that are not known here'
  const more = count === unknown && !isAllSeen(unseen) ? ', and there may be others' : ''
  return `${whatStays(count, unknown, unseen)} if this terminal closes${more}`
}

/** One line per customer and instrument: `C1042 BTCUSDC_PERP: 3`, `C1042 BTCUSDC_PERP: 3, 1 of unknown status`. */
export const restingLines = (resting: readonly Resting[]): string[] =>
  resting.map(
    ({ customerCode, symbol, count, unknown }) =>
      `${shownCode(customerCode)} ${shownCode(symbol)}: ${count}${unknown === 0 ? '' : `, ${unknown} of unknown status`}`,
  )
