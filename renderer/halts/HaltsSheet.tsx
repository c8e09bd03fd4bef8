/** Lists the halts in force, their unverified orders, and the word that lifts each. Never fills in a word. A held key sends nothing. */

import { shownCode } from '../../shared/base/shownCode.ts'
import { useState, type FormEvent } from 'react'
import {
  haltName,
  sameScope,
  scopeWords,
  wordToLift,
  type HaltState,
} from '../../shared/domain/orders/halt.ts'
import { capital } from '../../shared/domain/orders/openOrderReading.ts'
import { orderKey } from '../../shared/domain/orders/order.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useLoadable, useSession } from '../state/useSession.ts'
import { timeWithZone } from '../format/times.ts'
import { ignoreHeldEnter, useSheetIsRead } from './deliberateEnter.ts'
import type { NamedHalt } from '../state/stores/overlayStore.ts'
import { LOCK_EFFECT, haltedWords } from '../format/haltedWords.ts'
import { progressWords } from './haltWords.ts'
import { useFailure } from '../dealing/useFailure.ts'

export interface HaltsSheetProps {
  /** What the dealer named when opening the sheet; it comes first. */
  readonly lift: NamedHalt | null
  readonly onClose: () => void
}

const UNKNOWN_HALTS =
  'It is not known which halts are in force: this window is without the core. What is shown below may have changed. Wait until the link to the core is back.'

export function HaltsSheet({ lift, onClose }: HaltsSheetProps) {
  const session = useSession()
  const { value, stale } = useLoadable(session.server.halts)
  const isUnknown = value === null || stale
  const halts = value ?? []
  // The named halt comes first, so that it has the focus.
  const isNamed = ({ mode, scope }: HaltState) =>
    lift === 'trade lock' ? mode === 'locked' : lift !== null && mode !== 'locked' && sameScope(scope, lift)
  const named = halts.filter(isNamed)
  const shown = [...named, ...halts.filter((halt) => !isNamed(halt))]
  return (
    <Sheet title="Halts in force" onClose={onClose} wide>
      <div className="stack">
        {isUnknown && <p role="alert">{UNKNOWN_HALTS}</p>}
        {!isUnknown && lift !== null && named.length === 0 && (
          <p role="status">
            {lift === 'trade lock' ? 'Trading is not locked.' : `No halt of ${scopeWords(lift)} is in force.`}
          </p>
        )}
        {!isUnknown && shown.length === 0 && <p role="status">Nothing is halted.</p>}
        {shown.map((halt) => (
          <OneHalt key={halt.id} halt={halt} onEmpty={onClose} />
        ))}
      </div>
    </Sheet>
  )
}

interface OneHaltProps {
  readonly halt: HaltState
  readonly onEmpty: () => void
}

function OneHalt({ halt, onEmpty }: OneHaltProps) {
  const session = useSession()
  const [typed, setTyped] = useState('')
  const { failure, show } = useFailure<string>(`LIFT ${haltName(halt)}`)
  const [sending, setSending] = useState(false)
  const isRead = useSheetIsRead()
  const word = wordToLift(halt)
  const does = halt.mode === 'locked' ? 'release' : 'lift'
  const lift = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || !isRead()) return
    setSending(true)
    const reply = await session.client.call('halt.lift', { id: halt.id, typed })
    if (!reply.ok) {
      setSending(false)
      show(reply.failure.message)
    } else if ((session.server.halts.getState().value ?? []).every((other) => other.id === halt.id)) onEmpty()
  }
  return (
    <section className="one-halt" aria-label={capital(haltName(halt).replace(/^the /, ''))}>
      <p>
        <b>{haltedWords(halt).word}</b> {haltedWords(halt).what} since {timeWithZone(halt.at)}.{' '}
        {halt.mode === 'locked' && LOCK_EFFECT} {halt.cause} {halt.cancels && progressWords(halt).text}
      </p>
      {halt.unverified.length > 0 && (
        <ul className="unverified" aria-label="Not verified">
          {halt.unverified.map(({ customerCode, referenceId, symbol, reason }) => (
            <li key={orderKey({ customerCode, referenceId })}>
              <button
                type="button"
                className="button small"
                onClick={() =>
                  session.overlay.setState({
                    open: { kind: 'order', key: orderKey({ customerCode, referenceId }) },
                  })
                }
              >
                {shownCode(customerCode)} {shownCode(symbol)}
              </button>{' '}
              <span className="mono">{referenceId}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void lift(event)} aria-label={`${capital(does)} ${haltName(halt)}`}>
        <div className="labelled lift">
          <label htmlFor={`lift-${halt.id}`}>
            Type {word} to {does}
          </label>
          <input
            id={`lift-${halt.id}`}
            className="field"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            aria-invalid={failure !== null}
            onKeyDown={ignoreHeldEnter}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button
            type="submit"
            className="button"
            aria-disabled={sending || typed.trim() !== word}
            onKeyDown={ignoreHeldEnter}
          >
            {halt.mode === 'locked' ? (sending ? 'Releasing…' : 'Release') : sending ? 'Lifting…' : 'Lift'}
          </button>
        </div>
        <Problem sentence={failure} />
      </form>
    </section>
  )
}
