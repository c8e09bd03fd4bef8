/** Halts: the part of the desk that sends nothing new, and how far canceling its orders got. Pure. */

import { shownCode } from '../../base/shownCode.ts'
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

/** What a halt covers. A group is the customers of that group in the customer directory, and those who join or leave it later. */
export const haltScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('desk') }),
  z.strictObject({ kind: z.literal('group'), group: z.string().min(1).max(40) }),
  z.strictObject({ kind: z.literal('customer'), customerCode }),
  z.strictObject({ kind: z.literal('instrument'), symbol }),
  z.strictObject({ kind: z.literal('order'), customerCode, referenceId }),
])
export type HaltScope = z.infer<typeof haltScope>

/**
 * `halted`: no new order and no amend. `reducing`: only orders that close a position. `locked`: the trade lock, of the whole desk, which lets
 * nothing out but cancels and cancels nothing itself (docs/architecture.md#halts).
 */
export const haltMode = z.enum(['halted', 'reducing', 'locked'])
export type HaltMode = z.infer<typeof haltMode>

/** A customer that the halt of a group covers until it is lifted, even where the group changes. */
export const haltMember = z.strictObject({
  /** The venue whose customer directory names the customer. */
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
  /** Whether every live order of the scope is canceled, one that appears while the halt is in force too. */
  cancels: z.boolean(),
  by: z.string(),
  at: epochMs,
  /** Why Openpit itself started the halt; null where a dealer did. */
  cause: z.string().nullable(),
  /** For a group: every customer that was in it since the halt began. Halts of earlier versions of Openpit have none. */
  members: z.array(haltMember).optional(),
})
export type Halt = z.infer<typeof halt>

/** One change of the halts in the journal: all halts in force after it, and what was done, by whom and when. */
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

/** An order that is not proven done, and why. */
export const unverifiedOrder = z.strictObject({ customerCode, referenceId, symbol, reason: z.string() })
export type UnverifiedOrder = z.infer<typeof unverifiedOrder>

/** How far the lists of open orders in a halt's scope have been read since the halt began. */
export const haltLists = z.strictObject({
  /** Known customers in the scope. */
  customers: z.number().int(),
  /** Those of them whose list was read whole since then and showed no open order of the scope. */
  cleared: z.number().int(),
  /** Core's wall clock when the oldest of these lists was requested; null while there is none. */
  readAt: epochMs.nullable(),
  /** Lists that came and were not whole. The others are still being read or still show orders. */
  unseen: z.array(openOrderReading),
  /** Why the customers of the scope are not known; a clause without a full stop. Null: they are. */
  problem: z.string().nullable(),
})
export type HaltLists = z.infer<typeof haltLists>

/** The lists of a halt that needs none. */
export const NO_LISTS: HaltLists = { customers: 0, cleared: 0, readAt: null, unseen: [], problem: null }

/**
 * A halt in force with its counts: `orders` were known live in its scope, `verified` of them are shown done by the venue or proven dead.
 * There may be more orders than these until every list is cleared.
 */
export const haltState = halt.extend({
  orders: z.number().int(),
  verified: z.number().int(),
  unverified: z.array(unverifiedOrder),
  lists: haltLists,
})
export type HaltState = z.infer<typeof haltState>

/** What a halt may block: an order or its draft. */
export type Haltable = Pick<Order, 'customerCode' | 'symbol'> & { readonly referenceId?: ReferenceId }

/** The group of a customer in the directory; empty for none. */
export type GroupOf = (customer: CustomerCode) => string

/** What decides whom a halt covers: its scope, and for a group its members. */
export type Covering = Pick<Halt, 'scope' | 'members'>

/** Whether the customer is in the group now, or was in it since the group's halt began. */
const isInGroup = (group: string, { members }: Covering, code: CustomerCode, groupOf: GroupOf): boolean =>
  groupOf(code) === group || (members?.some(({ customerCode: member }) => member === code) ?? false)

export function covers(halting: Covering, subject: Haltable, groupOf: GroupOf): boolean {
  const { scope } = halting
  switch (scope.kind) {
    case 'desk':
      return true
    case 'group':
      return isInGroup(scope.group, halting, subject.customerCode, groupOf)
    case 'customer':
      return scope.customerCode === subject.customerCode
    case 'instrument':
      return scope.symbol === subject.symbol
    case 'order':
      return scope.customerCode === subject.customerCode && scope.referenceId === subject.referenceId
  }
}

