/** How much of each customer's list of open orders has been read, and the sentences that say so. Pure; never calls a list whole that is not. */

import { z } from 'zod'
import { customerCode, epochMs, type CustomerCode } from '../scalars.ts'

/**
 * `whole` the venue showed the list to its end · `partial` the venue showed some of it · `unread` the last reading brought nothing that
 * still counts · `unavailable` the venue has no such list: our own orders are looked up one by one, orders from elsewhere stay unseen.
 */
export const readingState = z.enum(['whole', 'partial', 'unread', 'unavailable'])
export type ReadingState = z.infer<typeof readingState>

export const openOrderReading = z.strictObject({
  customerCode,
  state: readingState,
  /** Core's wall clock when the newest answered list was asked for, ms; null before one came. */
  readAt: epochMs.nullable(),
  /** Open orders that this list showed. */
  shown: z.number().int(),
  /** Why the list is not whole: a clause without a full stop. Null where it is whole. */
  reason: z.string().nullable(),
})
export type OpenOrderReading = z.infer<typeof openOrderReading>

/** What can happen to a reading. `at` is the core's wall clock, ms: of a list when it was asked for, of a failure when it came. */
export type ReadingEvent =
  /** The venue answered. `missing`: why the list may hold more orders than it showed; null: the venue showed all. */
  | { readonly kind: 'listed'; readonly at: number; readonly shown: number; readonly missing: string | null }
  /** No answer, or one that cannot be read. */
  | { readonly kind: 'failed'; readonly at: number; readonly why: string }
  /** The venue has no list of open orders. */
  | { readonly kind: 'unavailable'; readonly at: number; readonly why: string }
  /** What was read does not count any more: a stream was away, the clock was set, the session ended. */
  | { readonly kind: 'void'; readonly why: string }

/** Ms for which a whole list stands, kept up by the orders stream, while reading it again fails. */
export const WHOLE_STANDS_FOR = 120_000

export const neverRead = (code: CustomerCode): OpenOrderReading => ({
  customerCode: code,
  state: 'unread',
  readAt: null,
  shown: 0,
  reason: 'not asked for yet',
})

/** What is known of a list after one more event. */
export function applyReading(before: OpenOrderReading, event: ReadingEvent): OpenOrderReading {
  switch (event.kind) {
    case 'listed':
      return {
        ...before,
        state: event.missing === null ? 'whole' : 'partial',
        readAt: event.at,
        shown: event.shown,
        reason: event.missing,
      }
    case 'failed': {
      const age = before.readAt === null ? -1 : event.at - before.readAt
      const stands = before.state === 'whole' && age >= 0 && age < WHOLE_STANDS_FOR
      return stands ? before : { ...before, state: 'unread', reason: event.why }
    }
    case 'unavailable':
      return { ...before, state: 'unavailable', readAt: event.at, shown: 0, reason: event.why }
    case 'void':
      return before.state === 'unavailable' ? before : { ...before, state: 'unread', reason: event.why }
  }
}

/** The readings of these customers that are not whole; a customer without a reading has never been read. */
export function unseenOf(
  codes: Iterable<CustomerCode>,
  readings: ReadonlyMap<string, OpenOrderReading>,
): OpenOrderReading[] {
  return [...codes]
    .map((code) => readings.get(code) ?? neverRead(code))
    .filter(({ state }) => state !== 'whole')
}

/** `the list of C1042 is not complete (7 orders shown): …`; `was` of one that is another by now. */
export function readingWords(
  { customerCode: code, state, shown, reason }: OpenOrderReading,
  be: 'is' | 'was' = 'is',
): string {
  switch (state) {
    case 'whole':
      return `the list of ${code} ${be} whole`
    case 'partial':
      return `the list of ${code} ${be} not complete (${shown} ${shown === 1 ? 'order' : 'orders'} shown): ${reason}`
    case 'unread':
      return `the list of ${code} ${be} not read: ${reason}`
    case 'unavailable':
      return `the venue shows no list of open orders of ${code}: orders sent from elsewhere cannot be seen`
  }
}

/** Customers named in one sentence. */
const NAMED = 3

const names = (of: readonly OpenOrderReading[]): string => {
  const more = of.length - NAMED
  const named = of.slice(0, NAMED).map(({ customerCode: code }) => code)
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

/** What of the open orders at the venue cannot be seen from here. */
export interface Unseen {
  /** The lists that are not whole. */
  readonly lists: readonly OpenOrderReading[]
  /** Why there may be customers that are not known here, of whom no list is read: a clause without a full stop. Null: all are known. */
  readonly customers: string | null
}

/** What cannot be seen where every customer is known. */
export const unseenIn = (lists: readonly OpenOrderReading[]): Unseen => ({ lists, customers: null })

export const isAllSeen = ({ lists, customers }: Unseen): boolean => lists.length === 0 && customers === null

/** What could not be seen, in one clause without a full stop; null where every list of every customer is whole. */
export function unseenWords({ lists, customers }: Unseen): string | null {
  const parts = [
    unseenListsWords(lists),
    customers === null ? null : `there may be customers that are not known here: ${customers}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join('; ')
}

function unseenListsWords(unseen: readonly OpenOrderReading[]): string | null {
  const [first] = unseen
  if (!first) return null
  if (unseen.length === 1) return readingWords(first)
  const without = unseen.filter(({ state }) => state === 'unavailable')
  const rest = unseen.filter(({ state }) => state !== 'unavailable')
  const parts: string[] = []
  const [cause] = rest
  if (rest.length === 1 && cause) parts.push(readingWords(cause))
  else if (cause) {
    const isSame = rest.every(({ reason }) => reason === cause.reason)
    const why = isSame ? `: ${cause.reason}` : ` (${cause.customerCode}: ${cause.reason})`
    parts.push(`the lists of ${names(rest)} are not complete${why}`)
  }
  if (without.length > 0)
    parts.push(
      `the venue shows no list of open orders of ${names(without)}: orders sent from elsewhere cannot be seen`,
    )
  return parts.join('; ')
}

/** `7 orders`, or `at least 7 orders` where there may be more. */
export function countWords(count: number, unseen: Unseen): string {
  const words = `${count} ${count === 1 ? 'order' : 'orders'}`
  return isAllSeen(unseen) ? words : `at least ${words}`
}

/** Why nothing new is sent for a customer whose list is not whole; null: the list does not stand in the way. `live`: live orders known here. */
export function unseenExposure(reading: OpenOrderReading, live: number): string | null {
  if (reading.state === 'whole' || reading.state === 'unavailable') return null
  if (live === 0) return `${capital(readingWords(reading))}; what is open at the venue is not known.`
  return `${capital(countWords(live, unseenIn([reading])))} of ${reading.customerCode} ${live === 1 ? 'is' : 'are'} open: ${readingWords(reading)}.`
}

/** A clause as the beginning of a sentence. */
export const capital = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`

/** A sentence as a reason: without its full stop. */
export const reasonOf = (sentence: string): string => sentence.replace(/\.$/, '')
