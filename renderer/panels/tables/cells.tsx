/** Cells that several blotters share. */

import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import { useSession, useWorkspace } from '../../state/useSession.ts'
import { instrumentOf, customerName } from '../../state/actions/dealing.ts'
import { feeTextOf } from '../../format/feeText.ts'
import { UNKNOWN, exact, grouped, tone } from '../../format/numbers.ts'
import { averageText } from '../../format/priceText.ts'

/** The code of a customer, marked where it is the window's. */
export function CustomerCodeCell({ code, look = 'mono' }: { readonly code: string; readonly look?: string }) {
  const isActive = useWorkspace((workspace) => workspace.customer === code)
  return (
    <span
      className={isActive ? `${look} active-code` : look}
      title={isActive ? 'customer of this window' : undefined}
    >
      {shownCode(code)}
    </span>
  )
}

export function CustomerCell({ code }: { readonly code: string }) {
  const session = useSession()
  return (
    <>
      <CustomerCodeCell code={code} look="strong mono" />{' '}
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

/** A price with the decimals of its instrument's tick. */
export function PriceCell({
  symbol,
  price,
}: {
  readonly symbol: string
  readonly price: DecimalText | null
}) {
  const session = useSession()
  return <span className="number">{averageText(price, instrumentOf(session, symbol))}</span>
}

/** An amount with all its digits. */
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

/** A fee with the sign of its effect on the balance. */
export function FeeCell({ fee, places }: { readonly fee: DecimalText | null; readonly places: number }) {
  const text = feeTextOf(fee, places)
  return <span className={`number ${tone(text)}`}>{text}</span>
}
