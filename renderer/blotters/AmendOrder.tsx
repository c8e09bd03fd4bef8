/** Changes a live order: the values it may change, before → after, and the sentence that is sent. Where the venue takes no amend, it says how. */

import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../shared/base/decimal.ts'
import { isLive, type Order } from '../../shared/domain/order.ts'
import { NO_AMEND, cancelOrder, mayAmend, mintIntentId, refusalOf, sendIntent } from '../state/dealing.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useLoadable, useSession } from '../useSession.ts'
import { amendSentence } from '../words/amendSentence.ts'
import { UNKNOWN, exact } from '../words/numbers.ts'
import { AMEND_LABELS, amendFields, readAmendForm, unfilledRest, type AmendForm } from './amendForm.ts'

export interface AmendOrderProps {
  readonly orderKey: string
  readonly onClose: () => void
}

export function AmendOrder({ orderKey, onClose }: AmendOrderProps) {
  const session = useSession()
  useLoadable(session.server.session)
  const order = useStore(session.server.orders, (of) => of.rows.get(orderKey))
  if (!order) return null
  return (
    <Sheet
      title={`Change ${order.side.toUpperCase()} ${order.symbol} — ${order.customerCode}`}
      onClose={onClose}
    >
      {!isLive(order) ? (
        <p role="status">
          This order is over ({order.status ?? order.phase}); there is nothing left to change.
        </p>
      ) : mayAmend(session) ? (
        <AmendFields order={order} onClose={onClose} />
      ) : (
        <ByHand order={order} onClose={onClose} />
      )}
    </Sheet>
  )
}

function AmendFields({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const session = useSession()
  const [form, setForm] = useState<AmendForm>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const reading = readAmendForm(order, form)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (sending || !reading.sendable) return
    const intent = { kind: 'amend', order, changes: reading.changes } as const
    const refusal = refusalOf(session, intent)
    if (refusal !== null) return setFailure(refusal)
    setSending(true)
    const told = await sendIntent(session, mintIntentId(session.clock, session.random), intent)
    setSending(false)
    if (told === null) onClose()
    else setFailure(told.message)
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      {amendFields(order).map((field) => {
        const before = order[field]
        const problem = reading.problems[field] ?? null
        const changed = reading.changes[field] !== null
        return (
          <div key={field} className="labelled">
            <label htmlFor={`amend-${field}`}>{AMEND_LABELS[field]}</label>
            <div className="before-field">
              <span className="number muted">{before === null ? UNKNOWN : exact(decimal(before))} →</span>
              <input
                id={`amend-${field}`}
                className={changed ? 'field changed' : 'field'}
                inputMode="decimal"
                autoComplete="off"
                value={form[field] ?? before ?? ''}
                aria-invalid={problem !== null}
                aria-describedby={problem === null ? undefined : `amend-${field}-problem`}
                onChange={(event) => setForm({ ...form, [field]: event.target.value })}
                onFocus={(event) => event.target.select()}
              />
            </div>
            {problem !== null && (
              <span id={`amend-${field}-problem`} className="problem">
                {problem}
              </span>
            )}
          </div>
        )
      })}
      <p className="muted">
        The amount counts what has filled: {exact(decimal(order.filledAmount))} so far. Its place in the queue
        is the venue's to keep or not.
      </p>
      <Problem sentence={failure} />
      <div className="row-of-buttons">
        <button type="submit" className="button primary" aria-disabled={!reading.sendable || sending}>
          {sending
            ? 'Sending…'
            : reading.sendable
              ? `${amendSentence(order, reading.changes)} — ${order.customerCode}`
              : 'Change a value'}
        </button>
      </div>
    </form>
  )
}

function ByHand({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const session = useSession()
  const rest = unfilledRest(order)
  return (
    <div className="stack">
      <p>{NO_AMEND}</p>
      {rest !== null && (
        <p>
          Unfilled now: <span className="number strong">{exact(decimal(rest))}</span>. It can still fill until
          the cancel is confirmed.
        </p>
      )}
      <div className="row-of-buttons">
        <button
          type="button"
          className="button primary"
          onClick={() => void cancelOrder(session, order).then(onClose)}
        >
          Cancel the order
        </button>
      </div>
    </div>
  )
}
