/** What stays live at the venue when the desk goes away: counts by customer and instrument, and the words for them. Pure. */

import { isLive, type Order } from './order.ts'
import type { CustomerCode, Symbol } from './text.ts'

export interface Resting {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  readonly count: number
}

/** Live orders, those of unknown fate among them, by customer, then by instrument. */
export function restingOrders(orders: Iterable<Order>): Resting[] {
  const counts = new Map<string, Resting>()
  for (const order of orders) {
    if (!isLive(order)) continue
    const { customerCode, symbol } = order
    const key = `${customerCode} ${symbol}`
    counts.set(key, { customerCode, symbol, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => of)
}

export const restingCount = (of: readonly Resting[]): number => of.reduce((sum, { count }) => sum + count, 0)

/** `3 orders stay live at the venue. Nothing at the venue ends them while this terminal is away.` Empty where none stays. */
export function restingSentence(of: readonly Resting[]): string {
  const count = restingCount(of)
  if (count === 0) return ''
  const [noun, verb, them] = count === 1 ? ['order', 'stays', 'it'] : ['orders', 'stay', 'them']
  return `${count} ${noun} ${verb} live at the venue. Nothing at the venue ends ${them} while this terminal is away.`
}

/** One line per customer and instrument: `C1042 BTCUSDC_PERP: 3`. */
export const restingLines = (of: readonly Resting[]): string[] =>
  of.map(({ customerCode, symbol, count }) => `${customerCode} ${symbol}: ${count}`)
