/** Which customers a halt of a group covers, kept with the halt so that a lost or edited group frees nobody. Pure; never takes a member out. */

import type { Halt, HaltMember } from '../../../../shared/domain/orders/halt.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { VenueCustomer } from '../../accounts/savedCustomers.ts'

/** The customers of a group as the directory names them now. */
export type InGroup = (group: string) => readonly VenueCustomer[]

const isSameCustomer = (a: VenueCustomer, b: VenueCustomer): boolean =>
  a.venueId === b.venueId && a.customerCode === b.customerCode

/** A halt with other members, and what the dealer is told of it. */
export interface MemberChange {
  readonly halt: Halt
  readonly sentence: string
}

/** The halt with every customer that is in its group by now; null where it covers all of them already. */
export function withJoined(halt: Halt, inGroup: InGroup): Halt | null {
  if (halt.scope.kind !== 'group') return null
  const members = halt.members ?? []
  const now = inGroup(halt.scope.group)
  const fresh = now.filter((of) => !members.some((member) => isSameCustomer(member, of)))
  const back = members.some((of) => of.left && now.some((other) => isSameCustomer(of, other)))
  if (fresh.length === 0 && !back && halt.members !== undefined) return null
  const here = (of: HaltMember) => now.some((other) => isSameCustomer(of, other))
  return {
    ...halt,
    members: [
      ...members.map((of) => ({ ...of, left: of.left && !here(of) })),
      ...fresh.map((of) => ({ ...of, left: false })),
    ],
  }
}

/** The halt after the dealer took a customer out of its group; null where that changes nothing. The halt goes on for that customer. */
export function withLeft(halt: Halt, customer: VenueCustomer, inGroup: InGroup): MemberChange | null {
  const { scope, members = [] } = halt
  if (scope.kind !== 'group' || inGroup(scope.group).some((of) => isSameCustomer(of, customer))) return null
  if (!members.some((of) => !of.left && isSameCustomer(of, customer))) return null
  return {
    halt: {
      ...halt,
      members: members.map((of) => (isSameCustomer(of, customer) ? { ...of, left: true } : of)),
    },
    sentence: `${customer.customerCode} is out of group ${scope.group}, whose halt is in force: ${customer.customerCode} stays covered until that halt is lifted. To deal for it again: lift ${scope.group}.`,
  }
}

/** Customers that a sentence names; the others are counted. */
const NAMED = 5

const namesOf = (codes: readonly CustomerCode[]): string => {
  const more = codes.length - NAMED
  const parts = more > 0 ? [...codes.slice(0, NAMED), `${more} more`] : codes
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** What to tell where the settings do not name every customer that the journal keeps with a halt; null: they do. */
export function lostGroup({ scope, members = [] }: Halt, inGroup: InGroup): string | null {
  if (scope.kind !== 'group') return null
  const { group } = scope
  const now = inGroup(group)
  const lost = members.filter((of) => !of.left && !now.some((other) => isSameCustomer(other, of)))
  if (lost.length === 0) return null
  const codes = (of: readonly HaltMember[]) => [...new Set(of.map(({ customerCode }) => customerCode))]
  return `The halt of group ${group} covers ${namesOf(codes(members))}, by the order journal. The settings differ: they do not name ${namesOf(codes(lost))} in group ${group}. All of these customers are still covered. Before you lift the halt, look at who changed the settings. Enter the group of these customers again in the Customers panel.`
}

/** Members of halts in the directory of a venue. */
export const membersAt = (halts: readonly Halt[], venueId: string | null): readonly CustomerCode[] =>
  halts.flatMap(({ members = [] }) =>
    members.filter((of) => of.venueId === venueId).map(({ customerCode }) => customerCode),
  )
