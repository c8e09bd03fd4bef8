/** The notices of a cancel or change that was asked for: confirmed, refused, not sent, or never confirmed. Pure. Denies no request that may have been carried out. */

import { groupedDigits } from '../../../base/groupedText.ts'
import type { News } from '../../notice.ts'
import { newsOf, orderInWords } from './newsOfOrder.ts'
import { isUnproven, type Order } from '../order.ts'
import type { OrderEvent } from '../orderLife.ts'

const PRICES = [
  ['limitPrice', 'price'],
  ['triggerPrice', 'trigger'],
  ['stopLossPrice', 'stop loss'],
  ['takeProfitPrice', 'take profit'],
  ['amount', 'amount'],
] as const

/** What the venue shows changed of an order that works on. */
export function amendedNews(now: Order, before: Order): News[] {
  const changes = PRICES.flatMap(([field, word]) => {
    const [was, is] = [before[field], now[field]]
    return was !== null && is !== null && was !== is
      ? [`${word} from ${groupedDigits(was)} to ${groupedDigits(is)}`]
      : []
  })
  if (changes.length === 0) return []
  const news = newsOf(now, 'amend', 'amend', 'info', {
    message: `${orderInWords(before)} was changed: ${changes.join(', ')}.`,
    detail: before.pending === 'amend' ? null : whoChanged(before),
    action: null,
  })
  // The notice that the change was not confirmed has the same key: the change did not happen twice.
  return [before.unconfirmed?.includes('amend') ? { ...news, counts: 'never' } : news]
}

/** For a change that no request waits for. */
function whoChanged({ origin, unconfirmed }: Order): string {
  if (unconfirmed?.includes('amend'))
    return 'The venue shows the change. An earlier change by this desk had not been confirmed.'
  return origin === 'unknown'
    ? 'The venue shows the change. It is unknown whether this desk requested it.'
    : 'The venue shows the change, but this desk did not request it.'
}

/** What is known of an order whose cancel or amend was refused or not sent. */
function knownAfter(now: Order, event: Extract<OrderEvent, { kind: 'refused' | 'not-sent' }>): string {
  if (isUnproven(now)) return 'It is still unknown whether the order is at the venue.'
  if (event.kind === 'refused' && event.code === 'NOT_FOUND')
    return 'The venue does not know the order: it may be filled or canceled. Openpit looks it up.'
  return now.unconfirmed === undefined
    ? 'The order stays at the venue as it was.'
    : 'The order counts as before. An earlier request of this desk is not confirmed.'
}

/** A cancel or amend that had no effect on an order that is still live. */
export function requestNews(now: Order, before: Order, event: OrderEvent): News[] {
  const words = orderInWords(now)
  const act = before.pending
  if (act === null || now.pending !== null) return []
  if (event.kind === 'refused' || event.kind === 'not-sent') {
    const how = event.kind === 'refused' ? `was refused: ${event.code}` : 'was not sent'
    return [
      newsOf(now, act, act, 'warning', {
        message: `The ${act} of ${words} ${how}.`,
        detail: `${knownAfter(now, event)} ${event.message}`,
        action:
          act === 'cancel'
            ? 'Look at the order, then cancel it again if you still want it canceled.'
            : 'Look at the order, then amend it again if you still want the change.',
      }),
    ]
  }
  if (event.kind !== 'wish-over' || event.proven) return []
  return [
    newsOf(now, act, act, 'error', {
      message: `Not confirmed that ${words} was ${act === 'cancel' ? 'canceled' : 'amended'}: it counts as before.`,
      detail:
        act === 'cancel' ? 'The venue did not show it as canceled.' : 'The venue did not show the change.',
      action:
        act === 'cancel'
          ? 'Check the order, then cancel it again.'
          : 'Check the order before you amend it again.',
    }),
  ]
}
