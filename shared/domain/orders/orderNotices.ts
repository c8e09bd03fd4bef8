/** What one change of an order means to a dealer: fills, refusals, cancels, amends, expiries, orders of unknown status. Pure; no outcome goes untold. */

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
import type { News, NoticeKind, NoticeLevel } from '../notice.ts'
import { cameBack, isAtOdds, isEndDoubted, isLive, isUnproven, wasShown, type Order } from './order.ts'
import type { OrderEvent } from './orderLife.ts'
import type { Side } from '../scalars.ts'

/** A number with its thousands set apart. */
export const grouped = (number: string): string => {
  const [whole = '', fraction] = number.split('.')
  const parted = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? parted : `${parted}.${fraction}`
}

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

/** `BUY 5 at market`, `SELL 12 at 3,118.5`, `BUY 25,000 USDC stop at 64,000`. */
export function orderInWords(of: Order): string {
  const size = of.amount !== null ? grouped(of.amount) : `${grouped(of.cashAmount ?? '?')} USDC`
  const bracket = of.takeProfitPrice !== null && of.stopLossPrice !== null
  const at = [
    of.triggerPrice !== null && `triggered at ${grouped(of.triggerPrice)}`,
    bracket && `at ${grouped(of.takeProfitPrice ?? '')} or ${grouped(of.stopLossPrice ?? '')}`,
    of.limitPrice !== null && `at ${grouped(of.limitPrice)}`,
    of.limitPrice === null && of.triggerPrice === null && !bracket && 'at market',
    (of.timeInForce === 'IOC' || of.timeInForce === 'FOK') && of.timeInForce,
  ].filter((part) => part !== false)
  return `${of.side.toUpperCase()} ${size} ${at.join(' ')}`
}

const restOf = (of: Order): Decimal | null =>
  of.amount === null ? null : maximum(ZERO, subtract(decimal(of.amount), decimal(of.filledAmount)))

const filledOf = (of: Order | undefined): Decimal => (of ? decimal(of.filledAmount) : ZERO)

type Told = Pick<News, 'message' | 'detail' | 'action'> & { readonly counts?: News['counts'] }

const newsOf = (of: Order, key: string, kind: NoticeKind, level: NoticeLevel, told: Told): News => ({
  key: `${key} ${of.customerCode} ${of.referenceId}`,
  level,
  kind,
  customerCode: of.customerCode,
  symbol: of.symbol,
  referenceId: of.referenceId,
  total: null,
  counts: 'change',
  ...told,
})

/** What had filled of an order that is over, and what had not. */
function whatFilled(of: Order): string {
  const rest = restOf(of)
  const done = of.side === 'buy' ? 'bought' : 'sold'
  if (signOf(filledOf(of)) === 0) return `Nothing was ${done}.`
  const left = rest === null ? 'the rest' : grouped(toText(rest))
  return `${grouped(of.filledAmount)} had been ${done}, ${left} had not.`
}

function fillNews(now: Order): News {
  const filled = filledOf(now)
  const rest = restOf(now)
  const average = averagePrice(filled, decimal(now.filledQuote))
  const whole = now.amount === null ? '' : ` of ${grouped(now.amount)}`
  const price = average === null ? '' : ` at ${grouped(average)} on average`
  const detail = isLive(now)
    ? isAtOdds(now)
      ? 'Nothing is left of it, and the venue still calls it live: it counts as live and is being looked up.'
      : rest === null
        ? 'The order still works.'
        : `${grouped(toText(rest))} still works.`
    : rest === null || signOf(rest) === 0
      ? 'The whole order.'
      : `The order is over: ${grouped(toText(rest))} did not fill.`
  return {
    ...newsOf(now, 'fill', 'fill', 'info', {
      message: `${boughtOrSold(now.side)} ${grouped(now.filledAmount)}${whole}${price}.`,
      detail,
      action: null,
    }),
    total: now.filledAmount,
    counts: 'growth',
  }
}

function rejectNews(now: Order): News {
  const code = now.refusal?.code ?? 'no reason given'
  return newsOf(now, 'end', 'reject', 'error', {
    message: `${orderInWords(now)} was refused: ${code}.`,
    detail: `${whatFilled(now)} ${now.refusal?.message ?? 'The venue gave no reason.'}`,
    // The sentence of the code says what to do.
    action: null,
  })
}

