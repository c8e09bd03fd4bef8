/** Keeps the halt of a group over who joins the group and over who leaves it, in the journal too. Reports who left. Lifts no halt. */

import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import { membersAt, withJoined, withLeft } from './haltedGroupMembers.ts'
import type { HaltRegister } from './journaledHalts.ts'

export interface GroupMembersOptions {
  readonly register: Pick<HaltRegister, 'inForce' | 'replaceMembers'>
  readonly customers: Pick<CustomerDirectory, 'inGroup' | 'see' | 'venueId'>
  readonly notices: Pick<Notices, 'say'>
  /** The dealer who is signed in, for the journal. */
  readonly who: () => string
}

export interface GroupMembersUnderHalt {
  /** Adds the customers that joined a group to its halt. Members stay in the directory, even where the settings lost them, so that their lists are read. */
  addJoined(): void
  /** The dealer changed the group of these customers: a halt covers who left until it is lifted. */
  keepLeft(customers: readonly CustomerCode[]): void
}

export const createGroupMembersUnderHalt = ({
  register,
  customers,
  notices,
  who,
}: GroupMembersOptions): GroupMembersUnderHalt => ({
  addJoined() {
    register.replaceMembers(
      register.inForce().map((halt) => withJoined(halt, customers.inGroup)),
      who(),
    )
    customers.see(membersAt(register.inForce(), customers.venueId))
  },
  keepLeft(codes) {
    const { venueId, inGroup } = customers
    const changed = venueId === null ? [] : codes.map((customerCode) => ({ venueId, customerCode }))
    const left = register.inForce().map((halt) => withLeft(halt, changed, inGroup))
    register.replaceMembers(
      left.map((change) => change?.halt ?? null),
      who(),
    )
    for (const change of left) if (change) notices.say('warning', change.sentence, null, { kind: 'halt' })
  },
})
