/** Asks before signing out: shows the orders that stay live at the venue and offers to cancel them first. */

import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Result } from '../../shared/base/result.ts'
import type { Failure } from '../../shared/contract/failure.ts'
import { armedBrackets, armedLines, armedSentence } from '../../shared/domain/orders/bracket/armedBrackets.ts'
import { isAllSeen } from '../../shared/domain/orders/openOrderReading.ts'
import {
  restingCount,
  restingLines,
  restingOrders,
  restingSentence,
} from '../../shared/domain/orders/restingOrders.ts'
import { liveOrders } from '../state/actions/halting.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession, useUnseenOrders } from '../state/useSession.ts'
import { useSheetIsRead } from './deliberateEnter.ts'
import { keyedSentences } from '../ui/distinctKeys.ts'
import { useFailure } from '../dealing/useFailure.ts'

export function SignOutSheet({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const { client } = session
  useStore(session.server.orders)
  const [canceling, setCanceling] = useState(false)
  const { failure, show } = useFailure<string>('SIGN OUT')
  const resting = restingOrders(liveOrders(session))
  const count = restingCount(resting)
  const armed = armedBrackets(liveOrders(session))
  const unseen = useUnseenOrders()
  const isRead = useSheetIsRead()
  const isClear = count === 0 && isAllSeen(unseen)

  const answered = (reply: Result<unknown, Failure>) => {
    if (reply.ok) onClose()
    else show(reply.failure.message)
  }
  const leave = async () => answered(await client.call('session.signOut', {}))
  const cancelFirst = async () => {
    setCanceling(true)
    for (const customerCode of new Set(resting.map((order) => order.customerCode))) {
      const reply = await client.call('order.cancelAll', { customerCode, symbol: null, side: null })
      if (!reply.ok) show(reply.failure.message)
    }
  }
  // Once, when the last order is done; not at later renders.
  const isCanceled = canceling && isClear
  const onAnswer = useEffectEvent(answered)
  useEffect(() => {
    const leaveNow = async () => onAnswer(await client.call('session.signOut', {}))
    if (isCanceled) void leaveNow()
  }, [isCanceled, client])

  return (
    <Sheet title="Sign out" onClose={onClose}>
      {isClear ? (
        <p>No order of this desk is live at the venue.</p>
      ) : (
        <>
          <p role="status">
            <b>{restingSentence(resting, unseen)}</b>
            {canceling && ' Canceling: signing out follows once each is shown over.'}
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
      <Problem sentence={failure} />
      <div className="row-of-buttons">
        {count > 0 && (
          <button
            type="button"
            className="button primary"
            aria-disabled={canceling}
            onClick={() => isRead() && !canceling && void cancelFirst()}
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
          {isClear ? 'Sign out' : count > 0 ? 'Sign out and leave them live' : 'Sign out all the same'}
        </button>
      </div>
    </Sheet>
  )
}
