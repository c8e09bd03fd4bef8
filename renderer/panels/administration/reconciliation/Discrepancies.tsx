/** One customer's comparison: what disagrees, with the exact record, both values, who told it and since when, and what to do. */

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
      {discrepancies.map((of) => (
        <One key={`${of.kind} ${of.row}`} of={of} customer={customerCode} />
      ))}
    </>
  )
}

function One({ of, customer }: { readonly of: Discrepancy; readonly customer: CustomerTie['customerCode'] }) {
  const session = useSession()
  const key = orderKey({ customerCode: customer, referenceId: of.row as never })
  const isHere = of.of === 'order' && session.server.orders.getState().rows.has(key)
  return (
    <section className="discrepancy" aria-label={`${titleOf(of.kind)}: ${of.row}`}>
      <h3 className="loss">{titleOf(of.kind)}</h3>
      <dl className="figures">
        <dt>{of.of}</dt>
        <dd className="mono strong">{of.row}</dd>
        <dt>here</dt>
        <dd className="mono">{of.here}</dd>
        <dt>{of.toldBy}</dt>
        <dd className="mono">{of.there}</dd>
        <dt>since</dt>
        <dd className="mono">{timeOfDay(of.since)} UTC</dd>
      </dl>
      <p>{adviceOf(of.kind)}</p>
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
