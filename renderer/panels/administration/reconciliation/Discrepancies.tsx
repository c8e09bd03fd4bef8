/** One customer's comparison: which records disagree, with both values, their source and since when, and what to do. */

import {
  capital,
  readingWords,
  type OpenOrderReading,
} from '../../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerTie, Discrepancy } from '../../../../shared/domain/accounts/reconciliationRules.ts'
import { useSession } from '../../../state/useSession.ts'
import { orderKey } from '../../../../shared/domain/orders/order.ts'
import { timeOfDay } from '../../../format/times.ts'
import { adviceOf, titleOf } from './reconciliationWords.ts'

export function Discrepancies({
  tie,
  reading,
  onReadAgain,
}: {
  readonly tie: CustomerTie
  readonly reading: OpenOrderReading
  readonly onReadAgain: () => void
}) {
  const { customerCode, state, compared, comparedAt, discrepancies } = tie
  return (
    <>
      <h2>{customerCode}</h2>
      <p>
        {state === 'ties' &&
          `${reading.state === 'whole' ? 'Everything' : 'What was read'} agrees: ${compared.orders} orders, ${compared.trades} trades and ${compared.rows} ledger rows, compared at ${timeOfDay(comparedAt)} UTC.`}
        {state === 'reading' && (tie.why ?? 'Its records are being read and compared.')}
        {state === 'differs' &&
          'Nothing new is sent but what trades out. It opens by itself once the records agree; it is read again every 15 s.'}
      </p>
      {reading.state !== 'whole' && state !== 'reading' && <p>{capital(readingWords(reading))}.</p>}
      <button type="button" className="button" onClick={onReadAgain}>
        Read {customerCode} again now
      </button>
      {discrepancies.map((discrepancy) => (
        <One
          key={`${discrepancy.kind} ${discrepancy.row}`}
          discrepancy={discrepancy}
          customer={customerCode}
        />
      ))}
    </>
  )
}

function One({
  discrepancy,
  customer,
}: {
  readonly discrepancy: Discrepancy
  readonly customer: CustomerTie['customerCode']
}) {
  const session = useSession()
  const key = orderKey({ customerCode: customer, referenceId: discrepancy.row as never })
  const isHere = discrepancy.of === 'order' && session.server.orders.getState().rows.has(key)
  return (
    <section className="discrepancy" aria-label={`${titleOf(discrepancy.kind)}: ${discrepancy.row}`}>
      <h3 className="loss">{titleOf(discrepancy.kind)}</h3>
      <dl className="figures">
        <dt>{discrepancy.of}</dt>
        <dd className="mono strong">{discrepancy.row}</dd>
        <dt>here</dt>
        <dd className="mono">{discrepancy.here}</dd>
        <dt>{discrepancy.toldBy}</dt>
        <dd className="mono">{discrepancy.there}</dd>
        <dt>since</dt>
        <dd className="mono">{timeOfDay(discrepancy.since)} UTC</dd>
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
