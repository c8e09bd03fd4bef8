/** Guards against the wrong customer: no customer by default, and a place sends nothing for a customer other than the one it names. Sends nothing. */

import type { Stop } from '../../../shared/base/clock.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Place, Proposal } from '../stores/proposalStore.ts'
import type { ServerStores } from '../stores/serverMirrors.ts'
import { chooseCustomer } from './workspaceActions.ts'
import type { WorkspaceStore } from '../stores/workspaceStore.ts'

const PLACES: Readonly<Record<Place, string>> = {
  'ladder 1': 'ladder 1',
  'ladder 2': 'ladder 2',
  command: 'the command line',
  positions: 'the row',
}

/** Why what waits at a place may not be sent while the place names `named`; null when both mean the same customer. */
export function disagreement(
  place: Place,
  { customerCode }: Proposal,
  named: CustomerCode | null,
): string | null {
  return named === customerCode
    ? null
    : `Nothing was sent. This order was made for ${customerCode}, and ${PLACES[place]} names ${named ?? 'no customer'} now. Enter it again.`
}

/** Takes the customer away whenever another user, venue or session begins: each dealer chooses anew. */
export function forgetCustomer(stores: ServerStores, workspace: WorkspaceStore): Stop {
  const accountKey = () => {
    const { value } = stores.session.getState()
    if (value === null || value.phase === 'signed-out' || value.phase === 'signing-in') return null
    // The built-in broker has another username in every run and is the same venue, with the same dealer before it.
    const builtIn = value.venues.find((venue) => venue.id === value.venueId)?.credentials === 'built-in'
    return `${value.venueId ?? ''} ${builtIn ? '' : (value.username ?? '')}`
  }
  let last = accountKey()
  return stores.session.subscribe(() => {
    const now = accountKey()
    if (now === last) return
    last = now
    chooseCustomer(workspace, null)
  })
}
