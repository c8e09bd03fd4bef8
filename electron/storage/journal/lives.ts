/** Lists the journal's rows about one order, one customer's day, or one day of the whole desk, in plain words. Pure; proves nothing. */

import { DEALER_PHASE, type JournalEntry } from '../../../shared/domain/journalEntry.ts'
import {
  eventWords,
  limitWords,
  shownWords,
  stateWords,
} from '../../../shared/domain/orders/auditTrailSentences.ts'
import {
  CHANGE_KINDS,
  changesWords,
  CUSTOMER_CHANGES,
  readCustomerChanges,
} from '../../../shared/domain/settings/customerChanges.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { applyOrderEvent } from '../../../shared/domain/orders/orderLife.ts'
import type { BlockRow } from '../../../shared/domain/orders/rows/blockTag.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import { alertWords, approvalWords, blockWords, type DeskWords } from './deskEntries.ts'

/** One event. A field without a value is empty text. */
export interface LifeRow {
  /** UTC, to the millisecond. */
  readonly when: string
  /** Venue and user. */
  readonly who: string
  /** Who dealt at that time, as named at sign-in; of an order known only from a later segment: who dealt the order. */
  readonly dealer: string
  readonly customer: string
  readonly order: string
  readonly what: string
  /** The warnings that the dealer was shown, and the text that the dealer typed. */
  readonly shown: string
  /** The limit that was found, with the version of the limits. */
  readonly limit: string
  readonly answer: string
  /** The state of the order afterwards, as far as it was known. */
  readonly state: string
  /** Segment and number of the record. */
  readonly record: string
}

export interface JournalLine {
  readonly entry: JournalEntry
  /** Segment and number of the record. */
  readonly record: string
}