function notSentNews(now: Order, before: Order | undefined): News {
  const detail = now.refusal?.message ?? 'Nothing left this machine.'
  if (before?.pending === 'cancel')
    return newsOf(now, 'end', 'cancel', 'info', {
      message: `${orderInWords(now)} is canceled: it had not been sent yet.`,
      detail,
      action: null,
    })
  return newsOf(now, 'end', 'reject', 'error', {
    message: `${orderInWords(now)} was not sent.`,
    detail,
    action: 'Send it again if you still want it.',
  })
}

function deadNews(now: Order, event: OrderEvent): News {
  if (event.kind === 'written-off')
    return newsOf(now, 'fate', 'no answer', 'warning', {
      message: `${orderInWords(now)} was written off by ${event.by}.`,
      detail: 'It counts no more. The venue never said what became of it.',
      action: null,
    })
  const detail = event.kind === 'dead' ? event.proof : 'It counts no more.'
  if (!wasShown(now))
    return newsOf(now, 'fate', 'no answer', 'warning', {
      message: `${orderInWords(now)} never reached the book: that is proven now.`,
      detail,
      action: 'Send it again if you still want it.',
    })
  const elsewhere = now.origin === 'external' ? ', which was not sent from this desk,' : ''
  return newsOf(now, 'fate', 'no answer', 'warning', {
    message: `${orderInWords(now)}${elsewhere} is unknown to the venue that had shown it.`,
    detail: `${detail} It counts no more.`,
    action: now.origin === 'external' ? null : 'Look at the position before you send it again.',
  })
}

const AT_ONCE: ReadonlySet<string | null> = new Set(['IOC', 'FOK'])

/** An order that the venue closed without filling all of it. */
function closedNews(now: Order, before: Order | undefined): News {
  const words = orderInWords(now)
  const detail = whatFilled(now)
  if (before?.pending === 'cancel' || (now.origin === 'external' && now.status === 'canceled'))
    return newsOf(now, 'end', 'cancel', 'info', {
      message: `${words} is canceled: the venue shows it.`,
      detail,
      action: null,
    })
  const ends = AT_ONCE.has(now.timeInForce) || now.limitPrice === null
  if (now.status === 'expired' || (now.status === 'canceled' && ends))
    return newsOf(now, 'end', 'expiry', ends ? 'info' : 'warning', {
      message: `${words} expired.`,
      detail,
      action: ends ? null : 'Send it again if you still want it.',
    })
  return newsOf(now, 'end', 'cancel', 'warning', {
    message:
      now.status === 'canceled'
        ? `${words} was canceled, and this desk had not asked for it.`
        : `${words} is over: the venue says "${now.status ?? 'nothing'}".`,
    detail,
    action: 'Ask the broker why, or send it again if you still want it.',
  })
}

/** Whether nothing of it is left to fill, as far as can be told. */
function isFilled(of: Order): boolean {
  if (of.status === 'filled') return true
  const rest = restOf(of)
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
      action: 'Look at the position.',
    }),
  ]
}

const PRICES = [
  ['limitPrice', 'price'],
  ['triggerPrice', 'trigger'],
  ['stopLossPrice', 'stop loss'],
  ['takeProfitPrice', 'take profit'],
  ['amount', 'amount'],
] as const

/** What the venue shows changed of an order that works on. */
function amendedNews(now: Order, before: Order): News[] {
  const changes = PRICES.flatMap(([field, word]) => {
    const [was, is] = [before[field], now[field]]
    return was !== null && is !== null && was !== is ? [`${word} from ${grouped(was)} to ${grouped(is)}`] : []
  })
  if (changes.length === 0) return []
  const ours = before.pending === 'amend'
  return [
    newsOf(now, 'amend', 'amend', 'info', {
      message: `${orderInWords(before)} was changed: ${changes.join(', ')}.`,
      detail: ours ? null : 'The venue shows the change; this desk had not asked for it.',
      action: null,
    }),
  ]
}

