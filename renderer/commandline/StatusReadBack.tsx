/** `stat`: the state of the desk under the command line. Reads; sends nothing. */

import { useStore } from 'zustand'
import { deskStatus } from '../state/deskStatus.ts'
import { useNow } from '../state/useNow.ts'
import { useSession } from '../state/useSession.ts'

export function StatusReadBack() {
  const session = useSession()
  const { server } = session
  useStore(server.session)
  useStore(server.link)
  useStore(server.connection)
  useStore(server.reads)
  useStore(server.openOrderReadings)
  useStore(server.reconciliation)
  useStore(server.customers)
  useStore(server.halts)
  useStore(server.limits)
  useStore(server.orders, (orders) => orders.openKeys.size)
  useNow(true)
  return (
    <dl className="desk-status">
      {deskStatus(session).map(({ name, text, trouble }) => (
        <div key={name}>
          <dt className="muted">{name}</dt>
          <dd className={trouble ? 'trouble' : undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
