/** How much of each customer's list of open orders was read, and the sentences for it. Pure. Never calls a list whole that is not. */

import { shownCode } from '../../base/shownCode.ts'
import { z } from 'zod'
import { customerCode, epochMs, type CustomerCode } from '../scalars.ts'

/**
 * `whole`: the venue showed the list to its end · `partial`: the venue showed some of it · `unread`: no reading counts now · `unavailable`: the
 * venue has no such list, so our own orders are looked up one by one and orders from elsewhere stay unseen.
 */
export const readingState = z.enum(['whole', 'partial', 'unread', 'unavailable'])
export type ReadingState = z.infer<typeof readingState>

export const openOrderReading = z.strictObject({
  customerCode,
  state: readingState,
  /** Core's wall clock when the newest answered list was requested, ms; null before the first. */
  readAt: epochMs.nullable(),
  /** Open orders that this list showed. */
  shown: z.number().int(),
  /** Why the list is not whole: a clause without a full stop. Null where it is whole. */
  reason: z.string().nullable(),
})
export type OpenOrderReading = z.infer<typeof openOrderReading>

/** What can happen to a reading. `at` is the core's wall clock, ms: when a list was requested, or when a failure came. */
export type ReadingEvent =
  /** The venue answered. `missing`: why the list may hold more orders than it showed; null: the venue showed all. */
  | { readonly kind: 'listed'; readonly at: number; readonly shown: number; readonly missing: string | null }
  /** No answer, or an unreadable answer. */
  | { readonly kind: 'failed'; readonly at: number; readonly why: string }
  /** The venue has no list of open orders. */
  | { readonly kind: 'unavailable'; readonly at: number; readonly why: string }
  /** The reading no longer counts: a stream was down, the clock was set, or the session ended. */
  | { readonly kind: 'void'; readonly why: string }

/** Ms for which a whole list stays valid, kept up by the orders stream, while reading it again fails. */
export const WHOLE_STANDS_FOR = 120_000

export const neverRead = (code: CustomerCode): OpenOrderReading => ({
  customerCode: code,
  state: 'unread',
  readAt: null,
  shown: 0,
  reason: 'not requested yet',
})

/** The reading after one more event. */
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
      const isStillValid = before.state === 'whole' && age >= 0 && age < WHOLE_STANDS_FOR
      return isStillValid ? before : { ...before, state: 'unread', reason: event.why }
    }
    case 'unavailable':
      return { ...before, state: 'unavailable', readAt: event.at, shown: 0, reason: event.why }
    case 'void':
      return before.state === 'unavailable' ? before : { ...before, state: 'unread', reason: event.why }
  }
}

/** The readings of these customers that are not whole. A customer without a reading was never read. */
export function unseenOf(
  codes: Iterable<CustomerCode>,
  readings: ReadonlyMap<string, OpenOrderReading>,
): OpenOrderReading[] {
  return [...codes]
    .map((code) => readings.get(code) ?? neverRead(code))
    .filter(({ state }) => state !== 'whole')
}

/** `the list of C1042 is not complete (7 orders shown): …`. `be` is `was` for an earlier reading. */
export function readingWords(
  { customerCode: read, state, shown, reason }: OpenOrderReading,
  be: 'is' | 'was' = 'is',
): string {
  const code = shownCode(read)
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

const names = (readings: readonly OpenOrderReading[]): string => {
  const more = readings.length - NAMED
  const named = readings.slice(0, NAMED).map(({ customerCode: code }) => shownCode(code))
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

/** The open orders at the venue that Openpit may not see. */
export interface Unseen {
  /** The lists that are not whole. */
  readonly lists: readonly OpenOrderReading[]
  /** Why there may be customers that Openpit does not know, whose lists are not read: a clause without a full stop. Null: all are known. */
  readonly customers: string | null
}

/** The same where every customer is known. */
export const unseenIn = (lists: readonly OpenOrderReading[]): Unseen => ({ lists, customers: null })

export const isAllSeen = ({ lists, customers }: Unseen): boolean => lists.length === 0 && customers === null

/** What could not be seen, as a clause without a full stop. Null where every list of every customer is whole. */
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
    const why = isSame ? `: ${cause.reason}` : ` (${shownCode(cause.customerCode)}: ${cause.reason})`
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

/** Why nothing new is sent for a customer whose list is not whole; null: the list does not block. `live`: the customer's known live orders. */
export function unseenExposure(reading: OpenOrderReading, live: number): string | null {
  if (reading.state === 'whole' || reading.state === 'unavailable') return null
  if (live === 0) return `${capital(readingWords(reading))}; what is open at the venue is not known.`
  return `${capital(countWords(live, unseenIn([reading])))} of ${shownCode(reading.customerCode)} ${live === 1 ? 'is' : 'are'} open: ${readingWords(reading)}.`
}

/** A clause with its first letter in upper case. */
export const capital = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`

/** A sentence without its full stop, as a reason. */
export const reasonOf = (sentence: string): string => sentence.replace(/\.$/, '')
