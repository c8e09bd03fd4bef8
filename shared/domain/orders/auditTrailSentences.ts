/** The audit trail of an order in words: each event, who caused it, and the order's state after it. For screens and reports. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import type { LimitFinding } from './limitDecision.ts'
import type { Order, OrderChanges, OrderDraft } from './order.ts'
import type { OrderEvent } from './orderLife.ts'
import type { BracketPrices } from './bracketPrices.ts'

/** Left out where there is nothing to say. */
export interface EventWords {
  readonly what: string
  /** The warnings that the dealer was shown, and what he typed to confirm. */
  readonly shown?: string
  /** The limits that reported something, with the version of the limits. */
  readonly limit?: string
  readonly answer?: string
}

const dealerOr = (dealer: string | null): string => (dealer === null ? 'dealer' : `dealer ${dealer}`)

/** Who caused an event. `dealer`: who dealt then; null: nobody was named. An intent that names its own dealer, such as that of a row of a block, counts before that. */
export function byWhom(event: OrderEvent, dealer: string | null): string {
  switch (event.kind) {
    case 'intent':
      return dealerOr(event.dealer === undefined ? dealer : event.dealer)
    case 'cancel-asked':
    case 'amend-asked':
      return dealerOr(dealer)
    case 'written-off':
      return event.by
    case 'shown':
      return event.by === 'stream' ? 'venue, by itself' : `venue, ${event.by}`
    case 'refused':
    case 'taken':
    case 'absent':
      return 'venue'
    case 'sending':
    case 'not-sent':
    case 'unproven':
    case 'asking':
    case 'dead':
    case 'unresolved':
    case 'wish-over':
    case 'leg-released':
      return 'desk'
  }
}

const some = (...words: readonly (string | null | undefined | false)[]): string =>
  words.filter((word) => word !== null && word !== undefined && word !== false && word !== '').join(', ')
const named = (name: string, value: string | number | null): string | null =>
  value === null ? null : `${name} ${value}`

/** Every field of a draft but the customer. */
export const draftWords = (draft: OrderDraft): string =>
  some(
    `${draft.side} ${draft.amount ?? `${draft.cashAmount ?? ''} USDC`} ${shownCode(draft.symbol)} ${draft.type === 'limit' ? named('limit', draft.limitPrice ?? '') : draft.type}`,
    draft.type !== 'limit' && named('limit', draft.limitPrice),
    named('trigger', draft.triggerPrice),
    named('stop loss', draft.stopLossPrice),
    named('take profit', draft.takeProfitPrice),
    named('on', draft.triggerPriceType),
    draft.timeInForce,
    named('leverage', draft.leverage),
  )
const bracketPricesWords = ({ takeProfitPrice, stopLossPrice }: BracketPrices): string =>
  some(named('take profit', takeProfitPrice), named('stop loss', stopLossPrice))
const changeWords = (changes: OrderChanges): string =>
  some(
    named('amount', changes.amount),
    named('limit', changes.limitPrice),
    named('trigger', changes.triggerPrice),
    named('stop loss', changes.stopLossPrice),
    named('take profit', changes.takeProfitPrice),
  )
/** The state of an order. */
export const stateWords = (order: Order): string =>
  some(
    order.status === null ? order.phase : `${order.phase} (${order.status})`,
    `filled ${order.filledAmount}${order.amount === null ? '' : ` of ${order.amount}`}`,
    order.pending !== null && `${order.pending} not confirmed`,
    order.refusal && `${order.refusal.code}: ${order.refusal.message}`,
  )
/** The warnings that the dealer was shown, and what he typed to confirm. */
export const shownWords = (findings: readonly LimitFinding[], typed: string | null): string =>
  [...findings.map(({ sentence }) => sentence), ...(typed === null ? [] : [`typed ${typed}`])].join(' · ')
/** The limits that reported something, with the version of the limits. */
export const limitWords = (version: number, findings: readonly LimitFinding[]): string =>
  `version ${version}: ${findings.length === 0 ? 'nothing found' : findings.map(({ limit, level }) => `${limit} (${level})`).join(', ')}`

/** One event of the audit trail. */
export function eventWords(event: OrderEvent): EventWords {
  switch (event.kind) {
    case 'intent':
      return {
        what: some(
          `intent: ${draftWords(event.draft)}`,
          event.bracket && `bracket: ${bracketPricesWords(event.bracket)}`,
          event.legOf !== undefined && `leg of ${event.legOf}`,
          event.note !== undefined && `note “${event.note}”`,
        ),
        shown: shownWords(event.check.findings, event.check.typed),
        limit: limitWords(event.check.version, event.check.findings),
      }
    case 'sending':
      return {
        what: some(
          `sending ${event.act}: ${event.method} ${event.path}`,
          named('body SHA-256', event.bodyHash),
          named('nonce', event.nonce),
          event.validUntil !== null && `valid until ${new Date(event.validUntil).toISOString()}`,
        ),
      }
    case 'shown':
      return {
        what: `shown by ${event.by}`,
        answer: `${event.report.status}, filled ${event.report.filledAmount} for ${event.report.filledQuote}`,
      }
    case 'refused':
      return { what: `${event.act} refused`, answer: `${event.code}: ${event.message}` }
    case 'not-sent':
      return { what: `${event.act} not sent`, answer: event.message }
    case 'unproven':
      return { what: `${event.act} outcome unknown`, answer: event.message }
    case 'taken':
      return { what: `${event.act} acknowledged`, answer: 'the venue accepted the request' }
    case 'asking':
      return { what: 'querying the venue' }
    case 'absent':
      return { what: 'not found', answer: 'the venue does not know the order' }
    case 'dead':
      return { what: 'proven dead', answer: event.proof }
    case 'unresolved':
      return { what: 'unresolved', answer: event.why }
    case 'written-off':
      return { what: `written off by ${event.by}` }
    case 'leg-released':
      return { what: `no leg for ${event.released} of its fill: ${event.why}` }
    case 'cancel-asked':
      return { what: 'cancel requested' }
    case 'amend-asked':
      return { what: `amend requested: ${changeWords(event.changes)}` }
    case 'wish-over':
      return {
        what: `${event.act} closed`,
        answer: event.proven ? 'the order shows it' : 'the order never showed it',
      }
  }
}
