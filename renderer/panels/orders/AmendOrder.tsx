/** The sheet that amends a live order: values before → after, and the sentence to send. Where the venue has no amend, it says what to do instead. */

import { useState } from 'react'
import { useStore } from 'zustand'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { decimal } from '../../../shared/base/decimal.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { isLive, type Order, type OrderChanges } from '../../../shared/domain/orders/order.ts'
import { isWrittenOff } from '../../../shared/domain/orders/orderLife.ts'
import {
  NO_AMEND,
  cancelOrder,
  instrumentOf,
  marketViewOf,
  mayAmend,
  mintIntentId,
  refusalOf,
  sendIntent,
} from '../../state/actions/dealing.ts'
import { ReviewActions, ReviewForm, type Review } from '../../dealing/ReviewForm.tsx'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { SecondDealerNote } from '../../dealing/SecondDealerNote.tsx'
import { SUGGESTED_VALUE_KEY, SuggestedValue } from '../../ui/SuggestedValue.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { amendSentence } from '../../format/amendSentence.ts'
import { exact } from '../../format/numbers.ts'
import { priceText } from '../../format/priceText.ts'
import { customerFirst } from '../../format/customerFirst.ts'
import { AMEND_LABELS, amendFields, readAmendForm, unfilledRest, type AmendForm } from './amendForm.ts'
import { orderWords } from './orderWords.ts'

/** Why an order that is not live cannot be changed. */
const overSentence = (order: Order): string =>
  isWrittenOff(order)
    ? 'This order was written off here, which proves nothing about the venue. It cannot be changed. Ask the broker whether it is live.'
    : `This order is done (${orderWords(order).word}), so there is nothing left to change.`

interface AmendOrderProps {
  readonly orderKey: string
  readonly onClose: () => void
}

export function AmendOrder({ orderKey, onClose }: AmendOrderProps) {
  const session = useSession()
  useLoadable(session.server.session)
  const order = useStore(session.server.orders, (orders) => orders.rows.get(orderKey))
  if (!order) return null
  return (
    <Sheet
      title={customerFirst(
        order.customerCode,
        `change ${order.side.toUpperCase()} ${shownCode(order.symbol)}`,
      )}
      onClose={onClose}
    >
      {!isLive(order) ? (
        <p role="status">{overSentence(order)}</p>
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
  const [failure, setFailure] = useState<Failure | null>(null)
  useLoadable(session.server.instruments)
  useStore(session.server.tickers, (tickers) => tickers.value?.get(order.symbol))
  useLoadable(session.server.limits)
  useStore(session.server.positions, (positions) => positions.revision)
  const instrument = instrumentOf(session, order.symbol)
  const reading = readAmendForm(order, form, marketViewOf(session, order))
  const review: Review<OrderChanges> | null = reading.sendable
    ? {
        sentence: customerFirst(order.customerCode, amendSentence(order, reading.changes, instrument)),
        word: null,
        payload: reading.changes,
      }
    : null
  const send = async (changes: OrderChanges) => {
    const intent = { kind: 'amend', order, changes } as const
    const refusal = refusalOf(session, intent)
    if (refusal !== null) return setFailure(failureOf('refused', refusal))
    const refused = await sendIntent(session, mintIntentId(session.clock, session.random), intent)
    if (refused === null) onClose()
    else setFailure(refused)
  }
  return (
    <ReviewForm
      form="amend"
      name="Change the order"
      review={review}
      why={Object.values(reading.problems)[0] ?? 'Change a value'}
      verb="Change the order"
      send={send}
    >
      {amendFields(order).map((field) => {
        const before = order[field]
        const problem = reading.problems[field] ?? null
        const changed = reading.changes[field] !== null
        const offer = reading.offers[field] ?? null
        const type = (text: string) => setForm({ ...form, [field]: text })
        return (
          <div key={field} className="labelled">
            <label htmlFor={`amend-${field}`}>{AMEND_LABELS[field]}</label>
            <div className="before-field">
              <span className="number muted">
                {field === 'amount' && before !== null
                  ? exact(decimal(before))
                  : priceText(before, instrument)}{' '}
                →
              </span>
              <input
                id={`amend-${field}`}
                className={changed ? 'field changed' : 'field'}
                inputMode="decimal"
                autoComplete="off"
                value={form[field] ?? before ?? ''}
                aria-invalid={problem !== null}
                aria-describedby={problem === null ? undefined : `amend-${field}-problem`}
                onChange={(event) => type(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== SUGGESTED_VALUE_KEY || offer === null) return
                  event.preventDefault()
                  type(offer)
                }}
                onFocus={(event) => event.target.select()}
              />
            </div>
            {problem !== null && (
              <span id={`amend-${field}-problem`} className="problem">
                {problem}
                {offer !== null && (
                  <SuggestedValue words={exact(decimal(offer))} onTake={() => type(offer)} />
                )}
              </span>
            )}
          </div>
        )
      })}
      <p className="muted">
        The amount includes what has filled: {exact(decimal(order.filledAmount))} so far. The venue decides
        whether the order keeps its place in the queue.
      </p>
      <SecondDealerNote
        act={
          reading.sendable
            ? {
                kind: 'amend',
                customerCode: order.customerCode,
                referenceId: order.referenceId,
                changes: reading.changes,
              }
            : null
        }
      />
      <FailureLine failure={failure} />
      <ReviewActions />
    </ReviewForm>
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
