/** Shows in a panel that a halt covers its customer and instrument. Draws nothing without a halt. */

import type { HaltState } from '../../shared/domain/orders/halt.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { haltOf } from '../state/actions/halting.ts'
import { useLoadable, useSession } from '../state/useSession.ts'
import { haltedWords } from '../format/haltedWords.ts'

export function useHalt(customerCode: CustomerCode, symbol: Symbol): HaltState | null {
  const session = useSession()
  useLoadable(session.server.halts)
  useLoadable(session.server.customers)
  return haltOf(session.server, { customerCode, symbol })
}

export function HaltedNote(target: { readonly customerCode: CustomerCode; readonly symbol: Symbol }) {
  const halt = useHalt(target.customerCode, target.symbol)
  return (
    halt && (
      <p className="halted-note">
        {haltedWords(halt).word}
        {halt.mode === 'locked' ? ' ' : ': '}
        {haltedWords(halt).what}. {halt.mode === 'locked' ? 'F12 releases.' : 'Shift F12 lifts.'}
      </p>
    )
  )
}
