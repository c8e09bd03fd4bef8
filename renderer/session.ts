/** Builds the session of a window: stores, the topics that feed them, and the watch over arming. Draws nothing. */

import type { Clock, EpochMs, Stop } from '../shared/base/clock.ts'
import type { Random } from '../shared/base/random.ts'
import type { ContractClient } from '../shared/contract/ports.ts'
import { TickerSamples } from './live/tickerSamples.ts'
import { createBlockStore } from './state/blockForm/blockStore.ts'
import { createEnterWatch } from './state/presses/enterWatch.ts'
import { createUnaskedChanges } from './state/presses/unaskedChanges.ts'
import { createFocusMover } from './keys/focusMover.ts'
import { mintIntentId } from './state/actions/dealing.ts'
import { forgetCustomer } from './state/actions/customerLock.ts'
import { followSettings } from './state/follow/followSettings.ts'
import { followTopics } from './state/follow/followTopics.ts'
import { dropRefusedProposals } from './state/actions/dropProposals.ts'
import { dropWhenLocked } from './state/windows/sessionLock.ts'
import { dropEndedHalts } from './state/actions/endedHalts.ts'
import { createNoticeStore, takeNotices, tell } from './state/stores/noticeStore.ts'
import { createSoundStore } from './state/sound/soundStore.ts'
import { createOverlayStore } from './state/stores/overlayStore.ts'
import { createPanelStore } from './state/stores/panelStore.ts'
import { createProposalStore, createWaitingLine } from './state/stores/proposalStore.ts'
import { createSettingsStore } from './state/stores/settingsStore.ts'
import { createServerStores } from './state/stores/serverMirrors.ts'
import { keepWorkspace } from './state/keepWorkspace.ts'
import type { WindowSession, WindowSize } from './state/windowSession.ts'
import { shareLinks } from './state/actions/shareLinks.ts'
import { reportDeadWindows } from './state/windows/deadWindows.ts'
import { disarmOnUnpluggedDisplay } from './state/windows/displayUnplugged.ts'
import { reportUnsentLine } from './state/windows/unsentLine.ts'
import { watchTrust } from './state/actions/workspaceActions.ts'
import { instanceInUse, nextInstance, targetIn } from './state/stores/panelInstances.ts'
import { createWorkspaceStore } from './state/stores/workspaceStore.ts'
import { BUILT_IN } from './workspace/builtIn/builtInWorkspaces.ts'
import { createTickets } from './state/ticket/ticketStore.ts'
import { followTarget, followTargets } from './state/actions/followTargets.ts'

export interface SessionOptions {
  readonly client: ContractClient
  readonly clock: Clock
  readonly random: Random
  /** The name of this window's saved workspace: letters only, unique among the open windows. */
  readonly windowName: string
  /** Calls `run` with the next frame that the window draws. */
  readonly onFrame: (run: () => void) => void
  /** Ms since a key or a pointer was pressed: a busy page handles the press late. */
  readonly pressAge: (press: Event) => number
  /** Minutes that this machine's zone is ahead of UTC at a moment; left out: times are in UTC only. */
  readonly aheadOfUtc?: (at: EpochMs) => number
  /** Px of the page, to which the workspaces that come with the terminal are fitted; left out: the smallest screen. */
  readonly windowSize?: () => WindowSize
}

/** Opens the session; `close` ends the session and the client. */
export function openSession({
  client,
  clock,
  random,
  windowName,
  onFrame,
  pressAge,
  aheadOfUtc = () => 0,
  windowSize = () => ({ width: 1366, height: 768 }),
}: SessionOptions): WindowSession {
  const { stores, writers } = createServerStores()
  const settings = createSettingsStore()
  const workspace = createWorkspaceStore()
  const notices = createNoticeStore()
  const proposals = createProposalStore()
  const tickets = createTickets(
    () => mintIntentId(clock, random),
    (id, ticket) => followTarget(ticket, targetIn(workspace.getState(), id)),
  )
  const dealt = { at: 0 }
  const overlay = createOverlayStore()
  const enters = createEnterWatch(clock, pressAge, onFrame)
  const focus = createFocusMover({
    clock,
    nextFrame: (run) => void requestAnimationFrame(run),
    onDropped: (sentence) => tell(notices, clock, 'warning', sentence),
  })
  const tickerSamples = new TickerSamples()
  const stops: Stop[] = []
  const session: WindowSession = {
    client,
    clock,
    random,
    windowName,
    pressAge,
    server: stores,
    workspace,
    settings,
    proposals,
    notices,
    sound: createSoundStore(),
    tickerSamples,
    overlay,
    panels: createPanelStore((kind) => {
      const { panels, lastFocused } = workspace.getState()
      return instanceInUse({ panels, lastFocused }, kind) ?? nextInstance(panels, kind)
    }),
    tickets,
    block: createBlockStore(),
    line: createWaitingLine(),
    books: new Map(),
    poppedOut: new Map(),
    focus,
    enters,
    unasked: createUnaskedChanges(enters),
    builtIn: BUILT_IN,
    windowSize,
    ownNamed: new Map(),
    unansweredNamed: new Map(),
    savingPresent: { now: false },
    dealt,
    saveNow: () => kept.saveNow(),
    close() {
      for (const stop of stops) stop()
      client.close()
    },
  }
  stops.push(
    // Before the listeners that disarm, so that dropping a ladder's proposal is reported too.
    dropRefusedProposals(session),
    dropEndedHalts(session),
    dropWhenLocked(session),
    followTargets(session),
    // Before the workspace is restored, which depends on settings.
    followSettings(session, aheadOfUtc),
    followTopics(client, stores, writers, onFrame, (arrived, fresh) =>
      takeNotices(notices, clock, arrived, fresh),
    ),
    stores.tickers.subscribe(({ value }) => value && tickerSamples.take(value, clock.now())),
  )
  const kept = keepWorkspace(session)
  stops.push(
    kept.stop,
    shareLinks(session),
    reportUnsentLine(session),
    reportDeadWindows(session),
    disarmOnUnpluggedDisplay(session),
    forgetCustomer(stores, workspace, session.panels),
    // A sheet takes the focus, so keys typed for another place are dropped.
    overlay.subscribe((now, was) => {
      if (now.open !== null && now.open !== was.open) focus.end()
    }),
    watchTrust(session),
  )
  return session
}
