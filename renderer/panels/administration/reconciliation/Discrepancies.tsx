/** One customer's comparison: each difference with both values, their source, its time and what to do. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import {
  capital,
  readingWords,
  type OpenOrderReading,
} from '../../../../shared/domain/orders/openOrderReading.ts'
import {
  isReconciled,
  type CustomerReconciliation,
  type Discrepancy,
} from '../../../../shared/domain/accounts/reconciliationRules.ts'
import { plural } from '../../../../shared/base/plural.ts'
import { useSession } from '../../../state/useSession.ts'
import { orderKey } from '../../../../shared/domain/orders/order.ts'
import { timeWithZone } from '../../../format/times.ts'
import { adviceOf, ledgerProof, titleOf, type ProofLine } from './reconciliationWords.ts'

export function Discrepancies({
  customer,
  reading,
  onReadAgain,
}: {
  readonly customer: CustomerReconciliation
  readonly reading: OpenOrderReading
  readonly onReadAgain: () => void
}) {
  const { customerCode, state, compared, comparedAt, discrepancies } = customer
  const proof = ledgerProof(customer)
  return (
    <>
      <h2>{shownCode(customerCode)}</h2>
      <p>
        {isReconciled(customer) &&
          `${reading.state === 'whole' && proof.every((line) => line.state === 'proven') ? 'Everything' : 'What was read'} agrees: ${plural(compared.orders, 'order')}, ${plural(compared.trades, 'trade')} and ${plural(compared.rows, 'ledger row')}, compared at ${timeWithZone(comparedAt)}.`}
        {state === 'reading' &&
          (customer.why ?? 'Openpit is reading and comparing the records of this customer.')}
        {state === 'differs' &&
          'New orders are blocked. Cancels and trade-outs are sent. Openpit reads the records again every 15 s and opens the customer once they agree.'}
      </p>
      {reading.state !== 'whole' && state !== 'reading' && <p>{capital(readingWords(reading))}.</p>}
      <dl className="figures" aria-label="Ledger proof">
        {proof.map((line) => (
          <ProofRow key={line.title} line={line} />
        ))}
      </dl>
      <button type="button" className="button" onClick={onReadAgain}>
        Read {shownCode(customerCode)} again now
      </button>
      {discrepancies.map((discrepancy) => (
        <Difference
          key={`${discrepancy.kind} ${discrepancy.row}`}
          discrepancy={discrepancy}
          customer={customerCode}
        />
      ))}
    </>
  )
}

const PROOF_COLORS = { proven: 'ok', broken: 'loss strong', open: 'amber' } as const

const ProofRow = ({ line: { title, state, words } }: { readonly line: ProofLine }) => (
  <>
    <dt>{title}</dt>
    <dd className={PROOF_COLORS[state]}>{words}</dd>
  </>
)

function Difference({
  discrepancy,
  customer,
}: {
  readonly discrepancy: Discrepancy
  readonly customer: CustomerReconciliation['customerCode']
}) {
  const session = useSession()
  const key = orderKey({ customerCode: customer, referenceId: discrepancy.row as never })
  const isHere = discrepancy.record === 'order' && session.server.orders.getState().rows.has(key)
  return (
    <section className="discrepancy" aria-label={`${titleOf(discrepancy.kind)}: ${discrepancy.row}`}>
      <h3 className="problem">{titleOf(discrepancy.kind)}</h3>
      <dl className="figures">
        <dt>{discrepancy.record}</dt>
        <dd className="mono strong">{discrepancy.row}</dd>
        <dt>here</dt>
        <dd className="mono">{discrepancy.here}</dd>
        <dt>{discrepancy.reportedBy}</dt>
        <dd className="mono">{discrepancy.there}</dd>
        <dt>since</dt>
        <dd className="mono">{timeWithZone(discrepancy.since)}</dd>
      </dl>
      <p>{adviceOf(discrepancy.kind)}</p>
      {isHere && (
        <button
          type="button"
          className="button small"
          onClick={() => session.overlay.setState({ open: { kind: 'order', key } })}
        >
          Open the order
        </button>
      )}
    </section>
  )
}
