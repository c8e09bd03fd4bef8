/** Tells what the journal holds of one order or of one customer's day, row by row, in plain words. Pure; proves nothing. */

import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { LimitFinding } from '../../../shared/domain/limitDecision.ts'
import type { Order, OrderChanges, OrderDraft } from '../../../shared/domain/order.ts'
import { applyOrderEvent, type OrderEvent } from '../../../shared/domain/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/text.ts'

/** One thing that happened. Empty text where there is nothing to say. */
export interface LifeRow {
  /** UTC, to the millisecond. */
  readonly when: string
  /** Venue and user. */
  readonly who: string
  readonly customer: string
  readonly order: string
  readonly what: string
  /** What the dealer was shown, and what he typed to go on. */
  readonly shown: string
  /** Which limit, with the version of the limits. */
  readonly limit: string
  readonly answer: string
  /** What was known of the order afterwards. */
  readonly state: string
  /** Segment and number of the record. */
  readonly record: string
}

export interface JournalLine {
  readonly entry: JournalEntry
  /** Segment and number of the record. */
  readonly record: string
}

type Words = Partial<Pick<LifeRow, 'what' | 'shown' | 'limit' | 'answer' | 'state' | 'customer' | 'order'>>
const rowOf = ({ entry, record }: JournalLine, words: Words): LifeRow => ({
  when: new Date(entry.at).toISOString(),
  who: entry.whose,
  customer: '',
  order: '',
  what: '',
  shown: '',
  limit: '',
  answer: '',
  state: '',
  ...words,
  record,
})

const some = (...words: readonly (string | null | false)[]): string =>
  words.filter((word) => word !== null && word !== false && word !== '').join(', ')
const named = (name: string, value: string | number | null): string | null =>
  value === null ? null : `${name} ${value}`

const draftWords = (of: OrderDraft): string =>
  some(
    `${of.side} ${of.amount ?? `${of.cashAmount ?? ''} USDC`} ${of.symbol} ${of.type}`,
    named('limit', of.limitPrice),
    named('trigger', of.triggerPrice),
    named('stop loss', of.stopLossPrice),
    named('take profit', of.takeProfitPrice),
    named('on', of.triggerPriceType),
    of.timeInForce,
    named('leverage', of.leverage),
  )
const changeWords = (of: OrderChanges): string =>
  some(
    named('amount', of.amount),
    named('limit', of.limitPrice),
    named('trigger', of.triggerPrice),
    named('stop loss', of.stopLossPrice),
    named('take profit', of.takeProfitPrice),
  )
const stateWords = (of: Order): string =>
  some(
    of.status === null ? of.phase : `${of.phase} (${of.status})`,
    `filled ${of.filledAmount}${of.amount === null ? '' : ` of ${of.amount}`}`,
    of.pending !== null && `${of.pending} not confirmed`,
    of.refusal && `${of.refusal.code}: ${of.refusal.message}`,
  )
const shownWords = (findings: readonly LimitFinding[], typed: string | null): string =>
  [...findings.map(({ sentence }) => sentence), ...(typed === null ? [] : [`typed ${typed}`])].join(' · ')
const limitWords = (version: number, findings: readonly LimitFinding[]): string =>
  `version ${version}: ${findings.length === 0 ? 'nothing found' : findings.map(({ limit, level }) => `${limit} (${level})`).join(', ')}`

