/** Asks before signing out: shows the orders that stay live and the positions that stand at the venue, and offers to cancel the orders first. Closes no position. */

import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Result } from '../../shared/base/result.ts'
import type { Failure } from '../../shared/contract/failure.ts'
import { standingCount } from '../../shared/domain/accounts/standingPositions.ts'
import { armedBrackets, armedLines, armedSentence } from '../../shared/domain/orders/bracket/armedBrackets.ts'
import type { Order } from '../../shared/domain/orders/order.ts'
import { isAllSeen } from '../../shared/domain/orders/openOrderReading.ts'
import {
  restingCount,
  restingLines,
  restingOrders,
  restingSentence,
} from '../../shared/domain/orders/restingOrders.ts'
import { StandingPositions } from './StandingPositions.tsx'
import { liveOrders } from '../state/actions/halting.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession, useUnseenOrders } from '../state/useSession.ts'
import { useSheetIsRead } from './deliberateEnter.ts'
import { keyedSentences } from '../ui/distinctKeys.ts'
import { useFailure } from '../dealing/useFailure.ts'

/** Amounts that were filled, by order. */
type Fills = ReadonlyMap<string, Order['filledAmount']>

/** Whether an order filled further since `before`. An order that came later starts at zero. */
const hasFilled = (rows: ReadonlyMap<string, Order>, before: Fills): boolean =>
  [...rows].some(([key, { filledAmount }]) => filledAmount !== (before.get(key) ?? '0'))

function leaveWords(isClear: boolean, count: number, mayStand: boolean): string {
  if (isClear) return mayStand ? 'Sign out and keep the positions' : 'Sign out'
  return count > 0 ? 'Sign out and leave them live' : 'Sign out all the same'
}

export function SignOutSheet({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const { client } = session
  const { rows } = useStore(session.server.orders)
  const stands = useStore(session.server.positions, (positions) => standingCount(positions.rows.values()) > 0)
  /** What had filled when the dealer asked to cancel first; null: the dealer has not asked. */
  const [before, setBefore] = useState<Fills | null>(null)
  const { failure, show } = useFailure<string>('SIGN OUT')
  const resting = restingOrders(liveOrders(session))
  const count = restingCount(resting)
  const armed = armedBrackets(liveOrders(session))
  const unseen = useUnseenOrders()
  const isRead = useSheetIsRead()
  const isClear = count === 0 && isAllSeen(unseen)
  const filled = isClear && before !== null && hasFilled(rows, before)

  const answered = (reply: Result<unknown, Failure>) => {
    if (reply.ok) onClose()
    else show(reply.failure.message)
  }
  const leave = async () => answered(await client.call('session.signOut', {}))
  const cancelFirst = async () => {
    setBefore(new Map([...rows].map(([key, { filledAmount }]) => [key, filledAmount])))
    for (const customerCode of new Set(resting.map((order) => order.customerCode))) {
      const reply = await client.call('order.cancelAll', { customerCode, symbol: null, side: null })
      if (!reply.ok) show(reply.failure.message)
    }
  }
  // Once, when the last order is done; not at later renders. After a fill the dealer decides about the position first.
  const isCanceled = before !== null && isClear && !filled
  const onAnswer = useEffectEvent(answered)
  useEffect(() => {
    const leaveNow = async () => onAnswer(await client.call('session.signOut', {}))
    if (isCanceled) void leaveNow()
  }, [isCanceled, client])

  return (
    <Sheet title="Sign out" onClose={onClose}>
      {isClear ? (
        <>
          {filled && (
            <p role="alert">
              <b>Not signed out: an order filled before it was canceled.</b> Its position may appear here a
              moment later.
            </p>
          )}
          <p>No order of this desk is live at the venue.</p>
        </>
      ) : (
        <>
          <p role="status">
            <b>{restingSentence(resting, unseen)}</b>
            {before !== null && ' Canceling: signing out follows once each is shown over.'}
          </p>
          {count > 0 && (
            <ul className="resting" aria-label="Stays live">
              {keyedSentences(restingLines(resting)).map(({ sentence: line, key }) => (
                <li key={key} className="mono">
                  {line}
                </li>
              ))}
            </ul>
          )}
          {armed.length > 0 && (
            <>
              <p>{armedSentence(armed)}</p>
              <ul className="resting" aria-label="Brackets">
                {armedLines(armed).map((line, index) => (
                  <li key={armed[index]?.referenceId} className="mono">
                    {line}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      <StandingPositions />
      <Problem sentence={failure} />
      <div className="row-of-buttons">
        {count > 0 && (
          <button
            type="button"
            className="button primary"
            aria-disabled={before !== null}
            onClick={() => isRead() && before === null && void cancelFirst()}
          >
            Cancel {isAllSeen(unseen) ? (count === 1 ? 'it' : `all ${count}`) : `the ${count} known`}, then
            sign out
          </button>
        )}
        <button
          type="button"
          className={isClear ? 'button primary' : 'button danger'}
          onClick={() => isRead() && void leave()}
        >
          {leaveWords(isClear, count, stands || filled)}
        </button>
      </div>
    </Sheet>
  )
}
