/** The sentences of the conflict report: its span, what was found, and what it cannot know. Reads no store. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { absolute, decimal, signOf } from '../../../shared/base/decimal.ts'
import type {
  ConflictReport,
  ConflictWarning,
  OneSidedFills,
  SeriesCustomer,
  TradedAhead,
  UnfilledOrder,
  WarnedOf,
} from '../../../shared/domain/conflicts/conflictReport.ts'
import { counted, exact, grouped } from '../../format/numbers.ts'
import { dayAndTimeWithZone } from '../../format/times.ts'

const plural = (count: number, one: string, many: string): string =>
  `${counted(count)} ${count === 1 ? one : many}`

/** Since when the report knows, and what it leaves out. */
export function conflictSpanWords(report: ConflictReport): string {
  const { from, to, orders, ordersLeftOut, isProven, leftOut, untimed } = report
  if (from === null)
    return 'The journal of this run holds nothing: no conflict can be seen. Start Openpit with a data folder.'
  return [
    `From ${dayAndTimeWithZone(from)} to ${dayAndTimeWithZone(to)}: ${plural(orders, 'order', 'orders')} of this desk. Older orders and orders from elsewhere are not in this journal.`,
    ...(ordersLeftOut === 0
      ? []
      : [`The ${plural(ordersLeftOut, 'order', 'orders')} before these are left out.`]),
    ...(isProven ? [] : ['The journal could not be verified whole, so orders may be missing.']),
    ...(untimed === 0
      ? []
      : [
          `Of ${plural(untimed, 'filled order', 'filled orders')} nobody knows when the first fill was, so whom they went ahead of is not known.`,
        ]),
    ...(leftOut === 0 ? [] : [`${plural(leftOut, 'older row is', 'older rows are')} left out.`]),
  ].join(' ')
}

const NO_WARNING: Readonly<Record<WarnedOf, string>> = {
  crossed: 'No warning of a cross between customers is in this journal.',
  ahead: 'No warning of going ahead of another customer’s order is in this journal.',
  preference: 'No warning of the same customer first again is in this journal.',
  'one-sided': 'No warning of serving the filled customer again is in this journal.',
}
const WARNED_THAT: Readonly<Record<WarnedOf, string>> = {
  crossed: 'might trade with another customer’s order',
  ahead: 'would go ahead of another customer’s order',
  preference: 'would make the same customer first again',
  'one-sided': 'would serve a filled customer again while another had no fill',
}

/** How many orders of a kind the dealer was warned of, and how many were sent all the same. */
function warnedWords(warned: readonly ConflictWarning[], wanted: WarnedOf): string {
  const orders = warned.filter(({ kind }) => kind === wanted)
  const sent = orders.filter(({ referenceId }) => referenceId !== null).length
  return orders.length === 0
    ? NO_WARNING[wanted]
    : `The dealer was warned that ${plural(orders.length, 'order', 'orders')} ${WARNED_THAT[wanted]}, and ${counted(sent)} of them ${sent === 1 ? 'was' : 'were'} sent.`
}

/** What was found, in counts. */
export function foundWords({ warned, ahead, oneSided, series }: ConflictReport): string {
  return [
    warnedWords(warned, 'crossed'),
    warnedWords(warned, 'ahead'),
    warnedWords(warned, 'preference'),
    warnedWords(warned, 'one-sided'),
    ahead.length === 0
      ? 'No fill is known to have gone ahead of an older order.'
      : `${plural(ahead.length, 'fill', 'fills')} went ahead of older orders of other customers.`,
    oneSided.length === 0
      ? 'No series and no block is known in which one customer was filled and another was not.'
      : `In ${plural(oneSided.length, 'series or block', 'series and blocks')} one customer was filled and another was not.`,
    series === 0
      ? 'No series of single orders for several customers is in this journal.'
      : `${plural(series, 'series', 'series')} of single orders for several customers ${series === 1 ? 'was' : 'were'} sent.`,
  ].join(' ')
}

/** Why a customer stands out over the series of a dealer; empty for one that does not. */
export function preferenceWords({
  dealer,
  first,
  blocks,
  expectedFirst,
  ticks,
  standsOut,
}: SeriesCustomer): string {
  const price =
    ticks === null
      ? ''
      : `${grouped(absolute(decimal(ticks)), 2)} ticks ${signOf(decimal(ticks)) > 0 ? 'worse' : 'better'} than its series on average`
  return standsOut
    .map((by) =>
      by === 'first'
        ? `first in ${counted(first)} of ${plural(blocks, 'series', 'series')}${dealer === null ? '' : ` of ${dealer}`}, where turns would make it ${grouped(decimal(expectedFirst), 1)}`
        : by === 'price'
          ? price
          : '',
    )
    .filter((words) => words !== '')
    .join('; ')
}

/** `C2007 waited at 62,150 since 11-27 09:12:00 UTC, and 2 more customers`. */
export const waitedWords = ({ waiting, more }: TradedAhead): string =>
  `${shownCode(waiting.customerCode)} waited at ${exact(decimal(waiting.limitPrice))} since ${dayAndTimeWithZone(waiting.since)}${more === 0 ? '' : `, and ${plural(more, 'more customer', 'more customers')}`}`

/** `C1042 2 (v1-first)`, for each customer with a fill. */
export const filledWords = ({ filled }: OneSidedFills): string =>
  filled
    .map(
      ({ customerCode, amount, referenceId }) =>
        `${shownCode(customerCode)} ${exact(decimal(amount))} (${referenceId})`,
    )
    .join(', ')

function unfilledOrderWords(order: UnfilledOrder): string {
  const { customerCode, amount, cashAmount, limitPrice, isLive, referenceId } = order
  const size =
    amount !== null
      ? exact(decimal(amount))
      : cashAmount !== null
        ? `${exact(decimal(cashAmount))} USDC`
        : 'an unknown amount'
  const price = limitPrice === null ? '' : ` at ${exact(decimal(limitPrice))}`
  return `${shownCode(customerCode)} ${size}${price}, ${isLive ? 'live' : 'ended'} (${referenceId})`
}

/** `C2007 1 at 62,150, live (v1-late)`, for each customer without a fill, and what is not known. */
export const unfilledWords = ({ unfilled, unknown, rowsWithoutOrder }: OneSidedFills): string =>
  [
    ...unfilled.map(unfilledOrderWords),
    ...(rowsWithoutOrder === 0
      ? []
      : [`${plural(rowsWithoutOrder, 'row', 'rows')} of the block without an order here`]),
    ...(unknown === 0 ? [] : [`${plural(unknown, 'customer', 'customers')} of unknown outcome`]),
  ].join('; ')