type Words = Partial<Omit<LifeRow, 'when' | 'who' | 'record'>>
/** A line, and who dealt when it was written; null: nobody was named. */
type DealtLine = JournalLine & { readonly dealer: string | null }
const rowOf = ({ entry, record, dealer }: DealtLine, words: Words): LifeRow => ({
  when: new Date(entry.at).toISOString(),
  who: entry.whose,
  dealer: dealer ?? '',
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

interface OrderRow {
  readonly row: LifeRow
  /** Null: the entry may concern any customer. */
  readonly customer: CustomerCode | null
  readonly reference: ReferenceId | null
  /** The intent of an order or of a limit's refusal; null for other rows. */
  readonly intentId: string | null
  /** The entry belongs to the whole desk. Such a row belongs to the day of a customer only where it names the customer. */
  readonly isOfDesk?: true
}

const deskRow = (line: DealtLine, { customer, ...words }: DeskWords): OrderRow => ({
  row: rowOf(line, { ...words, ...(customer === undefined ? {} : { customer }) }),
  customer: customer ?? null,
  reference: null,
  intentId: null,
  isOfDesk: true,
})

/** A row for each customer whose entry was changed, and one for those that the journal does not name. */
function* rowsOfChanges(line: DealtLine, json: string): Generator<OrderRow> {
  const changes = readCustomerChanges(json)
  const row = (customer: CustomerCode | null, what: string): OrderRow => ({
    row: rowOf(line, {
      customer: customer ?? '',
      what,
      answer: changes === null ? '' : `by ${changes.by}: ${changesWords(changes)}`,
    }),
    customer,
    reference: null,
    intentId: null,
  })
  if (changes === null) {
    yield row(null, 'the customer list was changed in a way that this release cannot read')
    return
  }
  for (const kind of CHANGE_KINDS) {
    const { codes, count } = changes[kind]
    for (const code of codes) yield row(code, `entry in the customer list ${kind}`)
    const more = count - codes.length
    if (more > 0) yield row(null, `entries of ${more} more customers ${kind}, whose codes are not recorded`)
  }
}

/** Every row of every order and customer, folded by `applyOrderEvent`. Orders of different accounts are separate. */
function* rows(lines: Iterable<JournalLine>): Generator<OrderRow> {
  const known = new Map<string, Order>()
  const keyOf = (accountKey: string, reference: string) => `${accountKey}\n${reference}`
  /** The rows of each block, by account and block. */
  const blocks = new Map<string, readonly BlockRow[]>()
  let dealer: string | null = null
  for (const read of lines) {
    const { body, whose: accountKey } = read.entry
    const line = { ...read, dealer }
    switch (body.type) {
      case 'order': {
        const { customerCode, referenceId, event } = body
        const key = keyOf(accountKey, referenceId)
        const next = applyOrderEvent(known.get(key), customerCode, referenceId, event)
        if (next) known.set(key, next)
        const state = next ? stateWords(next) : 'not known'
        const words = {
          customer: customerCode,
          order: referenceId,
          ...(event.kind === 'intent' && event.dealer !== undefined ? { dealer: event.dealer ?? '' } : {}),
          ...eventWords(event),
          state,
        }
        const intentId = event.kind === 'intent' ? event.intentId : null
        yield { row: rowOf(line, words), customer: customerCode, reference: referenceId, intentId }
        break
      }
      case 'carried':
        for (const { plan } of body.blocks ?? []) blocks.set(keyOf(body.whose, plan.blockId), plan.rows)
        for (const order of body.orders) {
          const key = keyOf(body.whose, order.referenceId)
          if (known.has(key)) continue
          known.set(key, order)
          const words = {
            customer: order.customerCode,
            order: order.referenceId,
            dealer: order.dealer ?? '',
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
                    answer: `${body.ties ? 'records agree' : 'records differ'}: ${body.detail}`,
                  }),
            }),
            customer: body.customerCode,
            reference: null,
            intentId: null,
          }
        break
      case 'rules':
        if (body.name === CUSTOMER_CHANGES) yield* rowsOfChanges(line, body.json)
        break
      case 'session':
        if (body.phase === DEALER_PHASE) dealer = body.message
        break
      case 'approval':
        yield deskRow(line, approvalWords(body))
        break
      case 'block': {
        const key = keyOf(accountKey, body.blockId)
        if (body.event.kind === 'planned') blocks.set(key, body.event.plan.rows)
        yield deskRow(line, blockWords(body.blockId, body.event, blocks.get(key) ?? null))
        break
      }
      case 'alert':
        yield deskRow(line, alertWords(body))
        break
      case 'started':
      case 'sends':
      case 'clock':
        // What the program needs for its next start.
        break
    }
  }
}

/** The whole life of one order, with the limits' earlier refusals of the same intent. Empty where the journal does not know the order. */
export function orderLife(lines: Iterable<JournalLine>, reference: string): LifeRow[] {
  const all = [...rows(lines)]
  const intents = new Set(
    all.flatMap((row) => (row.reference === reference && row.intentId !== null ? [row.intentId] : [])),
  )
  return all
    .filter(
      ({ reference: named, intentId }) =>
        named === reference || (named === null && intents.has(intentId ?? '')),
    )
    .map(({ row }) => row)
}

/** Every row of one customer on one UTC day, `YYYY-MM-DD`. States include the days before. */
export function customerDay(lines: Iterable<JournalLine>, customer: string, day: string): LifeRow[] {
  return [...rows(lines)]
    .filter(
      ({ customer: named, isOfDesk, row }) =>
        (named === customer || (named === null && isOfDesk !== true)) && row.when.startsWith(`${day}T`),
    )
    .map(({ row }) => row)
}

/** The rows of the whole desk on one UTC day, `YYYY-MM-DD`: requests for a second dealer, events of blocks, notices to acknowledge. */
export const deskDay = (lines: Iterable<JournalLine>, day: string): LifeRow[] =>
  [...rows(lines)]
    .filter(({ isOfDesk, row }) => isOfDesk === true && row.when.startsWith(`${day}T`))
    .map(({ row }) => row)
