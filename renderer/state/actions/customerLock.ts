/** Guards against the wrong customer: no customer by default, and a place sends only for the customer that it names. Sends nothing itself. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Stop } from '../../../shared/base/clock.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { kindOf, numberOf } from '../stores/panelInstances.ts'
import type { PanelStore } from '../stores/panelStore.ts'
import type { Place, Proposal } from '../stores/proposalStore.ts'
import type { ServerStores } from '../stores/serverMirrors.ts'
import { chooseCustomer } from './workspaceActions.ts'
import type { WorkspaceStore } from '../stores/workspaceStore.ts'

function placeWords(place: Place): string {
  if (place === 'command') return 'the command line'
  return kindOf(place) === 'ladder' ? `ladder ${numberOf(place)}` : 'the row'
}

/** Why a waiting proposal may not be sent while its place names `named`; null when both name the same customer. */
export function disagreement(
  place: Place,
  { customerCode }: Proposal,
  named: CustomerCode | null,
): string | null {
  return named === customerCode
    ? null
    : `Nothing was sent. This order was made for ${shownCode(customerCode)}, and ${placeWords(place)} names ${named ?? 'no customer'} now. Enter it again.`
}

/** Clears the customer, the pins of panels and the selected order whenever another user, venue or session begins, so that each dealer chooses a customer. */
export function forgetCustomer(stores: ServerStores, workspace: WorkspaceStore, panels: PanelStore): Stop {
  const accountKey = () => {
    const { value } = stores.session.getState()
    if (value === null || value.phase === 'signed-out' || value.phase === 'signing-in') return null
    // The built-in broker has a new username in every run, although venue and dealer are the same.
    const builtIn = value.venues.find((venue) => venue.id === value.venueId)?.credentials === 'built-in'
    return `${value.venueId ?? ''} ${builtIn ? '' : (value.username ?? '')}`
  }
  let last = accountKey()
  return stores.session.subscribe(() => {
    const now = accountKey()
    if (now === last) return
    last = now
    chooseCustomer(workspace, null)
    workspace.setState({ linkedCustomers: {} })
    panels.setState({ customers: {}, symbols: {}, selectedOrder: null, row: null })
  })
}
