/** Computes the customers that the halt of a group covers. They are stored with the halt, so that a lost or edited group releases nobody. Pure. Never removes a member. */

import type { Halt, HaltMember } from '../../../../shared/domain/orders/halt.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { VenueCustomer } from '../../accounts/customers/savedCustomers.ts'

/** The customers of a group in the customer directory now. */
export type InGroup = (group: string) => readonly VenueCustomer[]

const keyOf = ({ venueId, customerCode }: VenueCustomer): string => `${venueId} ${customerCode}`
const keysOf = (customers: readonly VenueCustomer[]): ReadonlySet<string> => new Set(customers.map(keyOf))

/** A halt with other members, and the sentence for the dealer. */
export interface MemberChange {
  readonly halt: Halt
  readonly sentence: string
}

/** The halt with every customer that is in its group now; null where it covers all of them already. */
export function withJoined(halt: Halt, inGroup: InGroup): Halt | null {
  if (halt.scope.kind !== 'group') return null
  const members = halt.members ?? []
  const now = inGroup(halt.scope.group)
  const known = keysOf(members)
  const inGroupNow = keysOf(now)
  const joined = now.filter((customer) => !known.has(keyOf(customer)))
  const isAnyBack = members.some((member) => member.left && inGroupNow.has(keyOf(member)))
  if (joined.length === 0 && !isAnyBack && halt.members !== undefined) return null
  return {
    ...halt,
    members: [
      ...members.map((member) => ({ ...member, left: member.left && !inGroupNow.has(keyOf(member)) })),
      ...joined.map((customer) => ({ ...customer, left: false })),
    ],
  }
}

/** The halt after the dealer removed customers from its group; null where that changes nothing. The halt still covers these customers. */
export function withLeft(
  halt: Halt,
  customers: readonly VenueCustomer[],
  inGroup: InGroup,
): MemberChange | null {
  const { scope, members = [] } = halt
  if (scope.kind !== 'group') return null
  const changed = keysOf(customers)
  const inGroupNow = keysOf(inGroup(scope.group))
  const isLeaving = (member: HaltMember) =>
    !member.left && changed.has(keyOf(member)) && !inGroupNow.has(keyOf(member))
  const left = members.filter(isLeaving)
  if (left.length === 0) return null
  const names = namesOf(left.map(({ customerCode }) => customerCode))
  const them = left.length === 1 ? names : 'them'
  return {
    halt: {
      ...halt,
      members: members.map((member) => (isLeaving(member) ? { ...member, left: true } : member)),
    },
    sentence: `${names} left group ${scope.group}, whose halt is in force. The halt still covers ${them} until it is lifted. To trade for ${them} again: lift ${scope.group}.`,
  }
}

/** Customers that a sentence names; the others are counted. */
const NAMED = 5

const namesOf = (codes: readonly CustomerCode[]): string => {
  const more = codes.length - NAMED
  const parts = more > 0 ? [...codes.slice(0, NAMED), `${more} more`] : codes
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** The sentence for the dealer where the settings do not name every customer that the journal stores with a halt; null: they do. */
export function lostGroup({ scope, members = [] }: Halt, inGroup: InGroup): string | null {
  if (scope.kind !== 'group') return null
  const { group } = scope
  const inGroupNow = keysOf(inGroup(group))
  const lost = members.filter((member) => !member.left && !inGroupNow.has(keyOf(member)))
  if (lost.length === 0) return null
  const codes = (some: readonly HaltMember[]) => [...new Set(some.map(({ customerCode }) => customerCode))]
  return `The halt of group ${group} covers ${namesOf(codes(members))}, according to the order journal. The settings differ: they do not name ${namesOf(codes(lost))} in group ${group}. All of these customers are still covered. Before you lift the halt, find out who changed the settings. Enter the group of these customers again in the Customers panel.`
}

/** The members of halts at one venue. */
export const membersAt = (halts: readonly Halt[], venueId: string | null): readonly CustomerCode[] =>
  halts.flatMap(({ members = [] }) =>
    members.filter((member) => member.venueId === venueId).map(({ customerCode }) => customerCode),
  )
