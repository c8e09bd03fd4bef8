/** Goes on with the statements behind a `;` once what the first one sent is confirmed. Sends nothing itself. */

import { useEffect, useRef, useState } from 'react'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import { isUnproven, type Order } from '../../shared/domain/orders/order.ts'
import { liveOrders } from '../state/actions/halting.ts'
import { tell } from '../state/stores/noticeStore.ts'
import { useSession } from '../state/useSession.ts'

/** Ms to wait for the venue's word on what was sent. */
const WAIT_AT_MOST = 10_000

/** Whether the venue has yet to answer what was sent about an order. */
const isUnconfirmed = (order: Order): boolean =>
  order.phase === 'intent' || isUnproven(order) || order.pending !== null

export interface StatementQueue {
  /** The statements that wait for the venue; null for none. */
  readonly waiting: string | null
  /**
   * Puts statements up once nothing of this customer is unconfirmed any more; leaves them out where an order that was made since `sentAt` (wall
   * clock, ms) was refused. Without a customer at once.
   */
  readonly goOn: (rest: string, customer: CustomerCode | null, sentAt: number) => void
  /** Says that the rest was left out, because the statement before it failed. */
  readonly stop: (rest: string) => void
  readonly drop: () => void
}

/** `show`: puts the statements into the field. */
export function useStatements(show: (rest: string) => void): StatementQueue {
  const session = useSession()
  const [waiting, setWaiting] = useState<string | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  const drop = () => {
    end.current()
    setWaiting(null)
  }
  const stop = (rest: string) => {
    drop()
    if (rest !== '')
      tell(session.notices, session.clock, 'warning', `The line stopped here. Not sent: ${rest}`, rest)
  }
  return {
    waiting,
    stop,
    drop,
    goOn(rest, customer, sentAt) {
      drop()
      if (rest === '') return
      const goOn = () => (isRefused() ? stop(rest) : show(rest))
      const isRefused = () =>
        [...session.server.orders.getState().rows.values()].some(
          (order) =>
            order.customerCode === customer &&
            order.origin === 'desk' &&
            (order.createdAt ?? 0) >= sentAt &&
            (order.phase === 'rejected' || order.phase === 'not-sent'),
        )
      const isConfirmed = () =>
        customer === null ||
        liveOrders(session).every((order) => order.customerCode !== customer || !isUnconfirmed(order))
      if (isConfirmed()) return goOn()
      setWaiting(rest)
      const stops = [
        session.server.orders.subscribe(() => {
          if (!isConfirmed()) return
          drop()
          goOn()
        }),
        session.clock.after(WAIT_AT_MOST, () => stop(rest)),
      ]
      end.current = () => {
        end.current = () => {}
        for (const each of stops) each()
      }
    },
  }
}
