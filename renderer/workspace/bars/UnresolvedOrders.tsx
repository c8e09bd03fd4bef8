/** Warns while an order is unresolved: its outcome is unknown and the dealer must decide. Else draws nothing. */

import { useStore } from 'zustand'
import { UNRESOLVED } from '../../state/stores/serverMirrors.ts'
import { useSession } from '../../state/useSession.ts'

export function UnresolvedOrders() {
  const session = useSession()
  const count = useStore(session.server.orders, (orders) => orders.groups.get(UNRESOLVED)?.keys.size ?? 0)
  const first = useStore(
    session.server.orders,
    (orders) => orders.groups.get(UNRESOLVED)?.keys.values().next().value,
  )
  if (first === undefined) return null
  return (
    <span role="alert">
      <button
        type="button"
        className="shout"
        onClick={() => session.overlay.setState({ open: { kind: 'order', key: first } })}
      >
        ‼ {count} {count === 1 ? 'order' : 'orders'} unresolved: you decide
      </button>
    </span>
  )
}