/** Whether only orders of one customer can be in the scope. */
export const isOfOneCustomer = ({ kind }: HaltScope): boolean => kind === 'customer' || kind === 'order'

/** The customers whose lists of open orders may hold an order of the scope. None for a single order, which is looked up by itself. */
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

/** The word of a scope, and its name on screen. For an order: the last four characters of its id. */
export function wordOfScope(scope: HaltScope): string {
  switch (scope.kind) {
    case 'desk':
      return 'DESK'
    case 'group':
      return scope.group
    case 'customer':
      return shownCode(scope.customerCode)
    case 'instrument':
      return shownCode(scope.symbol)
    case 'order':
      return scope.referenceId.slice(-4)
  }
}

/** The word that a dealer types to lift a halt or to release the trade lock. */
export const wordToLift = ({ scope, mode }: Pick<Halt, 'scope' | 'mode'>): string =>
  mode === 'locked' ? 'UNLOCK' : wordOfScope(scope)

/** The word that starts a halt of the scope in the kill switch. */
export const wordToHalt = (scope: HaltScope): string => (scope.kind === 'desk' ? 'KILL' : wordOfScope(scope))

/** `by` of a halt that Openpit started by itself. Stored in journals, so the value stays. */
export const STARTED_BY_OPENPIT = 'the desk'

/** Who started a halt, in words. */
export const startedByWords = (by: string): string => (by === STARTED_BY_OPENPIT ? 'Openpit' : by)

/** The scope in words, for the middle of a sentence. */
export function scopeWords(scope: HaltScope): string {
  switch (scope.kind) {
    case 'desk':
      return 'the whole desk'
    case 'group':
      return `group ${scope.group}`
    case 'customer':
      return `customer ${shownCode(scope.customerCode)}`
    case 'instrument':
      return shownCode(scope.symbol)
    case 'order':
      return `order ${scope.referenceId} of ${shownCode(scope.customerCode)}`
  }
}

/** A halt in words, for the middle of a sentence. */
export const haltName = ({ scope, mode }: Pick<Halt, 'scope' | 'mode'>): string =>
  mode === 'locked' ? 'the trade lock' : `the halt of ${scopeWords(scope)}`

/** Compares the codes themselves: one may be spelled as another is shown. */
export function sameScope(a: HaltScope, b: HaltScope): boolean {
  const fields = new Map<string, string>(Object.entries(b))
  return Object.entries(a).every(([name, value]) => fields.get(name) === value)
}

/** The halt that blocks `subject`, the strictest if there are several; null: none does. `tradeOut`: the order only closes a position. */
export function haltBlocking<H extends Covering & Pick<Halt, 'mode'>>(
  halts: readonly H[],
  subject: Haltable,
  groupOf: GroupOf,
  tradeOut = false,
): H | null {
  const blocking = halts.filter(
    (halting) => !(tradeOut && halting.mode === 'reducing') && covers(halting, subject, groupOf),
  )
  const ofMode = (wanted: HaltMode) => blocking.find(({ mode }) => mode === wanted)
  return ofMode('halted') ?? ofMode('locked') ?? blocking[0] ?? null
}

/** Why nothing new is sent under a halt, for the dealer. */
export function haltSentence({ scope, mode, by }: Pick<Halt, 'scope' | 'mode' | 'by'>): string {
  if (mode === 'locked')
    return `Trading is locked by ${by}: nothing new is sent. Press F12 and type ${wordToLift({ scope, mode })} to release. Canceling works.`
  const words = scopeWords(scope)
  const who = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  const rule = mode === 'halted' ? 'is halted' : 'may only close positions'
  return `${who} ${rule} by ${startedByWords(by)}: nothing new is sent. Lift the halt first: lift ${wordOfScope(scope)}. Canceling works.`
}

/** Whether every list of the scope was read whole and empty since the halt began. */
export const isCleared = ({ customers, cleared, unseen, problem }: HaltLists): boolean =>
  problem === null && unseen.length === 0 && cleared === customers
