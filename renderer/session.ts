/** Builds the session of a window: stores, the topics that feed them, and the watch over arming. Draws nothing. */

import type { Clock, Stop } from '../shared/base/clock.ts'
import type { Random } from '../shared/base/random.ts'
import type { ContractClient } from '../shared/contract/ports.ts'
import { createEnterWatch } from './state/enterWatch.ts'
import { createFocusMover } from './keys/focusMover.ts'
import { mintIntentId } from './state/actions/dealing.ts'
import { forgetCustomer } from './state/actions/customerLock.ts'
import { followTopics } from './state/followTopics.ts'
import { dropRefusedProposals } from './state/actions/dropProposals.ts'
import { dropEndedHalts } from './state/actions/endedHalts.ts'
import { createNoticeStore, takeNotices, tell } from './state/stores/noticeStore.ts'
import { createOverlayStore } from './state/stores/overlayStore.ts'
import { createPanelStore } from './state/stores/panelStore.ts'
import { createProposalStore, setProposal } from './state/stores/proposalStore.ts'
import { createServerStores } from './state/stores/serverMirrors.ts'
import { keepWorkspace } from './state/keepWorkspace.ts'
import type { WindowSession } from './state/windowSession.ts'
import { watchTrust } from './state/actions/workspaceActions.ts'
import { LADDER_IDS, createWorkspaceStore } from './state/stores/workspaceStore.ts'
import { changeTicketForm, createTicketStore } from './state/ticket/ticketStore.ts'

export interface SessionOptions {
  readonly client: ContractClient
  readonly clock: Clock
  readonly random: Random
  /** The name of this window's saved workspace: letters only, unique among the open windows. */
  readonly windowName: string
  /** Calls `run` after the next frame is drawn. */
  readonly onPaint: (run: () => void) => void
  /** Ms since a key or a pointer was pressed: a busy page handles the press late. */
  readonly pressAge: (press: Event) => number
}

/** Opens the session; `close` ends the session and the client. */
export function openSession({
  client,
  clock,
  random,
  windowName,
  onPaint,
  pressAge,
}: SessionOptions): WindowSession {
  const { stores, writers } = createServerStores()
  const workspace = createWorkspaceStore()
  const notices = createNoticeStore()
  const proposals = createProposalStore()
  const ticket = createTicketStore(mintIntentId(clock, random))
  const dealt = { at: 0 }
  const overlay = createOverlayStore()
  const focus = createFocusMover({
    clock,
    nextFrame: (run) => void requestAnimationFrame(run),
    onDropped: (sentence) => tell(notices, clock, 'warning', sentence),
  })
  const stops: Stop[] = []
  const session: WindowSession = {
    client,
    clock,
    random,
    server: stores,
    workspace,
    proposals,
    notices,
    overlay,
    panels: createPanelStore(),
    ticket,
    books: new Map(),
    focus,
    enters: createEnterWatch(clock, pressAge),
    dealt,
    close() {
      for (const stop of stops) stop()
      client.close()
    },
  }
  stops.push(
    // Before the listeners that disarm, so that dropping a ladder's proposal is reported too.
    dropRefusedProposals(session),
    dropEndedHalts(session),
    workspace.subscribe((now, was) => {
      for (const link of LADDER_IDS)
        if (now.armed[link] === undefined && was.armed[link] !== undefined)
          setProposal(proposals, `ladder ${link}`, null)
      if (now.customer === was.customer && now.instruments === was.instruments) return
      // A waiting proposal is for another customer or instrument. It is dropped, never changed.
      proposals.setState({}, true)
      changeTicketForm(ticket, {
        kind: 'follow',
        customerCode: now.customer ?? '',
        symbol: now.instruments['1'] ?? '',
      })
    }),
    followTopics(client, stores, writers, onPaint, (arrived, fresh) =>
      takeNotices(notices, clock, arrived, fresh),
    ),
    keepWorkspace(client, stores, workspace, clock, windowName),
    forgetCustomer(stores, workspace, session.panels),
    // A sheet takes the focus, so keys typed for another place are dropped.
    overlay.subscribe((now, was) => {
      if (now.open !== null && now.open !== was.open) focus.end()
    }),
    watchTrust(stores, workspace, clock, () => dealt.at),
  )
  return session
}