/** A cancel or amend that did not do what it was asked to, of an order that lives on. */
function wishNews(now: Order, before: Order, event: OrderEvent): News[] {
  const words = orderInWords(now)
  const act = before.pending
  if (act === null || now.pending !== null) return []
  const stays = 'The order stays at the venue as it was.'
  if (event.kind === 'refused' || event.kind === 'not-sent') {
    const how = event.kind === 'refused' ? `was refused: ${event.code}` : 'was not sent'
    return [
      newsOf(now, act, act, 'warning', {
        message: `The ${act} of ${words} ${how}.`,
        detail: `${stays} ${event.message}`,
        action: act === 'cancel' ? 'Cancel it again if it should go.' : 'Change it again if it should move.',
      }),
    ]
  }
  if (event.kind !== 'wish-over' || event.proven) return []
  return [
    newsOf(now, act, act, 'error', {
      message: `No proof that ${words} was ${act === 'cancel' ? 'canceled' : 'amended'}: it counts as it was.`,
      detail:
        act === 'cancel' ? 'The venue did not show it as canceled.' : 'The venue did not show the change.',
      action:
        act === 'cancel'
          ? 'Look at the order, then cancel it again.'
          : 'Look at the order before you change it again.',
    }),
  ]
}

/** A report that is about another order than the known one of its id. `why`: a clause without a full stop. */
export const contradictionNews = (known: Order, why: string): News =>
  newsOf(known, 'contradiction', 'no answer', 'error', {
    message: `The venue reported order ${known.referenceId} of ${known.customerCode} otherwise than it is known here: ${why}.`,
    detail: `The report was not taken. ${orderInWords(known)} counts as before, and it is being looked up.`,
    action: 'Ask the broker whether another order has this id.',
  })

/** An order whose status nobody knows, and one whose status became known. */
function fateNews(now: Order, before: Order | undefined, event: OrderEvent): News[] {
  const words = orderInWords(now)
  if (event.kind === 'unproven' && now.phase === 'unknown')
    return [
      newsOf(now, 'fate', 'no answer', 'error', {
        message: `${words} may or may not be live.`,
        detail: `No proof of what became of it: ${event.message} It counts at full size and is being looked up.`,
        action: 'Do not send it again.',
      }),
    ]
  if (isEndDoubted(now) && !(before && isEndDoubted(before)))
    return [
      newsOf(now, 'fate', 'no answer', 'warning', {
        message: `${words} may be live: the venue reported it over and then showed it open.`,
        detail: 'It counts as live until a look-up proves which is right.',
        action: 'Do not send it again.',
      }),
    ]
  if (event.kind === 'absent' && now.phase === 'unknown')
    return [
      newsOf(now, 'fate', 'no answer', 'warning', {
        message: `The venue does not know ${words} any more.`,
        detail: 'It counts at full size and is being looked up.',
        action: 'Do not send it again.',
      }),
    ]
  if (event.kind === 'unresolved')
    return [
      newsOf(now, 'fate', 'no answer', 'error', {
        message: `Nothing tells what became of ${words}.`,
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
        : `${words} is over: its status is known again.`,
      detail: null,
      action: null,
      counts: 'never',
    }),
  ]
}

/**
 * What a dealer must hear of one change of an order; `before` is undefined where the order was not known. An order met in a list is no
 * news by itself: it stood there before.
 */
export function orderNews(before: Order | undefined, now: Order, event: OrderEvent): readonly News[] {
  if (!before && event.kind === 'shown' && event.by === 'list') return []
  const filled = compare(filledOf(now), filledOf(before)) > 0
  const ended = !isLive(now) && (!before || isLive(before))
  /** The end that was told already stands after all. */
  const endStands =
    before !== undefined && isEndDoubted(before) && before.status === now.status && now.phase !== 'dead'
  const told: News[] = []
  // A full fill that was told while the order worked is told again as the whole order.
  if (filled || (ended && now.phase === 'closed' && isFilled(now))) told.push(fillNews(now))
  if (ended && !endStands) told.push(...endNews(now, before, event))
  if (cameBack(before, now))
    told.push(
      newsOf(now, 'fate', 'no answer', 'error', {
        message: `${orderInWords(now)} was held for over and is alive at the venue.`,
        detail: `New orders of ${now.customerCode} are halted.`,
        action: 'Look at the order now, then lift the halt.',
      }),
    )
  else told.push(...fateNews(now, before, event))
  if (before && isLive(before) && isLive(now)) {
    if (event.kind === 'shown' && before.phase === 'working') told.push(...amendedNews(now, before))
    told.push(...wishNews(now, before, event))
  }
  return told
}
