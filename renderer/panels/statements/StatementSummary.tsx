/** The sums and the proof of a statement, beside its movements. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import './statements.css'
import { decimal } from '../../../shared/base/decimal.ts'
import type { Statement } from '../../../shared/domain/statements/statement.ts'
import {
  faultWords,
  isProven,
  periodWords,
  proofWords,
  sumsOf,
  UNKNOWN_FIGURE,
} from '../../../shared/domain/statements/statementWords.ts'
import { exact } from '../../format/numbers.ts'
import { keyedSentences } from '../../ui/distinctKeys.ts'

/** Reasons shown; the files have all of them. */
const MOST_FAULTS = 50

const amountWords = (text: string): string => (text === UNKNOWN_FIGURE ? text : exact(decimal(text)))

interface StatementSummaryProps {
  readonly statement: Statement
  /** Which statement it replaces; null: none that was made here. */
  readonly replaces: string | null
}

export function StatementSummary({ statement, replaces }: StatementSummaryProps) {
  const { number, faults, isInterim, unsummed, customerCode } = statement
  return (
    <>
      <h2>
        {shownCode(customerCode)} · {periodWords(statement)} UTC
      </h2>
      <p className="number muted">{number}</p>
      {replaces !== null && (
        <p className="amber" role="status" aria-label="Replaces">
          {replaces}
        </p>
      )}
      {isInterim && <p className="amber">The period is not over. Later movements make another statement.</p>}
      <p className={isProven(statement) ? 'ok' : 'problem'} role="status" aria-label="Proof">
        {isProven(statement) ? '✓ ' : '✗ '}
        {proofWords(statement)}
      </p>
      {faults.length > 0 && (
        <ul aria-label="Why it is not proven">
          {keyedSentences(faults.slice(0, MOST_FAULTS).map(faultWords)).map(({ sentence, key }) => (
            <li key={key}>{sentence}</li>
          ))}
          {faults.length > MOST_FAULTS && (
            <li>And {faults.length - MOST_FAULTS} more: CSV and PDF have them all.</li>
          )}
        </ul>
      )}
      <dl className="figures" aria-label="Sums in USDC">
        {sumsOf(statement).map(([label, amount]) => (
          <SumRow key={label} label={label} amount={amountWords(amount)} />
        ))}
      </dl>
      {unsummed.length > 0 && (
        <p className="amber">{`${unsummed.length} ${unsummed.length === 1 ? 'row is' : 'rows are'} in no sum: see Note.`}</p>
      )}
    </>
  )
}

const SumRow = ({ label, amount }: { readonly label: string; readonly amount: string }) => (
  <>
    <dt>{label}</dt>
    <dd className={`number sum${label.endsWith('balance') ? ' strong' : ''}`}>{amount}</dd>
  </>
)
