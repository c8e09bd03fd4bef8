/** What the terminal understood of a line, beside it: the sentence, the next word, or what is wrong. Sends nothing. */

import { scopeWords } from '../../shared/domain/orders/halt.ts'
import { DryRun } from '../dealing/DryRun.tsx'
import { BookAndPositionFacts } from '../dealing/BookAndPositionFacts.tsx'
import { joinedPanel, type Joining } from '../state/actions/joinLinks.ts'
import { ofCustomer } from '../format/unreadWords.ts'
import { refusalOf, sentenceOf } from '../state/actions/dealing.ts'
import { tradeLockOf } from '../state/actions/tradeLock.ts'
import type { Proposal } from '../state/stores/proposalStore.ts'
import { numberOf } from '../state/stores/panelInstances.ts'
import { activeLadder } from '../state/stores/workspaceStore.ts'
import { useSession } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { SuggestedValue } from '../ui/SuggestedValue.tsx'
import { StatusReadBack } from './StatusReadBack.tsx'
import type { LineReading, PanelCommand } from './grammar/lineReading.ts'

interface ReadBackProps {
  readonly reading: LineReading
  readonly panels: readonly PanelCommand[]
  /** What the next Enter sends; null before the first. */
  readonly waiting: Proposal | null
  /** How many statements the line holds. */
  readonly statements: number
  /** The statements that wait until the venue confirmed the one before them; empty for none. */
  readonly held: string
  readonly onOffer: (start: number, end: number, offer: string) => void
}

export function ReadBack({ reading, panels, waiting, statements, held, onOffer }: ReadBackProps) {
  const session = useSession()
  if (waiting !== null)
    return (
      <>
        <span className="sentence">
          {statements > 1 && `1 of ${statements}: `}
          {waiting.sentence}
          <BookAndPositionFacts intent={waiting.intent} />
        </span>{' '}
        <span className="key-cap">Enter sends</span> <span className="key-cap">Esc drops</span>
      </>
    )
  if (reading.kind === 'empty')
    return held === '' ? null : <span>Waiting for the venue’s confirmation. Next: {held}</span>
  if (reading.kind === 'bad') {
    const { start, end, reason, offer } = reading
    return (
      <>
        <span>{reason}</span>
        {offer !== null && <SuggestedValue words={offer} onTake={() => onOffer(start, end, offer)} />}
      </>
    )
  }
  if (reading.kind === 'unfinished') return <span>next: {reading.next}</span>
  if (reading.kind === 'open')
    return (
      <span>
        Enter opens {panels.find(({ panel }) => panel === reading.panel)?.title}
        {ofCustomer(reading.customerCode, reading.symbol)}
      </span>
    )
  if (reading.kind === 'halt')
    return <span>Enter asks once more to HALT {scopeWords(reading.scope)} and cancel its orders</span>
  if (reading.kind === 'lift')
    return (
      <span>
        Enter shows the halts in force
        {reading.scope !== null && `, to lift that of ${scopeWords(reading.scope)}`}
      </span>
    )
  if (reading.kind === 'signOut')
    return <span>Enter lists the orders that stay live, then asks before it signs out</span>
  if (reading.kind === 'lock')
    return (
      <span>
        {tradeLockOf(session.server) === null
          ? 'Enter locks trading in every window: nothing is sent but cancels'
          : 'Trading is locked already: Enter asks for the word that releases it'}
      </span>
    )
  if (reading.kind === 'stat') return <StatusReadBack />
  if (reading.kind === 'dryRun') return <DryRun draft={reading.draft} />
  if (reading.kind === 'arm') {
    const ladder = activeLadder(session.workspace.getState())
    const arms = ladder === null ? 'says that no ladder is open' : `arms ladder ${numberOf(ladder)}`
    return <span>Enter {reading.armed ? arms : 'disarms every ladder'}; nothing is sent</span>
  }
  if (reading.kind === 'join') return <span>{joinWords(session, reading.joining)}</span>
  if (reading.kind === 'help') return <span>{reading.about ?? 'Enter shows every key and the grammar'}</span>
  return (
    <>
      <span className="sentence">
        {statements > 1 && `1 of ${statements}: `}
        {sentenceOf(session, reading)}
        <BookAndPositionFacts intent={reading} />
      </span>
      {refusalOf(session, reading) === null && <span className="key-cap">Enter</span>}
    </>
  )
}

/** What the panel in focus joins, and what it shows then. */
function joinWords(session: WindowSession, joining: Joining): string {
  const title = joinedPanel(session, joining.axis)
  if (title === null)
    return `No panel that shows a${joining.axis === 'instrument' ? 'n instrument' : ' customer'} had the focus last`
  const { instruments, linkedCustomers, customer } = session.workspace.getState()
  if (joining.axis === 'instrument')
    return joining.link === null
      ? `Enter takes ${title} out of its instrument link; it keeps its instrument`
      : `Enter joins ${title} to instrument link ${joining.link} (${instruments[joining.link] ?? 'takes the instrument of the panel'})`
  return joining.link === null
    ? `Enter takes ${title} out of its customer link; it follows the window (${customer ?? 'no customer'})`
    : `Enter joins ${title} to customer link ${joining.link} (${linkedCustomers[joining.link] ?? 'no customer'})`
}
