/** The effects of the keys in `windowKeyTable.ts`, and their focus moves. */

import type { InstrumentLink } from '../../shared/domain/panelLinks.ts'
import type { KeyBinding } from '../keys/registry.ts'
import type { Side } from '../../shared/domain/scalars.ts'
import { dropProposal, mintIntentId, sendIntent, sentenceOf } from '../state/actions/dealing.ts'
import { joinLink, panelToJoin } from '../state/actions/joinLinks.ts'
import { closeWindow, fillScreen, goToWindow, keepInFront, openWindow } from '../state/windows/openWindow.ts'
import { lockSession } from '../state/windows/sessionLock.ts'
import { changeVolume, turnMute } from '../state/alerts/soundActions.ts'
import { lockTrading } from '../state/actions/tradeLock.ts'
import { toggleArmed } from '../state/actions/workspaceActions.ts'
import { tell } from '../state/stores/noticeStore.ts'
import { numberOf, targetIn, type InstanceId, type PanelState } from '../state/stores/panelInstances.ts'
import { activeLadder } from '../state/stores/workspaceStore.ts'
import { changeTicketForm } from '../state/ticket/ticketStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { openDigit } from '../state/workspaces/openWorkspace.ts'
import { type SideKey, type WindowAct, type WindowKey } from './windowKeyTable.ts'

export type { PanelKey } from './windowKeyTable.ts'
import { capOf } from '../keys/caps.ts'

/** Gives a panel the focus. The workspace, which knows the tabs, implements this. */
export interface PanelFocus {
  /** Opens the panel if needed, brings it to the front and focuses the first match of `target` in it; null: its grid. */
  readonly focus: (panel: InstanceId, target: string | null) => void
  /** Changes the layout around the panel that had the focus last, and keeps the focus in it. */
  readonly layout: (act: LayoutAct) => void
}

/** What a key does to the layout. */
export type LayoutAct =
  | 'another'
  | 'closePanel'
  | 'splitPanel'
  | 'arrangePanel'
  | 'popOut'
  | 'fillWindow'
  | 'undoLayout'
  | SideKey

const ladderInFocus = (session: WindowSession): InstanceId | null =>
  activeLadder(session.workspace.getState())

export function windowKeys<Row extends WindowKey>(
  session: WindowSession,
  panels: PanelFocus,
  keys: readonly Row[],
): readonly (Row & KeyBinding)[] {
  const open = session.overlay.setState
  const acts: Readonly<Record<WindowAct, () => void>> = {
    kill: () => open({ open: { kind: 'kill', scope: null } }),
    halts: () => open({ open: { kind: 'halts', lift: null } }),
    tradeLock: () => lockTrading(session),
    lockSession: () => lockSession(session),
    commandLine: () => focusCommandLine(session),
    keyCard: () => open({ open: { kind: 'keys' } }),
    pickCustomer: () => open({ open: { kind: 'pickCustomer', link: null } }),
    pickInstrument: () => pickInstrument(session),
    pickLinkCustomer: () => pickLinkCustomer(session),
    pickCustomerLink: () => pickCustomerLink(session),
    leaveInstrumentLink: () => join(session, null),
    pickPanel: () => open({ open: { kind: 'pickPanel' } }),
    workspaces: () => open({ open: { kind: 'workspaces' } }),
    block: () => open({ open: { kind: 'block' } }),
    blockStrip: () => focusBlock(session),
    armLadder: () => toggleArmed(session, ladderInFocus(session)),
    cancelCustomer: () => cancelCustomer(session),
    ticketBuy: () => openTicket(session, panels, 'buy'),
    ticketSell: () => openTicket(session, panels, 'sell'),
    another: () => panels.layout('another'),
    closePanel: () => panels.layout('closePanel'),
    splitPanel: () => panels.layout('splitPanel'),
    arrangePanel: () => panels.layout('arrangePanel'),
    fillWindow: () => panels.layout('fillWindow'),
    undoLayout: () => panels.layout('undoLayout'),
    newWindow: () => openWindow(session, 'new'),
    closeWindow: () => closeWindow(session),
    reopenWindow: () => openWindow(session, 'reopen'),
    popOut: () => panels.layout('popOut'),
    keepInFront: () => keepInFront(session),
    nameWindow: () => open({ open: { kind: 'nameWindow' } }),
    fullScreen: () => fillScreen(session),
    mute: () => void turnMute(session),
    louder: () => changeVolume(session, 1),
    quieter: () => changeVolume(session, -1),
  }
  const runOf = (act: WindowKey['act']): (() => void) => {
    if (typeof act === 'string') return acts[act]
    if ('workspace' in act) return () => openDigit(session, act.workspace)
    if ('side' in act) return () => panels.layout(act)
    if ('window' in act) return () => goToWindow(session, act.window)
    if ('joins' in act) return () => join(session, act.joins)
    return () => panels.focus(act.panel(session), act.target)
  }
  return keys.map((row) => ({ ...row, run: runOf(row.act) }))
}