function eventWords(event: OrderEvent): Words {
  switch (event.kind) {
    case 'intent':
      return {
        what: `intent: ${draftWords(event.draft)}`,
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
      return { what: `${event.act} unproven`, answer: event.message }
    case 'taken':
      return { what: `${event.act} taken in`, answer: 'the venue took it in' }
    case 'asking':
      return { what: 'the venue is asked' }
    case 'absent':
      return { what: 'absent', answer: 'the venue does not know the order' }
    case 'dead':
      return { what: 'proven dead', answer: event.proof }
    case 'unresolved':
      return { what: 'unresolved', answer: event.why }
    case 'written-off':
      return { what: `written off by ${event.by}` }
    case 'cancel-asked':
      return { what: 'cancel asked' }
    case 'amend-asked':
      return { what: `amend asked: ${changeWords(event.changes)}` }
    case 'wish-over':
      return {
        what: `${event.act} over`,
        answer: event.proven ? 'the order shows it' : 'the order never showed it',
      }
  }
}

interface OrderRow {
  readonly row: LifeRow
  readonly customer: CustomerCode
  readonly reference: ReferenceId | null
  /** Of a limit's refusal or an intent: what ties the two. */
  readonly intentId: string | null
}

/** Every row of every order and customer, by the one fold; a user's orders are his own. */
function* rows(lines: Iterable<JournalLine>): Generator<OrderRow> {
  const known = new Map<string, Order>()
  const keyOf = (whose: string, reference: ReferenceId) => `${whose}\n${reference}`
  for (const line of lines) {
    const { body, whose } = line.entry
    switch (body.type) {
      case 'order': {
        const { customerCode, referenceId, event } = body
        const key = keyOf(whose, referenceId)
        const next = applyOrderEvent(known.get(key), customerCode, referenceId, event)
        if (next) known.set(key, next)
        const state = next ? stateWords(next) : 'not known'
        const words = { customer: customerCode, order: referenceId, ...eventWords(event), state }
        const intentId = event.kind === 'intent' ? event.intentId : null
        yield { row: rowOf(line, words), customer: customerCode, reference: referenceId, intentId }
        break
      }
      case 'carried':
        for (const order of body.orders) {
          const key = keyOf(body.whose, order.referenceId)
          if (known.has(key)) continue
          known.set(key, order)
          const words = {
            customer: order.customerCode,
            order: order.referenceId,
            what: 'known from a segment that is not here',
            state: stateWords(order),
          }
          yield {
            row: rowOf(line, words),
            customer: order.customerCode,
            reference: order.referenceId,
            intentId: null,
          }
        }
        break
      case 'limit':
        yield {
          row: rowOf(line, {
            customer: body.customerCode,
            what: `stopped by the limits: ${body.what}`,
            shown: shownWords(body.findings, null),
            limit: limitWords(body.version, body.findings),
          }),
          customer: body.customerCode,
          reference: null,
          intentId: body.intentId,
        }
        break
      case 'deed':
      case 'reconciled':
        if (body.customerCode !== null)
          yield {
            row: rowOf(line, {
              customer: body.customerCode,
              ...(body.type === 'deed'
                ? { what: `${body.deed} ${body.stage}: ${body.what}`, answer: body.detail ?? '' }
                : {
                    what: 'compared with the venue',
                    answer: `${body.ties ? 'ties' : 'does not tie'}: ${body.detail}`,
                  }),
            }),
            customer: body.customerCode,
            reference: null,
            intentId: null,
          }
        break
      case 'started':
      case 'session':
      case 'rules':
      case 'clock':
      case 'alert':
        // Of the desk, not of a customer.
        break
    }
  }
}

/** The whole life of one order, with what the limits said of the same intent before it passed. Empty when nobody knows the order. */
export function orderLife(lines: Iterable<JournalLine>, reference: string): LifeRow[] {
  const all = [...rows(lines)]
  const intents = new Set(
    all.flatMap((of) => (of.reference === reference && of.intentId !== null ? [of.intentId] : [])),
  )
  return all
    .filter((of) => of.reference === reference || (of.reference === null && intents.has(of.intentId ?? '')))
    .map(({ row }) => row)
}

/** Everything of one customer on one UTC day, `YYYY-MM-DD`; states know the days before. */
export function customerDay(lines: Iterable<JournalLine>, customer: string, day: string): LifeRow[] {
  return [...rows(lines)]
    .filter((of) => of.customer === customer && of.row.when.startsWith(`${day}T`))
    .map(({ row }) => row)
}
