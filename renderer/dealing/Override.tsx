/** Asks for the number or code that sends an order in spite of warnings: the order, at most three warnings, one field. Enter sends, Esc drops. */

import { useEffect, useState, type FormEvent } from 'react'
import { decimal } from '../../shared/base/decimal.ts'
import type { NumberMeaning } from '../../shared/domain/orders/limitDecision.ts'
import { NUMBER_WORDS, limitValue } from '../../shared/domain/limits/limitWords.ts'
import type { OverrideQuestion } from '../state/stores/overlayStore.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { keyedSentences } from '../ui/distinctKeys.ts'

export interface OverrideProps {
  readonly question: OverrideQuestion
  readonly answer: (typed: string | null) => void
  readonly onClose: () => void
}

const numberWords = (means: NumberMeaning, value: string | null): string =>
  means === 'notional' && value !== null ? `${value} in thousands, rounded` : NUMBER_WORDS[means]

export function Override({ question, answer, onClose }: OverrideProps) {
  const { sentence, warnings, type, means, notional, before } = question
  const value = notional === null ? null : limitValue('notional', decimal(notional))
  const [typed, setTyped] = useState('')
  // A sheet that closes without the number drops the order.
  useEffect(() => () => answer(null), [answer])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    answer(typed)
    onClose()
  }
  return (
    <Sheet
      title={means === 'customer' ? 'Trade out on what may be old' : 'The limits warn'}
      onClose={onClose}
    >
      <form className="override" aria-label="Override the warning" onSubmit={send}>
        <p className="strong">{sentence}</p>
        {value !== null && <p className="muted">Worth at most {value}, as the limits count it.</p>}
        <ol className="warning-lines">
          {keyedSentences(warnings).map(({ sentence: line, key }) => (
            <li key={key} className="warning-box">
              {line}
            </li>
          ))}
        </ol>
        <div className="labelled">
          <label htmlFor="override-number">
            Type <b className="number">{type}</b> to send it all the same{' '}
            <span className="muted">
              · {means === 'customer' ? 'the customer code' : numberWords(means, value)}
            </span>
          </label>
          <input
            id="override-number"
            className="field"
            inputMode={means === 'customer' ? 'text' : 'decimal'}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            aria-invalid={before !== null}
            aria-describedby={before === null ? undefined : 'override-before'}
            onChange={(event) => setTyped(event.target.value)}
          />
          {before !== null && (
            <span id="override-before" role="alert" className="problem">
              {before.trim() === type
                ? 'The warnings changed. Read them again.'
                : means === 'customer'
                  ? `${before} is not the customer code; no market order was sent.`
                  : `${before} is not the number; nothing was sent.`}
            </span>
          )}
        </div>
        <p className="muted">Enter sends · Esc drops</p>
      </form>
    </Sheet>
  )
}
