/** An order's audit trail from the journal: when, what happened, by whom, which version of the limits, and the state afterwards. */

import { useEffect } from 'react'
import { byWhom, eventWords, stateWords } from '../../../shared/domain/orders/auditTrailSentences.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { OrderMoment } from '../../../shared/domain/orders/orderLife.ts'
import { useRead } from '../useRead.ts'
import { moment as wholeMoment, timeToMs, zoneAt } from '../../format/times.ts'

export function OrderAuditTrail({ order }: { readonly order: Order }) {
  const { customerCode, referenceId, origin } = order
  const { value, failure, busy, again } = useRead('order.auditTrail', { customerCode, referenceId }, 'always')
  // Each change of the order adds an event.
  useEffect(() => again(), [order, again])
  // Events are only added at the end, so their numbers never change.
  const moments = (value?.moments ?? []).map((moment, at) => ({ moment: moment, number: at + 1 }))
  if (failure) return <p className="problem">{failure.message}</p>
  if (moments.length === 0)
    return <p className="muted">{busy ? 'Reading the journal.' : NO_EVENTS[origin]}</p>
  return (
    <div>
      {(origin === 'unknown' || value?.isProven === false) && <p className="problem">{unproven(origin)}</p>}
      <ol className="life" aria-label="Life of the order">
        {moments.map(({ moment, number }) => (
          <Moment key={number} moment={moment} />
        ))}
      </ol>
    </div>
  )
}

const NO_EVENTS: Readonly<Record<Order['origin'], string>> = {
  desk: 'The journal has no events of this order.',
  external: 'This order was sent from elsewhere, so only the venue has a record of it.',
  unknown:
    'The order journal of earlier runs is missing or could not be read, so it is unknown whether this desk sent this order. The venue has a record of it.',
}

const unproven = (origin: Order['origin']): string =>
  `${origin === 'unknown' ? 'It is unknown whether this desk sent this order: the' : 'The'} order journal of earlier runs is missing or could not be verified. Entries below may be missing or changed. The venue has its own record of the order.`

function Moment({ moment }: { readonly moment: OrderMoment }) {
  const { what, answer, limit, shown } = eventWords(moment.event)
  const [head, ...rest] = what.split(': ')
  const details = rest.join(': ')
  return (
    <li>
      <time className="mono muted" title={wholeMoment(moment.event.at)}>
        {timeToMs(moment.event.at)} {zoneAt(moment.event.at)}
      </time>
      <span className="muted" title={moment.whose}>
        {byWhom(moment.event, moment.dealer)}
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
