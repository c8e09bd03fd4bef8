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

/** `J. Smith’s last 2 series of buys for several customers in BTCUSDC_PERP began with C1042. If you …` */
function preferenceWords(
  { before, times }: FirstAgain,
  { customerCode, symbol, side }: OrderDraft,
  dealer: string | null,
): string {
  const code = shownCode(customerCode)
  const which = `${dealer === null ? 'The' : `${dealer}’s`} last ${before === 1 ? '' : `${before} `}series`
  const known =
    before === 0
      ? ''
      : `${which} of ${OF_SIDE[side]} for several customers in ${shownCode(symbol)} began with ${code}. `
  const again = times === 1 ? 'of the series' : `for the ${ordinal(times)} time in a row`
  return `${known}If you ${side} for another customer within ${SERIES_GAP / 1_000} s, ${code} is first ${again}. Consider another customer first.`
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
