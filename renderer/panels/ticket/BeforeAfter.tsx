/** Before → after of the order on the ticket: position, margin, leverage, liquidation price, fill and fee. Estimates, each with the reason of a doubt. */

import { ZERO, negate, type Decimal } from '../../../shared/base/decimal.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import {
  leverageChange,
  type Change,
  type OrderPreview,
} from '../../../shared/domain/preview/orderPreview.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { shareText, usedLevel, type Level } from '../../format/figures/accountLevels.ts'
import { averageWords, fillWords, momentWords, rateWords } from '../../format/fillWords.ts'
import { UNKNOWN, exact, grouped, placesOf, signed } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import { useOrderPreview } from '../../state/accounts/useOrderPreview.ts'
import type { TicketOrder } from './useTicketOrder.ts'

interface BeforeAfterProps {
  readonly order: Pick<TicketOrder, 'leverage' | 'whyMarginOld' | 'fees'>
  readonly customerCode: CustomerCode
  readonly instrument: Instrument
  /** Null while a rule is broken. */
  readonly draft: OrderDraft | null
}

interface ChangeRowProps {
  readonly name: string
  readonly change: Change
  readonly write: (value: Decimal) => string
  readonly level?: (figure: Figure) => Level
  readonly isSigned?: boolean
  readonly none?: string
}

const ChangeRow = ({ name, change, write, level, isSigned = false, none = UNKNOWN }: ChangeRowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td>
      <FigureNumber figure={change.before} write={write} none={none} />
    </td>
    <td className="arrow">→</td>
    <td>
      <FigureNumber
        figure={change.after}
        write={write}
        none={none}
        signed={isSigned}
        level={level?.(change.after) ?? ''}
      />
    </td>
  </tr>
)

const money = (value: Decimal) => grouped(value, 0)
const belowZero = ({ value }: Figure): Level => (value !== null && value < ZERO ? 'loss' : '')

export function BeforeAfter({ order, customerCode, instrument, draft }: BeforeAfterProps) {
  const preview = useOrderPreview({ customerCode, instrument, draft, fees: order.fees })
  const { expected } = preview
  const lots = placesOf(instrument.lotSize, 3)
  return (
    <table className="before-after" aria-label="What the order changes">
      <caption>
        <span className="short-hides">Before → after{'fill' in expected && ', '}</span>
        {'fill' in expected && momentWords(expected.fill)}
      </caption>
      <tbody>
        <ChangeRow
          name="Position"
          change={preview.position}
          write={(value) => signed(value, lots)}
          isSigned
        />
        <ChangeRow name="Margin used" change={preview.usedShare} write={shareText} level={usedLevel} />
        <ChangeRow name="Free margin" change={preview.free} write={money} level={belowZero} />
        <ChangeRow
          name="Leverage"
          change={leverageChange(order.leverage, order.whyMarginOld, draft)}
          write={(value) => `${exact(value)}×`}
        />
        <ChangeRow
          name="Liquidation ~"
          change={preview.liquidation}
          write={(value) => grouped(value, pricePlaces(instrument))}
          none="none"
        />
        <FillRows preview={preview} instrument={instrument} />
      </tbody>
    </table>
  )
}

/** What the book would give the order, and the fee with the sign of its effect on the balance. */
function FillRows({
  preview,
  instrument,
}: {
  readonly preview: OrderPreview
  readonly instrument: Instrument
}) {
  const { expected, fee, rates } = preview
  const fill = 'fill' in expected ? expected.fill : null
  const reason = fill === null && 'why' in expected ? expected.why : (fill?.caution ?? null)
  const row = (name: string, words: string) => (
    <tr>
      <th scope="row">{name}</th>
      <td colSpan={3} className="number" title={reason === null ? undefined : `May be wrong: ${reason}.`}>
        {fill?.caution ? '~' : ''}
        {words}
      </td>
    </tr>
  )
  const average = fill && averageWords(fill, instrument)
  return (
    <>
      {fill ? row('Fill', fillWords(fill, instrument)) : row('Fill', UNKNOWN)}
      {average !== null && row('Average ~', average)}
      <tr>
        <th scope="row">Fee</th>
        <td colSpan={3}>
          {fill && <span className="muted">{rateWords(fill, rates)} </span>}
          <FigureNumber figure={fee} write={(value) => signed(negate(value), 2)} signed />
        </td>
      </tr>
    </>
  )
}
