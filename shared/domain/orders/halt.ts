/** Halts: which part of the desk takes nothing new, and how far cancelling its orders got. Pure; sends nothing. */

import { z } from 'zod'
import { openOrderReading } from './openOrderReading.ts'
import type { Order } from './order.ts'
import {
  customerCode,
  epochMs,
  referenceId,
  symbol,
  type CustomerCode,
  type ReferenceId,
} from '../scalars.ts'

/** What a halt is laid on. A group is the customers of that group in the desk's directory, those who join or leave it later too. */
export const haltScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('desk') }),
  z.strictObject({ kind: z.literal('group'), group: z.string().min(1).max(40) }),
  z.strictObject({ kind: z.literal('customer'), customerCode }),
  z.strictObject({ kind: z.literal('instrument'), symbol }),
  z.strictObject({ kind: z.literal('order'), customerCode, referenceId }),
])
export type HaltScope = z.infer<typeof haltScope>

/** `halted`: nothing new, no changes. `reducing`: only what closes a position (docs/architecture.md#halts). */
export const haltMode = z.enum(['halted', 'reducing'])
export type HaltMode = z.infer<typeof haltMode>

/** A customer that a halt of a group covers until it is lifted, whatever becomes of the group. */
export const haltMember = z.strictObject({
  /** The venue of the directory that names the customer. */
  venueId: z.string(),
  customerCode,
  /** The dealer took the customer out of the group while the halt was in force. */
  left: z.boolean(),
})
export type HaltMember = z.infer<typeof haltMember>

export const halt = z.strictObject({
  id: z.string(),
  scope: haltScope,
  mode: haltMode,
  /** Whether every live order of the scope is canceled, also one that shows up while the halt is in force. */
  cancels: z.boolean(),
  by: z.string(),
  at: epochMs,
  /** Why the desk itself laid it on; null where a dealer did. */
  cause: z.string().nullable(),
  /** Of a group: every customer that was in it since the halt began. Halts of earlier versions of Openpit have none. */
  members: z.array(haltMember).optional(),
})
export type Halt = z.infer<typeof halt>

/** One change of the halts as the journal keeps it: all that are in force after it, and what was done, by whom and when. */
export const haltsWritten = z.strictObject({
  halts: z.array(halt),
  change: z.strictObject({
    kind: z.enum(['started', 'lifted', 'carried', 'members']),
    id: z.string().nullable(),
    by: z.string().nullable(),
    at: epochMs,
  }),
})
export type HaltsWritten = z.infer<typeof haltsWritten>

/** An order of which nothing proves that it is over, and why. */
export const unverifiedOrder = z.strictObject({ customerCode, referenceId, symbol, reason: z.string() })
export type UnverifiedOrder = z.infer<typeof unverifiedOrder>

/** How far the lists of open orders in a halt's scope have been read since the halt began. */
export const haltLists = z.strictObject({
  /** Known customers in the scope. */
  customers: z.number().int(),
  /** Of them, those whose list was read whole since and showed no open order of the scope. */
  cleared: z.number().int(),
  /** Core's wall clock when the oldest of these lists was asked for; null while there is none. */
  readAt: epochMs.nullable(),
  /** Lists that came and were not whole; the others are still being read or still show orders. */
  unseen: z.array(openOrderReading),
  /** Why the customers of the scope are not known; a clause without a full stop. Null: they are. */
  problem: z.string().nullable(),
})
export type HaltLists = z.infer<typeof haltLists>

/** Of a halt that needs no list. */
export const NO_LISTS: HaltLists = { customers: 0, cleared: 0, readAt: null, unseen: [], problem: null }

/**
 * A halt in force with its count: `orders` became known live in its scope, `verified` of them are shown over by the venue or proven dead.
 * There may be more orders than these until every list is cleared.
 */
export const haltState = halt.extend({
  orders: z.number().int(),
  verified: z.number().int(),
  unverified: z.array(unverifiedOrder),
  lists: haltLists,
})
export type HaltState = z.infer<typeof haltState>

/** What a halt may stand in the way of: an order, or the draft of one. */
export type Haltable = Pick<Order, 'customerCode' | 'symbol'> & { readonly referenceId?: ReferenceId }

