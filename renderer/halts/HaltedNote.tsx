/** Says in a panel why nothing can be sent for its customer and instrument; nothing where all is well. */

import { scopeWords, type HaltState } from '../../shared/domain/orders/halt.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { haltOf } from '../state/actions/halting.ts'
import { useLoadable, useSession } from '../state/useSession.ts'

export function useHalt(customerCode: CustomerCode, symbol: Symbol): HaltState | null {
  const session = useSession()
  useLoadable(session.server.halts)
  useLoadable(session.server.customers)
  return haltOf(session.server, { customerCode, symbol })
}

export function HaltedNote(of: { readonly customerCode: CustomerCode; readonly symbol: Symbol }) {
  const over = useHalt(of.customerCode, of.symbol)
  return (
    over && (
      <p className="halted-note">
        {over.mode === 'halted' ? 'HALTED' : 'REDUCING ONLY'}: {scopeWords(over.scope)}, by {over.by}. Shift
        F12 lifts.
      </p>
    )
  )
}
