/** Shouts while an order is unresolved: nobody can tell what became of it, and the dealer must decide. Nothing otherwise. */

import { useStore } from 'zustand'
import { useSession } from '../useSession.ts'

export function UnresolvedOrders() {
  const session = useSession()
  const unresolved = useStore(session.server.orders, ({ openKeys, rows }) => {
    const keys = [...openKeys].filter((key) => rows.get(key)?.phase === 'unresolved')
    return keys.join('\n')
  })
  const [first, ...more] = unresolved.split('\n')
  if (first === undefined || first === '') return null
  const count = more.length + 1
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