/** The group of a customer in the directory; empty for none. */
export type GroupOf = (customer: CustomerCode) => string

/** What decides whom a halt covers: its scope, and the members of a halt of a group once it is in force. */
export type Covering = Pick<Halt, 'scope' | 'members'>

/** Whether the customer is in the group now, or was since the halt of it began. */
const isInGroup = (group: string, { members }: Covering, code: CustomerCode, groupOf: GroupOf): boolean =>
  groupOf(code) === group || (members?.some(({ customerCode: member }) => member === code) ?? false)

export function covers(halting: Covering, of: Haltable, groupOf: GroupOf): boolean {
  const { scope } = halting
  switch (scope.kind) {
    case 'desk':
      return true
    case 'group':
      return isInGroup(scope.group, halting, of.customerCode, groupOf)
    case 'customer':
      return scope.customerCode === of.customerCode
    case 'instrument':
      return scope.symbol === of.symbol
    case 'order':
      return scope.customerCode === of.customerCode && scope.referenceId === of.referenceId
  }
}

/** Whether only orders of one customer can be in the scope. */
export const isOfOneCustomer = ({ kind }: HaltScope): boolean => kind === 'customer' || kind === 'order'

/** The customers whose lists of open orders may hold an order of the scope. None for one order: it is canceled and looked up by itself. */
export function customersIn(
  halting: Covering,
  codes: readonly CustomerCode[],
  groupOf: GroupOf,
): readonly CustomerCode[] {
  const { scope } = halting
  switch (scope.kind) {
    case 'desk':
    case 'instrument':
      return codes
    case 'group':
      return codes.filter((code) => isInGroup(scope.group, halting, code, groupOf))
    case 'customer':
      return [scope.customerCode]
    case 'order':
      return []
  }
}

/** What is typed to lift a halt, and what it is called on screen. Of an order: the last four characters of its id. */
export function wordOfScope(scope: HaltScope): string {
  switch (scope.kind) {
    case 'desk':
      return 'DESK'
    case 'group':
      return scope.group
    case 'customer':
      return scope.customerCode
    case 'instrument':
      return scope.symbol
    case 'order':
      return scope.referenceId.slice(-4)
  }
}

/** The word that starts a halt of the scope in the kill switch. */
export const wordToHalt = (scope: HaltScope): string => (scope.kind === 'desk' ? 'KILL' : wordOfScope(scope))

/** The scope in words, for the middle of a sentence. */
export function scopeWords(scope: HaltScope): string {
  switch (scope.kind) {
    case 'desk':
      return 'the whole desk'
    case 'group':
      return `group ${scope.group}`
    case 'customer':
      return `customer ${scope.customerCode}`
    case 'instrument':
      return scope.symbol
    case 'order':
      return `order ${scope.referenceId} of ${scope.customerCode}`
  }
}

export const sameScope = (a: HaltScope, b: HaltScope): boolean =>
  a.kind === b.kind && scopeWords(a) === scopeWords(b)

/** The halt that forbids `of`, the stricter first; null: none does. `tradeOut`: it only closes a position. */
export function haltBlocking<H extends Covering & Pick<Halt, 'mode'>>(
  halts: readonly H[],
  of: Haltable,
  groupOf: GroupOf,
  tradeOut = false,
): H | null {
  const over = halts.filter(
    (halting) => !(tradeOut && halting.mode === 'reducing') && covers(halting, of, groupOf),
  )
  return over.find(({ mode }) => mode === 'halted') ?? over[0] ?? null
}

/** Why nothing new is sent under a halt; one sentence for the dealer. */
export function haltSentence({ scope, mode, by }: Pick<Halt, 'scope' | 'mode' | 'by'>): string {
  const words = scopeWords(scope)
  const who = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  const rule = mode === 'halted' ? 'is halted' : 'may only close positions'
  return `${who} ${rule} by ${by}: nothing new is sent. Lift it first: lift ${wordOfScope(scope)}. Cancelling works.`
}

/** Whether every list of the scope was read whole and empty since the halt began. */
export const isCleared = ({ customers, cleared, unseen, problem }: HaltLists): boolean =>
  problem === null && unseen.length === 0 && cleared === customers
