/** Turns each change of an order into notices for a dealer: fills, refusals, cancels, amends, expiries, unknown status. Pure. Every outcome makes a notice. */

import { shownCode } from '../../base/shownCode.ts'
import {
  ZERO,
  compare,
  decimal,
  decimalPlaces,
  divide,
  maximum,
  roundToStep,
  signOf,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../base/decimal.ts'
import { groupedDigits } from '../../base/groupedText.ts'
import type { News, NoticeLevel } from '../notice.ts'
import { newsOf, orderInWords } from './notices/newsOfOrder.ts'
import { cameBack, isAtOdds, isEndDoubted, isLive, isUnproven, wasShown, type Order } from './order.ts'
import type { OrderEvent } from './orderLife.ts'
import type { Side } from '../scalars.ts'
import { mayWaitForTrigger } from './triggerFit.ts'
import { amendedNews, requestNews } from './notices/requestNotices.ts'

/** Digits that an average keeps. */
const AVERAGE_DIGITS = 8

/** Quote ÷ amount, rounded to eight digits; null where either is not known. */
export function averagePrice(amount: Decimal, quote: Decimal): DecimalText | null {
  if (signOf(amount) <= 0 || signOf(quote) <= 0) return null
  const exact = divide(quote, amount)
  const wholeDigits = toText(exact).split('.')[0]?.length ?? 1
  const places = Math.max(0, AVERAGE_DIGITS - wholeDigits)
  const step = (10n ** BigInt(18 - places)) as Decimal
  return decimalPlaces(exact) <= places ? toText(exact) : toText(roundToStep(exact, step, 'nearest'))
}

export const boughtOrSold = (side: Side): string => (side === 'buy' ? 'Bought' : 'Sold')

/** The contracts that did not fill; null: the venue named no amount. */
const restOf = (order: Order): Decimal | null =>
  order.amount === null ? null : maximum(ZERO, subtract(decimal(order.amount), decimal(order.filledAmount)))

const filledOf = (order: Order | undefined): Decimal => (order ? decimal(order.filledAmount) : ZERO)

/** What of a terminal order had filled, and what had not. */
function whatFilled(order: Order): string {
  const rest = restOf(order)
  const done = order.side === 'buy' ? 'bought' : 'sold'
  if (signOf(filledOf(order)) === 0) return `Nothing was ${done}.`
  const left = rest === null ? 'the rest' : groupedDigits(toText(rest))
  return `${groupedDigits(order.filledAmount)} had been ${done}, ${left} had not.`
}

/** What of the order is still to come. */
function fillDetail(now: Order): string {
  const rest = restOf(now)
  if (isLive(now)) {
    if (isAtOdds(now))
      return 'All of it is filled, but the venue still calls it live. It counts as live, and Openpit looks it up.'
    return rest === null ? 'The order still works.' : `${groupedDigits(toText(rest))} still works.`
  }
  if (now.status === 'filled' || (rest !== null && signOf(rest) === 0)) return 'The whole order.'
  return rest === null
    ? 'The order is done. How much of it did not fill is not known.'
    : `The order is done: ${groupedDigits(toText(rest))} did not fill.`
}

function fillNews(now: Order): News {
  const filled = filledOf(now)
  const average = averagePrice(filled, decimal(now.filledQuote))
  const whole = now.amount === null ? '' : ` of ${groupedDigits(now.amount)}`
  const price = average === null ? '' : ` at ${groupedDigits(average)} on average`
  return {
    ...newsOf(now, 'fill', 'fill', 'info', {
      message: `${boughtOrSold(now.side)} ${groupedDigits(now.filledAmount)}${whole}${price}.`,
      detail: fillDetail(now),
      action: null,
    }),
    total: now.filledAmount,
    sound: now.side === 'buy' ? 'bought' : 'sold',
    counts: 'growth',
  }
}

/** What a dealer does about a leg that is gone without closing its part of the position; null for every other order. */
const legMissing = ({ legOf }: Order): string | null =>
  legOf === undefined
    ? null
    : `The position of order ${legOf} stands without it. Place another stop, or close the position.`

/** Likewise for a leg that was canceled on request: the position may be closed already. */
const legCanceled = ({ legOf }: Order): string | null =>
  legOf === undefined
    ? null
    : `What is still open of the position of order ${legOf} stands without it. Place another stop, or close the position.`

const levelOfCancel = ({ legOf }: Order): NoticeLevel => (legOf === undefined ? 'info' : 'warning')

function rejectNews(now: Order): News {
  const code = now.refusal?.code ?? 'no reason given'
  return newsOf(now, 'end', 'reject', 'error', {
    message: `${orderInWords(now)} was refused: ${code}.`,
    detail: `${whatFilled(now)} ${now.refusal?.message ?? 'The venue gave no reason.'}`,
    // The sentence of the code says what to do.
    action: legMissing(now),
  })
}

function notSentNews(now: Order, before: Order | undefined): News {
  const detail = now.refusal?.message ?? 'The request was not sent.'
  if (before?.pending === 'cancel')
    return newsOf(now, 'end', 'cancel', levelOfCancel(now), {
      message: `${orderInWords(now)} is canceled: it had not been sent yet.`,
      detail,
      action: legCanceled(now),
    })
  const isLeg = now.legOf !== undefined
  return newsOf(now, 'end', 'reject', isLeg ? 'warning' : 'error', {
    message: `${orderInWords(now)} was not sent.`,
    detail,
    action: isLeg ? 'Openpit places the leg anew as soon as it may.' : 'Send it again if you still want it.',
  })
}

/** Stands after an order that the journal does not name. */
const FROM_WHERE: Readonly<Record<Order['origin'], string>> = {
  desk: '',
  external: ', which the records of this account do not name,',
  unknown: ', of which it is unknown whether this desk sent it,',
}

function deadNews(now: Order, event: OrderEvent): News {
  if (event.kind === 'written-off')
    return newsOf(now, 'fate', 'no answer', 'warning', {
      message: `${orderInWords(now)} was written off by ${event.by}.`,
      detail: 'It no longer counts against the limits. The venue never reported its outcome.',
      action: legMissing(now),
    })
  const detail = event.kind === 'dead' ? event.proof : 'It no longer counts against the limits.'
  const level = now.legOf === undefined ? 'warning' : 'error'
  if (!wasShown(now))
    return newsOf(now, 'fate', 'no answer', level, {
      message: `${orderInWords(now)} is proven never to have reached the order book.`,
      detail,
      action: legMissing(now) ?? 'Send it again if you still want it.',
    })
  return newsOf(now, 'fate', 'no answer', level, {
    message: `${orderInWords(now)}${FROM_WHERE[now.origin]} is no longer known to the venue, which had shown it.`,
    detail: `${detail} It no longer counts against the limits.`,
    action:
      legMissing(now) ?? (now.origin === 'external' ? null : 'Check the position before you send it again.'),
  })
}

const AT_ONCE: ReadonlySet<string | null> = new Set(['IOC', 'FOK'])

/** An order that the venue closed without filling all of it. */
function closedNews(now: Order, before: Order | undefined): News {
  const words = orderInWords(now)
  const detail = whatFilled(now)
  if (before?.pending === 'cancel' || (now.origin !== 'desk' && now.status === 'canceled'))
    return newsOf(now, 'end', 'cancel', levelOfCancel(now), {
      message: `${words} is canceled: the venue shows it.`,
      detail,
      action: legCanceled(now),
    })
  if (now.status === 'canceled' && before?.unconfirmed?.includes('cancel'))
    return newsOf(now, 'end', 'cancel', levelOfCancel(now), {
      message: `${words} is canceled: the venue shows it.`,
      detail: `${detail} An earlier cancel of this desk had not been confirmed.`,
      action: legCanceled(now),
    })
  if (now.legOf !== undefined)
    return newsOf(now, 'end', 'cancel', 'error', {
      message: `${words} is done, but this desk did not request it: the venue reports "${now.status ?? 'nothing'}".`,
      detail,
      action: legMissing(now),
    })
  // An order that still waited for its trigger was not at the book yet, so its time in force did not end it.
  const waited = before !== undefined && mayWaitForTrigger({ ...now, status: before.status })
  const ends = !waited && (AT_ONCE.has(now.timeInForce) || now.type === 'market')
  if (now.status === 'expired' || (now.status === 'canceled' && ends))
    return newsOf(now, 'end', 'expiry', ends ? 'info' : 'warning', {
      message: `${words} expired.`,
      detail,
      action: ends ? null : 'Send it again if you still want it.',
    })
  return newsOf(now, 'end', 'cancel', 'warning', {
    message:
      now.status === 'canceled'
        ? `${words} was canceled, but this desk did not request it.`
        : `${words} is done: the venue reports "${now.status ?? 'nothing'}".`,
    detail,
    action: 'Ask the broker why, or send it again if you still want it.',
  })
}

/** Whether nothing of the order is left to fill, as far as is known. */
function isFilled(order: Order): boolean {
  if (order.status === 'filled') return true
  const rest = restOf(order)
  return rest !== null && signOf(rest) === 0
}

/** The end of an order that was live, besides the fill that may have come with it. */
function endNews(now: Order, before: Order | undefined, event: OrderEvent): News[] {
  if (now.phase === 'rejected') return [rejectNews(now)]
  if (now.phase === 'not-sent') return [notSentNews(now, before)]
  if (now.phase === 'dead') return [deadNews(now, event)]
  if (!isFilled(now)) return [closedNews(now, before)]
  if (before?.pending !== 'cancel') return []
  return [
    newsOf(now, 'end', 'cancel', 'warning', {
      message: `The cancel came too late: ${orderInWords(now)} had filled.`,
      detail: null,
      action: 'Check the position.',
    }),
  ]
}

/** A report that is about another order than the known one of its id. `why`: a clause without a full stop. */
export const contradictionNews = (known: Order, why: string): News =>
  newsOf(known, 'contradiction', 'no answer', 'error', {
    message: `The venue's report on order ${known.referenceId} of ${shownCode(known.customerCode)} contradicts what Openpit knows: ${why}.`,
    detail: `Openpit ignored the report. ${orderInWords(known)} counts as before, and Openpit looks it up.`,
    action: 'Ask the broker whether another order has this id.',
  })

/** An order whose status nobody knows, and one whose status became known. */
function fateNews(now: Order, before: Order | undefined, event: OrderEvent): News[] {
  const words = orderInWords(now)
  if (event.kind === 'unproven' && now.phase === 'unknown')
    return [
      newsOf(now, 'fate', 'no answer', 'error', {
        message: `${words} has an unknown status: it may or may not be live.`,
        detail: `${event.message} It counts at full size while Openpit queries the venue.`,
        action: 'Do not send it again.',
      }),
    ]
  if (isEndDoubted(now) && !(before && isEndDoubted(before)))
    return [
      newsOf(now, 'fate', 'no answer', 'warning', {
        message: `${words} may be live: the venue reported it done and then showed it open.`,
        detail: 'It counts as live until a look-up shows which report is right.',
        action: 'Do not send it again.',
      }),
    ]
  if (event.kind === 'absent' && now.phase === 'unknown')
    return [
      newsOf(now, 'fate', 'no answer', 'warning', {
        message: `The venue no longer knows ${words}.`,
        detail: 'It counts at full size while Openpit queries the venue.',
        action: 'Do not send it again.',
      }),
    ]
  if (event.kind === 'unresolved')
    return [
      newsOf(now, 'fate', 'no answer', 'error', {
        message: `The outcome of ${words} cannot be determined.`,
        detail: `${event.why} It counts at full size until you decide.`,
        action: 'Ask the broker, then write it off or wait.',
      }),
    ]
  if (!before || !isUnproven(before) || before.phase === 'sent' || isUnproven(now) || now.phase === 'dead')
    return []
  return [
    newsOf(now, 'fate', 'no answer', 'info', {
      message: isLive(now)
        ? `${words} is live: the venue shows it.`
        : `${words} is done: its status is known again.`,
      detail: null,
      action: null,
      counts: 'never',
    }),
  ]
}

/**
 * The notices that one change of an order makes. `before` is undefined where the order was not known. An order that first appears in a list
 * makes no notice: it was there before.
 */
export function orderNews(before: Order | undefined, now: Order, event: OrderEvent): readonly News[] {
  if (!before && event.kind === 'shown' && event.by === 'list') return []
  const filled = compare(filledOf(now), filledOf(before)) > 0
  const ended = !isLive(now) && (!before || isLive(before))
  /** The end that was reported before is confirmed, so it makes no second notice. */
  const endStands =
    before !== undefined && isEndDoubted(before) && before.status === now.status && now.phase !== 'dead'
  const news: News[] = []
  // A full fill that was reported while the order worked is reported again as the whole order.
  if (filled || (ended && now.phase === 'closed' && isFilled(now))) news.push(fillNews(now))
  if (ended && !endStands) news.push(...endNews(now, before, event))
  if (cameBack(before, now))
    news.push(
      newsOf(now, 'fate', 'no answer', 'error', {
        message: `${orderInWords(now)} was taken for done but is live at the venue.`,
        detail: `New orders for ${shownCode(now.customerCode)} are halted.`,
        action: 'Check the order now, then lift the halt.',
      }),
    )
  else news.push(...fateNews(now, before, event))
  if (before && isLive(before) && isLive(now)) {
    if (event.kind === 'shown' && before.phase === 'working') news.push(...amendedNews(now, before))
    news.push(...requestNews(now, before, event))
  }
  return news
}
