/** The effects of the order, as a small table of marked estimates. */

import type { Decimal } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { UNKNOWN, exact, grouped, placesOf, signed, tone } from '../../format/numbers.ts'
import { feeText } from '../../format/feeText.ts'
import type { Change, Effects } from '../../state/orderEffects.ts'

interface BeforeAfterProps {
  readonly instrument: Instrument
  readonly effects: Effects
  readonly takes: boolean | null
  /** Whether the mark behind the estimates is old. */
  readonly markOld: boolean
}

export function BeforeAfter({ instrument, effects, takes, markOld }: BeforeAfterProps) {
  const lots = placesOf(instrument.lotSize, 3)
  const size = (value: Decimal) => signed(value, lots)
  const money = (value: Decimal) => grouped(value, 0)
  const line = (name: string, { before, after }: Change, write: (value: Decimal) => string, old = false) => {
    const then = after === null ? UNKNOWN : write(after)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td className={old ? 'number stale' : 'number'}>{before === null ? UNKNOWN : write(before)}</td>
        <td className="arrow">→</td>
        <td className={`number ${old ? 'stale' : tone(then)}`}>{then}</td>
      </tr>
    )
  }
  const fee = feeText(effects.fee, 2)
  const kind = takes === null ? '' : takes ? 'taker ' : 'maker '
  return (
    <table className="before-after" aria-label="What the order changes">
      <tbody>
        {line('Position', effects.position, size)}
        {line('Position at mark', effects.notional, money, markOld)}
        {line('Margin ~', effects.margin, money, markOld)}
        <tr>
          <th scope="row">
            Fee ({kind}
            {effects.feeBps === null ? UNKNOWN : exact(effects.feeBps)} bps)
          </th>
          <td className={`number ${tone(fee)}`} colSpan={3}>
            {fee}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
