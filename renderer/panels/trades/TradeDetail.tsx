/** One trade with all its fields, read from the venue when the sheet opens. Shows the listed trade until the answer, and after a failure. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { decimal, decimalPlaces } from '../../../shared/base/decimal.ts'
import { tradeQuote, type Trade } from '../../../shared/domain/trade.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { useRead } from '../useRead.ts'
import { customerName, instrumentOf } from '../../state/actions/dealing.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { useSession } from '../../state/useSession.ts'
import { feeTextOf } from '../../format/feeText.ts'
import { UNKNOWN } from '../../format/numbers.ts'
import { customerFirst } from '../../format/customerFirst.ts'
import { priceText } from '../../format/priceText.ts'
import { moment } from '../../format/times.ts'

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
  const trade = value ?? listed
  const instrument = instrumentOf(session, trade.symbol)
  const facts: readonly (readonly [string, string | null])[] = [
    ['Trade', trade.code],
    ['Customer', `${shownCode(customerCode)} ${customerName(session, customerCode)}`],
    ['Type', trade.type.replaceAll('_', ' ')],
    ['Instrument', trade.symbol && shownCode(trade.symbol)],
    ['Side', trade.side],
    ['Amount', trade.amount],
    ['Price', priceText(trade.price, instrument)],
    [trade.quote === null ? 'Value (price × amount)' : 'Value', tradeQuote(trade)],
    [
      'Fee, as the balance moved',
      trade.fee === null ? null : feeTextOf(trade.fee, decimalPlaces(decimal(trade.fee))),
    ],
    ['Realised PnL', trade.realisedPnl],
    ['Liquidity', trade.liquidity],
    ['Order reference', trade.referenceId],
    ['Venue time', moment(trade.createdAt) || null],
  ]
  return (
    <Sheet title={customerFirst(customerCode, `trade ${code}`)} onClose={onClose}>
      <table className="key-table">
        <tbody>
          {facts.map(([name, text]) => (
            <tr key={name}>
              <td className="muted">{name}</td>
              <td className="mono">{text ?? UNKNOWN}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {failure ? (
        <FailureLine failure={failure} />
      ) : (
        <p role="status" className="muted">
          {busy || value === null ? 'As listed; reading from the venue…' : '✓ As the venue reports it now.'}
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
