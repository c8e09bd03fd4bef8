/** One trade whole, asked for at the venue when it opens; until that answers, and where it fails, what the list told. */

import { decimal, decimalPlaces } from '../../../shared/base/decimal.ts'
import { tradeQuote, type Trade } from '../../../shared/domain/trade.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { useRead } from '../useRead.ts'
import { customerName, instrumentOf } from '../../state/actions/dealing.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { useSession } from '../../state/useSession.ts'
import { feeTextOf } from '../../format/feeText.ts'
import { UNKNOWN } from '../../format/numbers.ts'
import { ofCustomer } from '../../format/ofCustomer.ts'
import { priceText } from '../../format/priceText.ts'
import { isoTime } from '../../format/times.ts'

export function TradeDetail({
  trade: listed,
  onClose,
}: {
  readonly trade: Trade
  readonly onClose: () => void
}) {
  const session = useSession()
  const { customerCode, code } = listed
  const { value, failure, busy, again } = useRead('trade.read', { customerCode, code }, 'always')
  const of = value ?? listed
  const instrument = instrumentOf(session, of.symbol)
  const facts: readonly (readonly [string, string | null])[] = [
    ['Trade', of.code],
    ['Customer', `${customerCode} ${customerName(session, customerCode)}`],
    ['Type', of.type.replaceAll('_', ' ')],
    ['Instrument', of.symbol],
    ['Side', of.side],
    ['Amount', of.amount],
    ['Price', priceText(of.price, instrument)],
    [of.quote === null ? 'Value (price × amount)' : 'Value', tradeQuote(of)],
    ['Fee, as the balance moved', of.fee === null ? null : feeTextOf(of.fee, decimalPlaces(decimal(of.fee)))],
    ['Realised PnL', of.realisedPnl],
    ['Liquidity', of.liquidity],
    ['Order reference', of.referenceId],
    ['Venue time', isoTime(of.createdAt) || null],
  ]
  return (
    <Sheet title={ofCustomer(customerCode, `trade ${code}`)} onClose={onClose}>
      <table className="key-table">
        <tbody>
          {facts.map(([name, told]) => (
            <tr key={name}>
              <td className="muted">{name}</td>
              <td className="mono">{told ?? UNKNOWN}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {failure ? (
        <FailureLine failure={failure} />
      ) : (
        <p role="status" className="muted">
          {busy || value === null ? 'As listed; asking the venue…' : '✓ As the venue tells it now.'}
        </p>
      )}
      <div className="row-of-buttons">
        <button type="button" className="button" onClick={again}>
          Ask the venue again
        </button>
      </div>
    </Sheet>
  )
}
