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
import { LIMIT_WORDS } from '../../../shared/domain/limits/limitWords.ts'
import type { LimitName } from '../../../shared/domain/limits/limits.ts'
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
      : [
          ordersLeftOut === 1
            ? 'The order before these is left out.'
            : `The ${counted(ordersLeftOut)} orders before these are left out.`,
        ]),
    ...(isProven ? [] : ['The journal could not be verified whole, so orders may be missing.']),
    ...(untimed === 0
      ? []
      : [
          `Of ${plural(untimed, 'filled order', 'filled orders')} nobody knows when the first fill was, so whom ${untimed === 1 ? 'it' : 'they'} went ahead of is not known.`,
        ]),
    ...(leftOut === 0 ? [] : [`${plural(leftOut, 'older row is', 'older rows are')} left out.`]),
  ].join(' ')
}

const LIMIT_OF: Readonly<Record<WarnedOf, LimitName>> = {
  crossed: 'crosses',
  ahead: 'ahead',
  preference: 'preference',
  'one-sided': 'oneSided',
}

/** The name of the limit that warned, as Limits has it. */
export const warnedOfWords = (kind: WarnedOf): string => LIMIT_WORDS[LIMIT_OF[kind]].name

/** How many orders a limit warned of, and how many were sent all the same. */
function warnedWords(warned: readonly ConflictWarning[], wanted: WarnedOf): string {
  const orders = warned.filter(({ kind }) => kind === wanted)
  const sent = orders.filter(({ referenceId }) => referenceId !== null).length
  const name = `“${warnedOfWords(wanted)}”`
  if (orders.length === 0) return `No warning ${name} is in this journal.`
  if (orders.length === 1) return `${name} warned of 1 order, and it was ${sent === 1 ? '' : 'not '}sent.`
  return `${name} warned of ${counted(orders.length)} orders, and ${counted(sent)} of them ${sent === 1 ? 'was' : 'were'} sent.`
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
