/** What Enter does to the line: proposes, sends what waits, or opens what is asked for. Never sends on the first Enter. */

import { customerOf, dropProposal, propose, sendProposal } from '../state/actions/dealing.ts'
import { fillBlock } from '../state/blockForm/blockStore.ts'
import { joinLink, panelToJoin, type Joining } from '../state/actions/joinLinks.ts'
import { lockTrading } from '../state/actions/tradeLock.ts'
import { disarm, toggleArmed } from '../state/actions/workspaceActions.ts'
import { tell } from '../state/stores/noticeStore.ts'
import type { Overlay } from '../state/stores/overlayStore.ts'
import { chooseGroup, narrowPanel, openPanel } from '../state/stores/panelStore.ts'
import type { Intent, Proposal } from '../state/stores/proposalStore.ts'
import { activeLadder } from '../state/stores/workspaceStore.ts'
import { useSession } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { intentOf } from './lineIntent.ts'
import { openWorkspace } from '../state/workspaces/openWorkspace.ts'
import type { LineReading } from './grammar/lineReading.ts'
import { statementsOf } from './grammar/statements.ts'
import type { LineHistory } from './useLineHistory.ts'
import type { StatementQueue } from './statementQueue.ts'

/** The sheet that a line asks for. */
const sheetOf = (reading: LineReading): Overlay | null => {
  if (reading.kind === 'halt') return { kind: 'kill', scope: reading.scope }
  if (reading.kind === 'lift') return { kind: 'halts', lift: reading.scope }
  if (reading.kind === 'space' && reading.workspace === null) return { kind: 'workspaces' }
  return reading.kind === 'signOut' ? { kind: 'signOut' } : null
}

/** Brings the panel to the front, with the customer and instrument that the line names and no other, and with its group where it names one. */
function openOf({ panels }: WindowSession, line: Extract<LineReading, { kind: 'open' }>): void {
  const panel = panels.getState().inUse(line.panel)
  narrowPanel(panels, panel, line.symbol)
  if (line.group !== undefined) chooseGroup(panels, panel, line.group)
  openPanel(panels, line.panel, line.customerCode)
}

/** Disarms every ladder, or arms the one that had the focus last and says why it may not be armed. */
function switchLadders(session: WindowSession, isArmed: boolean): void {
  const workspace = session.workspace.getState()
  const ladder = activeLadder(workspace)
  if (!isArmed) disarm(session.workspace, null)
  else if (ladder === null || workspace.armed[ladder] === undefined) toggleArmed(session, ladder)
}

/** Joins the panel that had the focus last, or says why it cannot. */
function join(session: WindowSession, joining: Joining): void {
  const panel = panelToJoin(session, joining.axis)
  if (panel !== null) joinLink(session.workspace, panel, joining)
}

const ASKS_ONLY =
  'A line that ends with ? sends nothing. Delete the ?, then press Enter to read the order back.'

export interface LineEnterOptions {
  readonly line: string
  /** What the next Enter sends; null before the first. */
  readonly proposal: Proposal | null
  /** Reads the line again, with the market of this moment. */
  readonly read: () => LineReading
  /** Reads the first statement alone: what waits for its second Enter is about nothing else. */
  readonly readFirst: () => LineReading
  readonly history: LineHistory
  readonly statements: StatementQueue
  readonly setLine: (line: string) => void
}

export function useLineEnter(options: LineEnterOptions): () => void {
  const session = useSession()
  const { line, proposal, read, readFirst, history, statements, setLine } = options
  const { first, rest } = statementsOf(line)

  /** `named`: what the line says now. The proposal is what was read back, and what leaves. */
  const send = async ({ intent }: Proposal, named: Intent) => {
    const statement = { rest, intent }
    statements.sent(statement)
    setLine('')
    const isTaken = await sendProposal(session, 'command', customerOf(named) ?? null)
    // A statement that was sent never comes back with the rest of its line.
    history.remember(isTaken ? first.trim() : line)
    statements.answered(statement, isTaken)
  }
  /** Does what needs no second Enter; false for what does. */
  const show = (now: LineReading): boolean => {
    const sheet = sheetOf(now)
    if (now.kind === 'help') {
      if (now.about === null) session.overlay.setState({ open: { kind: 'keys' } })
    } else if (now.kind === 'open') openOf(session, now)
    else if (now.kind === 'block') {
      fillBlock(session.block, now.form)
      session.overlay.setState({ open: { kind: 'block' } })
    } else if (now.kind === 'lock') lockTrading(session)
    else if (now.kind === 'arm') switchLadders(session, now.armed)
    else if (now.kind === 'join') join(session, now.joining)
    else if (now.kind === 'space' && now.workspace !== null) void openWorkspace(session, now.workspace.id)
    else if (sheet) session.overlay.setState({ open: sheet })
    else return false
    history.remember(first.trim())
    setLine(rest)
    return true
  }
  return () => {
    if (proposal) {
      if (!session.enters.counts(proposal.showing)) return
      const now = readFirst()
      const isCancel = proposal.intent.kind === 'cancel' || proposal.intent.kind === 'cancelAll'
      // A cancel leaves whatever its line means by now, such as after its order ended.
      const intent = isCancel ? proposal.intent : intentOf(now)
      // A price word is refused once its market is old: the line says no order any more.
      if (intent === null) {
        dropProposal(session, 'command')
        const why = now.kind === 'bad' ? now.reason : 'the line means something else now'
        return tell(session.notices, session.clock, 'warning', `Nothing was sent: ${why}.`, line)
      }
      void send(proposal, intent)
      return
    }
    const now = read()
    const intent = intentOf(now)
    // The state stays on screen until Esc.
    if (now.kind === 'stat') return history.remember(first.trim())
    if (now.kind === 'dryRun') return tell(session.notices, session.clock, 'info', ASKS_ONLY)
    if (!show(now) && intent) propose(session, 'command', intent)
  }
}
