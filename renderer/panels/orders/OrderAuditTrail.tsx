/** An order's audit trail from the journal: when, what happened, by whom, which version of the limits, and the state afterwards. */

import { useEffect } from 'react'
import { byWhom, eventWords, stateWords } from '../../../shared/domain/orders/auditTrailSentences.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { OrderMoment } from '../../../shared/domain/orders/orderLife.ts'
import { useRead } from '../useRead.ts'
import { isoTime } from '../../format/times.ts'

export function OrderAuditTrail({ order }: { readonly order: Order }) {
  const { customerCode, referenceId, origin } = order
  const { value, failure, busy, again } = useRead('order.auditTrail', { customerCode, referenceId }, 'always')
  // Each change of the order adds an event.
  useEffect(() => again(), [order, again])
  // Events are only added at the end, so their numbers never change.
  const moments = (value?.moments ?? []).map((moment, at) => ({ moment: moment, number: at + 1 }))
  if (failure) return <p className="problem">{failure.message}</p>
  if (moments.length === 0)
    return (
      <p className="muted">
        {origin === 'external'
          ? 'This order was sent from elsewhere, so only the venue has a record of it.'
          : busy
            ? 'Reading the journal.'
            : 'The journal has no events of this order.'}
      </p>
    )
  return (
    <ol className="life" aria-label="Life of the order">
      {moments.map(({ moment, number }) => (
        <Moment key={number} moment={moment} />
      ))}
    </ol>
  )
}

function Moment({ moment }: { readonly moment: OrderMoment }) {
  const { what, answer, limit, shown } = eventWords(moment.event)
  const [head, ...rest] = what.split(': ')
  const details = rest.join(': ')
  return (
    <li>
      <time className="mono muted" title={isoTime(moment.event.at)}>
        {isoTime(moment.event.at).slice(11, -1)}
      </time>
      <span className="muted" title={moment.whose}>
        {byWhom(moment.event)}
      </span>
      <div>
        <div>
          <span className="strong">{head}</span>
          {details !== '' && moment.event.kind !== 'sending' && `: ${details}`}
        </div>
        {moment.event.kind === 'sending' && (
          <details className="technical">
            <summary className="muted">technical</summary>
            <span className="mono">{details}</span>
          </details>
        )}
        {answer !== undefined && <div>{answer}</div>}
        {limit !== undefined && <div className="muted">limits {limit}</div>}
        {shown !== undefined && shown !== '' && <div className="muted">shown: {shown}</div>}
        <div className="muted">→ {moment.after ? stateWords(moment.after) : 'not known'}</div>
      </div>
    </li>
  )
}