/** The strip of the oldest block, or from a strip that of the next one. */
function focusBlock({ notices, clock }: WindowSession): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-block]')].toReversed()
  // Those under way first, the newest first.
  const strips = [
    ...all.filter(({ dataset }) => dataset['over'] !== 'true'),
    ...all.filter(({ dataset }) => dataset['over'] === 'true'),
  ]
  const at = strips.findIndex((strip) => strip.contains(document.activeElement))
  const next = strips[(at + 1) % strips.length]
  if (next) next.focus()
  else tell(notices, clock, 'info', 'No block is under way.')
}

/** A closed panel may have had another customer than the window. */
const PANEL_GONE =
  'Nothing was canceled: the panel that had the focus was closed. Go to a panel of the customer, then press again.'

/** Cancels reduce risk, so they need no confirmation (docs/keyboard.md#cancels). */
function cancelCustomer(session: WindowSession): void {
  const { workspace, unasked, notices, clock, random } = session
  const { focusedPanel, panels, customer: ofWindow } = workspace.getState()
  if (focusedPanel !== null && !panels[focusedPanel]) return tell(notices, clock, 'warning', PANEL_GONE)
  const customerCode =
    focusedPanel === null ? ofWindow : targetIn(workspace.getState(), focusedPanel).customer
  if (customerCode === null)
    return tell(notices, clock, 'warning', `Choose a customer first (${capOf('F2')}).`)
  const refusal = focusedPanel === null ? null : unasked.refusal(focusedPanel)
  if (refusal !== null) return tell(notices, clock, 'warning', refusal)
  const intent = { kind: 'cancelAll', customerCode, symbol: null, side: null } as const
  tell(notices, clock, 'info', `Requested: ${sentenceOf(session, intent)}`)
  void sendIntent(session, mintIntentId(clock, random), intent)
}

/** The ticket in use, on this side, at its amount. Another ticket than the one that had the focus last may hold another order. */
function openTicket(session: WindowSession, panels: PanelFocus, side: Side): void {
  const ticket = session.panels.getState().inUse('ticket')
  const { lastFocused, panels: open } = session.workspace.getState()
  const last = lastFocused['ticket']
  if (last !== undefined && !open[last] && open[ticket]) {
    const sentence = `No side was chosen: ticket ${numberOf(last)}, which had the focus last, was closed. Go to another ticket (${capOf('F9')}), then press again.`
    return tell(session.notices, session.clock, 'warning', sentence)
  }
  changeTicketForm(session.tickets.of(ticket), { kind: 'side', side })
  panels.focus(ticket, '[data-field=amount]')
}

function focusCommandLine(session: WindowSession): void {
  // Drops a waiting sentence: the dealer may have read it long ago, so the next Enter must read the line back again.
  dropProposal(session, 'command')
  const find = () => document.querySelector<HTMLInputElement>('#command-line')
  session.focus.to({ name: 'The command line', show: () => undefined, find })
  find()?.select()
}

/** Picks the instrument of the focused panel, where it has one, else that of the ladder in use. */
function pickInstrument(session: WindowSession): void {
  const { focusedPanel, panels } = session.workspace.getState()
  const own = focusedPanel !== null && hasInstrument(panels[focusedPanel]) ? focusedPanel : null
  const panel = own ?? ladderInFocus(session)
  if (panel === null)
    return tell(
      session.notices,
      session.clock,
      'info',
      `No panel with an instrument is open. Open a ladder (${capOf('F5')}).`,
    )
  session.overlay.setState({ open: { kind: 'pickInstrument', panel } })
}

const hasInstrument = (panel: PanelState | undefined): boolean =>
  panel !== undefined && (panel.instrumentLink !== null || panel.symbol !== null)

function join(session: WindowSession, link: InstrumentLink | null): void {
  const panel = panelToJoin(session, 'instrument')
  if (panel !== null) joinLink(session.workspace, panel, { axis: 'instrument', link })
}

function pickCustomerLink(session: WindowSession): void {
  const panel = panelToJoin(session, 'customer')
  if (panel !== null) session.overlay.setState({ open: { kind: 'pickLink', axis: 'customer', panel } })
}

/** Picks the customer of the link that the focused panel joined. */
function pickLinkCustomer(session: WindowSession): void {
  const panel = panelToJoin(session, 'customer')
  if (panel === null) return
  const link = session.workspace.getState().panels[panel]?.customerLink ?? null
  if (link !== null) return session.overlay.setState({ open: { kind: 'pickCustomer', link } })
  const { title } = session.panels.getState().describe(panel)
  const sentence = `${title} joined no customer link and follows the customer of this window (${capOf('F2')}). ${capOf('Ctrl Shift 9')} joins a link.`
  tell(session.notices, session.clock, 'info', sentence)
}
