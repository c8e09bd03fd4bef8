/** The warning before an order that would make a customer the first of a series once more. Pure. `orderSeries.ts` decides which orders make a series. */

import { shownCode } from '../../base/shownCode.ts'
import type { CountedConflict } from '../limits/limitMeasures.ts'
import type { Order, OrderDraft } from '../orders/order.ts'
import { SERIES_GAP, firstAgain, type FirstAgain } from './orderSeries.ts'

const ENDS = ['th', 'st', 'nd', 'rd'] as const
const ordinal = (count: number): string => {
  const isTeen = count % 100 > 10 && count % 100 < 14
  return `${count}${(isTeen ? null : ENDS[count % 10]) ?? ENDS[0]}`
}

const OF_SIDE = { buy: 'buys', sell: 'sells' } as const

/** `The last 2 series of buys in BTCUSDC_PERP by J. Smith began with C1042. If …` */
function preferenceWords(
  { before, times }: FirstAgain,
  { customerCode, symbol, side }: OrderDraft,
  dealer: string | null,
): string {
  const [code, whose] = [shownCode(customerCode), dealer === null ? '' : ` by ${dealer}`]
  const known =
    before === 0
      ? ''
      : `The last ${before === 1 ? '' : `${before} `}series of ${OF_SIDE[side]} in ${shownCode(symbol)}${whose} began with ${code}. `
  return `${known}If an order of another customer follows within ${SERIES_GAP / 1_000} s, ${code} is first for the ${ordinal(times)} time in a row.`
}

/**
 * How often in a row the customer would be first of a series; null for an order that begins none. `orders`: those that Openpit holds. `dealer`: who deals
 * now; null: nobody is named. `now`: core's wall clock, ms.
 */
export function repeatedPreference(
  orders: readonly Order[],
  draft: OrderDraft,
  dealer: string | null,
  now: number,
): CountedConflict | null {
  const { customerCode, symbol, side } = draft
  const first = firstAgain(orders, { customerCode, symbol, side, dealer }, now)
  return first && { count: first.times, words: preferenceWords(first, draft, dealer) }
}
