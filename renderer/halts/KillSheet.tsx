/** The kill switch: the typed word chooses the scope. Enter does nothing until a word fits. No scope is chosen in advance. */

import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../shared/contract/failure.ts'
import { capital, unseenWords } from '../../shared/domain/orders/openOrderReading.ts'
import { scopeWords, wordToHalt, type HaltScope } from '../../shared/domain/orders/halt.ts'
import { scopeChoices, type ScopeChoice } from '../state/actions/halting.ts'
import { useFailure } from '../dealing/useFailure.ts'
import { isUnknown } from '../state/actions/dealing.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession, useUnseenOrders } from '../state/useSession.ts'
import { ignoreHeldEnter, useSheetIsRead } from './deliberateEnter.ts'
import { unsureHaltWords } from './haltWords.ts'

export interface KillSheetProps {
  /** The scope from the command line, with its word filled in. Null: none. */
  readonly scope: HaltScope | null
  readonly onClose: () => void
}

/** The choice of a typed word: an exact match, else one that ignores case. The widest scope wins. */
function choiceNamed(choices: readonly ScopeChoice[], typed: string): ScopeChoice | null {
  const word = typed.trim()
  const exact = choices.find((choice) => choice.word === word)
  return exact ?? choices.find((choice) => choice.word.toLowerCase() === word.toLowerCase()) ?? null
}

const actWords = ({ scope, count, isSeen }: ScopeChoice): string => {
  const known = count === 1 && isSeen ? 'its one live order' : `${count} live orders`
  const orders = count === 0 ? 'whatever shows up' : isSeen ? known : `at least ${known}`
  return `HALT ${scopeWords(scope)} and cancel ${orders}`
}

/** An answer that was lost proves neither. */
const notHaltedWords = (failure: Failure, scope: HaltScope): string =>
  isUnknown(failure)
    ? `It is NOT KNOWN whether ${scopeWords(scope)} is halted. ${failure.message} ${unsureHaltWords([scope])}`
    : `NOT halted: ${failure.message}`

export function KillSheet({ scope: wanted, onClose }: KillSheetProps) {
  const session = useSession()
  useStore(session.server.orders)
  const unseen = unseenWords(useUnseenOrders())
  const filledIn = wanted === null ? '' : wordToHalt(wanted)
  const [typed, setTyped] = useState(filledIn)
  const { failure, show } = useFailure<string>('HALT')
  const [sending, setSending] = useState(false)
  const isRead = useSheetIsRead()
  const choices = scopeChoices(session, wanted)
  const chosen = choiceNamed(choices, typed)

  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    // The second press of a double Enter on the command line does not count here. A word typed in this sheet halts at once.
    if (typed === filledIn && !isRead()) return
    if (chosen === null) return show('NOT halted: type KILL, or one of the words in the list.')
    setSending(true)
    const reply = await session.client.call('halt.start', { scope: chosen.scope, mode: 'halted' })
    setSending(false)
    if (reply.ok) onClose()
    else show(notHaltedWords(reply.failure, chosen.scope))
  }
  return (
    <Sheet title="Kill switch" onClose={onClose}>
      <form aria-label="Kill switch" onSubmit={(event) => void start(event)}>
        <p>
          Type what to halt, then press Enter. The halt holds in every window and cancels its orders at once,
          also those of unknown status. It stays, also after a restart, until you lift it.
        </p>
        <div className="labelled">
          <label htmlFor="kill-word">Type KILL, or a word below</label>
          <input
            id="kill-word"
            className="field mono"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed}
            aria-invalid={failure !== null}
            onKeyDown={ignoreHeldEnter}
            onChange={(event) => {
              setTyped(event.target.value)
              show(null)
            }}
          />
        </div>
        <ul className="kill-choices" aria-label="Words and what they halt">
          {choices.map((choice) => (
            <li key={choice.scope.kind} className="kill-choice" aria-current={choice === chosen}>
              <span className="key-cap mono">{choice.word}</span>
              <span>{actWords(choice)}</span>
            </li>
          ))}
        </ul>
        {unseen !== null && (
          <p className="muted">{capital(unseen)}. A halt reads the lists again and cancels what they show.</p>
        )}
        <Problem sentence={failure} />
        <div className="row-of-buttons">
          <button type="submit" className="button primary" aria-disabled={chosen === null || sending}>
            {sending ? 'Halting…' : chosen === null ? 'Nothing is chosen yet' : actWords(chosen)}
          </button>
        </div>
      </form>
      <p className="muted">
        {sending
          ? 'The halt is on its way. Esc closes this sheet and does not stop the halt.'
          : 'Positions stay as they are. Esc closes this sheet and halts nothing.'}
      </p>
    </Sheet>
  )
}
