/** Carries a change of customer or instrument to what waits in the window: drops proposals made for the old target, moves untouched tickets. Sends nothing. */

import type { Stop } from '../../../shared/base/clock.ts'
import { targetIn, type InstanceId, type PanelTarget } from '../stores/panelInstances.ts'
import { setProposal, type Place } from '../stores/proposalStore.ts'
import type { Workspace } from '../stores/workspaceStore.ts'
import { changeTicketForm, type TicketStore } from '../ticket/ticketStore.ts'
import type { WindowSession } from '../windowSession.ts'

/** An untouched ticket takes the target; a begun ticket stays pinned to its customer. */
export const followTarget = (ticket: TicketStore, { customer, symbol }: PanelTarget): void =>
  changeTicketForm(ticket, { kind: 'follow', customerCode: customer ?? '', symbol: symbol ?? '' })

/** What a place deals for. `#` and `.` of a line mean the window's customer and the instrument of link 1. */
const targetOf = (workspace: Workspace, place: Place): PanelTarget =>
  place === 'command'
    ? { customer: workspace.customer, symbol: workspace.instruments['1'] ?? null }
    : targetIn(workspace, place)

const isSame = (a: PanelTarget, b: PanelTarget): boolean => a.customer === b.customer && a.symbol === b.symbol

/** A proposal for another customer or instrument is dropped, never changed. So is that of a ladder that was disarmed or closed. */
export function followTargets({ workspace, proposals, tickets }: WindowSession): Stop {
  return workspace.subscribe((now, was) => {
    for (const id of Object.keys(was.armed) as InstanceId[])
      if (now.armed[id] === undefined) setProposal(proposals, id, null)
    const isMoved =
      now.customer !== was.customer ||
      now.instruments !== was.instruments ||
      now.linkedCustomers !== was.linkedCustomers ||
      now.panels !== was.panels
    if (!isMoved) return
    for (const place of Object.keys(proposals.getState()) as Place[]) {
      const isClosed = place !== 'command' && was.panels[place] !== undefined && !now.panels[place]
      if (isClosed || !isSame(targetOf(was, place), targetOf(now, place))) setProposal(proposals, place, null)
    }
    for (const id of tickets.ids()) {
      if (was.panels[id] && !now.panels[id]) tickets.forget(id)
      else if (!isSame(targetIn(was, id), targetIn(now, id))) followTarget(tickets.of(id), targetIn(now, id))
    }
  })
}
