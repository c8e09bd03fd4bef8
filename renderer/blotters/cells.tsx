/** Cells that several blotters share. */

import { decimal } from '../../shared/base/decimal.ts'
import { shownCode } from '../../shared/domain/lookAlike.ts'
import type { Side } from '../../shared/domain/text.ts'
import { useSession } from '../useSession.ts'
import { instrumentOf, customerName } from '../state/dealing.ts'
import { UNKNOWN, exact, grouped, placesOf } from '../words/numbers.ts'

export function CustomerCell({ code }: { readonly code: string }) {
  const session = useSession()
  return (
    <>
      <span className="strong mono">{shownCode(code)}</span>{' '}
      <span className="muted">{customerName(session, code)}</span>
    </>
  )
}

export const SideCell = ({ side }: { readonly side: Side | null }) =>
  side === null ? (
    <span>{UNKNOWN}</span>
  ) : (
    <span className={side === 'buy' ? 'gain strong' : 'loss strong'}>{side.toUpperCase()}</span>
  )

/** A price at its instrument's tick. */
export function PriceCell({ symbol, price }: { readonly symbol: string; readonly price: string | null }) {
  const session = useSession()
  if (price === null) return <span className="number">{UNKNOWN}</span>
  return (
    <span className="number">
      {grouped(decimal(price), placesOf(instrumentOf(session, symbol)?.tickSize ?? null, 2))}
    </span>
  )
}

/** All the digits there are. */
export const AmountCell = ({ amount }: { readonly amount: string | null }) => (
  <span className="number">{amount === null ? UNKNOWN : exact(decimal(amount))}</span>
)

export const MoneyCell = ({
  amount,
  places = 2,
}: {
  readonly amount: string | null
  readonly places?: number
}) => <span className="number">{amount === null ? UNKNOWN : grouped(decimal(amount), places)}</span>
