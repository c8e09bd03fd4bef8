/** What the terminal understood of a line, beside it: the sentence, the next word, or what is wrong. Sends nothing. */

import { DryRun } from '../dealing/DryRun.tsx'
import { BookAndPositionFacts } from '../dealing/BookAndPositionFacts.tsx'
import { refusalOf } from '../state/actions/dealing.ts'
import type { Proposal } from '../state/stores/proposalStore.ts'
import { useSession } from '../state/useSession.ts'
import { SuggestedValue } from '../ui/SuggestedValue.tsx'
import { StatusReadBack } from './StatusReadBack.tsx'
import { effectWords } from './effectWords.ts'
import { intentOf } from './lineIntent.ts'
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
  /** What Tab would make of the line; null where it completes nothing. */
  readonly completed: { readonly word: string; readonly reading: LineReading } | null
  readonly onOffer: (start: number, end: number, offer: string) => void
}

export function ReadBack({ reading, panels, waiting, statements, held, completed, onOffer }: ReadBackProps) {
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
        <Completed completed={completed} panels={panels} />
      </>
    )
  }
  if (reading.kind === 'stat') return <StatusReadBack />
  if (reading.kind === 'dryRun') return <DryRun {...reading} />
  const effect = effectWords(session, panels, reading)
  const intent = intentOf(reading)
  if (intent === null)
    return (
      <>
        <span>{effect}</span>
        <Completed completed={completed} panels={panels} />
      </>
    )
  return (
    <>
      <span className="sentence">
        {statements > 1 && `1 of ${statements}: `}
        {effect}
        <BookAndPositionFacts intent={intent} />
      </span>
      {refusalOf(session, intent) === null && <span className="key-cap">Enter</span>}
      <Completed completed={completed} panels={panels} />
    </>
  )
}

/** What Tab makes of the last word, and what the line would then do. */
function Completed({ completed, panels }: Pick<ReadBackProps, 'completed' | 'panels'>) {
  const session = useSession()
  if (completed === null) return null
  return (
    <span className="completed">
      <span className="key-cap">Tab</span> <b>{completed.word}</b>{' '}
      <span className="muted">{effectWords(session, panels, completed.reading)}</span>
    </span>
  )
}
