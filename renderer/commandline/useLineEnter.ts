/** What Enter does to the line: proposes, sends what waits, or opens what is asked for. Never sends on the first Enter. */

import { assertNever } from '../../shared/base/result.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import { customerOf, dropProposal, propose, sendProposal } from '../state/actions/dealing.ts'
import { toggleArmed } from '../state/actions/workspaceActions.ts'
import { tell } from '../state/stores/noticeStore.ts'
import type { Overlay } from '../state/stores/overlayStore.ts'
import { openPanel } from '../state/stores/panelStore.ts'
import type { Intent, Proposal } from '../state/stores/proposalStore.ts'
import { useSession } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'
import type { LineReading } from './grammar/lineReading.ts'
import { statementsOf } from './grammar/statements.ts'
import type { LineHistory } from './useLineHistory.ts'
import type { StatementQueue } from './useStatements.ts'

const intentOf = (reading: LineReading): Intent | null => {
  switch (reading.kind) {
    case 'order':
    case 'amend':
    case 'cancel':
    case 'cancelAll':
    case 'flatten':
    case 'flattenAll':
      return reading
    case 'empty':
    case 'bad':
    case 'unfinished':
    case 'dryRun':
    case 'open':
    case 'halt':
    case 'lift':
    case 'signOut':
    case 'arm':
    case 'help':
      return null
    default:
      return assertNever(reading)
  }
}

/** The sheet that a line asks for. */
const sheetOf = (reading: LineReading): Overlay | null => {
  if (reading.kind === 'halt') return { kind: 'kill', scope: reading.scope }
  if (reading.kind === 'lift') return { kind: 'halts', lift: reading.scope }
  return reading.kind === 'signOut' ? { kind: 'signOut' } : null
}

/** Arms or disarms the ladder that had the focus last; says why it may not be armed. */
function switchLadder(session: WindowSession, isArmed: boolean): void {
  const { activeLadder, armed } = session.workspace.getState()
  if ((armed[activeLadder] !== undefined) !== isArmed) toggleArmed(session, activeLadder)
}

export interface LineEnterOptions {
  readonly line: string
  readonly reading: LineReading
  /** What the next Enter sends; null before the first. */
  readonly proposal: Proposal | null
  /** Reads the line again, with the market of this moment. */
  readonly read: () => LineReading
  readonly history: LineHistory
  readonly statements: StatementQueue
  readonly setLine: (line: string) => void
}

export function useLineEnter(options: LineEnterOptions): () => void {
  const session = useSession()
  const { line, reading, proposal, read, history, statements, setLine } = options
  /** The statement did what it says: the line leaves the field, ↑ brings it back, and the statements behind it come next. */
  const done = () => {
    const { rest } = statementsOf(line)
    history.remember(line)
    setLine('')
    return rest
  }
  const send = async (customer: CustomerCode | null) => {
    const sentAt = session.clock.now()
    const rest = done()
    const isSent = await sendProposal(session, 'command', customer)
    if (isSent) statements.goOn(rest, customer, sentAt)
    else statements.stop(rest)
  }
  /** Does what needs no second Enter; false for what does. */
  const show = (now: LineReading): boolean => {
    const sheet = sheetOf(now)
    if (now.kind === 'help') {
      if (now.about === null) session.overlay.setState({ open: { kind: 'keys' } })
    } else if (now.kind === 'open') openPanel(session.panels, now.panel, now.customerCode)
    else if (now.kind === 'arm') switchLadder(session, now.armed)
    else if (sheet) session.overlay.setState({ open: sheet })
    else return false
    statements.goOn(done(), null, session.clock.now())
    return true
  }
  return () => {
    const now = read()
    const intent = intentOf(now)
    if (proposal) {
      if (!session.enters.counts(proposal.shownAt)) return
      // A price word is refused once its market is old: the line says no order any more.
      if (now.kind === 'bad') {
        dropProposal(session, 'command')
        return tell(session.notices, session.clock, 'warning', `Nothing was sent: ${now.reason}.`, line)
      }
      void send(intent ? (customerOf(intent) ?? null) : null)
      return
    }
    if (!show(reading) && intent) propose(session, 'command', intent)
  }
}
