/** What the terminal understood of a line, beside it: the sentence, the next word, or what is wrong. Sends nothing. */

import { scopeWords } from '../../shared/domain/orders/halt.ts'
import { DryRun } from '../dealing/DryRun.tsx'
import { IntentFacts } from '../dealing/IntentFacts.tsx'
import { refusalOf, sentenceOf } from '../state/actions/dealing.ts'
import type { Proposal } from '../state/stores/proposalStore.ts'
import { useSession } from '../state/useSession.ts'
import { Offer } from '../ui/Offer.tsx'
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
          <IntentFacts intent={waiting.intent} />
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
        {offer !== null && <Offer words={offer} onTake={() => onOffer(start, end, offer)} />}
      </>
    )
  }
  if (reading.kind === 'unfinished') return <span>next: {reading.next}</span>
  if (reading.kind === 'open')
    return (
      <span>
        Enter opens {panels.find(({ panel }) => panel === reading.panel)?.title}
        {reading.customerCode !== null && ` of ${reading.customerCode}`}
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
  if (reading.kind === 'dryRun') return <DryRun draft={reading.draft} />
  if (reading.kind === 'arm')
    return (
      <span>
        Enter{' '}
        {reading.armed ? `arms ladder ${session.workspace.getState().activeLadder}` : 'disarms every ladder'};
        nothing is sent
      </span>
    )
  if (reading.kind === 'help') return <span>{reading.about ?? 'Enter shows every key and the grammar'}</span>
  return (
    <>
      <span className="sentence">
        {statements > 1 && `1 of ${statements}: `}
        {sentenceOf(session, reading)}
        <IntentFacts intent={reading} />
      </span>
      {refusalOf(session, reading) === null && <span className="key-cap">Enter</span>}
    </>
  )
}
