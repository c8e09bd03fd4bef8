/** The columns of the rows of a block that is under way or over. */

import type { Decimal } from '../../../shared/base/decimal.ts'
import type { RowProgress } from '../../../shared/domain/block/blockProgress.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { FATE_WORDS } from '../../format/block/blockWords.ts'
import { bpsText, durationText } from '../../format/figures/executionWords.ts'
import { UNKNOWN, grouped, signed } from '../../format/numbers.ts'
import { amountText } from '../../format/orderSentence.ts'
import { pricePlaces } from '../../format/priceText.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { CustomerCell } from '../tables/cells.tsx'

const NO_ORDER = 'it has no order here'

export function blockRowColumns(instrument: Instrument): readonly Column<RowProgress>[] {
  // Averages of customers differ by less than a tick.
  const places = pricePlaces(instrument) + 2
  const average = (value: Decimal | null) => (value === null ? UNKNOWN : grouped(value, places))
  return [
    {
      id: 'customer',
      title: 'Customer',
      width: 'minmax(130px, 1fr)',
      cell: ({ customerCode }) => <CustomerCell code={customerCode} />,
    },
    {
      id: 'amount',
      title: 'Amount',
      width: '90px',
      align: 'right',
      cell: ({ amount }) => <span className="number">{amountText(amount, instrument)}</span>,
    },
    {
      id: 'filled',
      title: 'Filled',
      width: '90px',
      align: 'right',
      cell: ({ filled }) => <span className="number">{amountText(filled, instrument)}</span>,
    },
    {
      id: 'average',
      title: 'Average',
      width: '110px',
      align: 'right',
      cell: (row) => <span className="number">{average(row.average)}</span>,
    },
    {
      id: 'deviation',
      title: 'Deviation',
      width: '90px',
      align: 'right',
      cell: ({ deviation }) => (
        <span className="number">{deviation === null ? UNKNOWN : signed(deviation, places)}</span>
      ),
    },
    {
      id: 'arrival',
      title: 'Arrival',
      width: '110px',
      align: 'right',
      cell: ({ quality }) => (
        <span className="number" title={quality === null ? NO_ORDER : (quality.arrival.why ?? undefined)}>
          {average(quality?.arrival.value ?? null)}
        </span>
      ),
    },
    {
      id: 'slippage',
      title: 'Slippage',
      width: '84px',
      align: 'right',
      cell: ({ quality }) => (
        <span
          className="number"
          title={quality === null ? NO_ORDER : (quality.slippage.why ?? 'bps of the arrival; + is worse')}
        >
          {quality === null ? UNKNOWN : bpsText(quality.slippage)}
        </span>
      ),
    },
    {
      id: 'fills',
      title: 'First / last fill',
      width: '130px',
      align: 'right',
      cell: ({ quality }) => (
        <span className="number" title={quality === null ? NO_ORDER : (quality.lastFill.why ?? undefined)}>
          {quality === null || (quality.firstFill.ms === null && quality.lastFill.ms === null)
            ? UNKNOWN
            : `${durationText(quality.firstFill)} / ${durationText(quality.lastFill)}`}
        </span>
      ),
    },
    {
      id: 'state',
      title: 'State',
      width: 'minmax(150px, 1.4fr)',
      cell: ({ fate, why }) => (
        <span className={`fate is-${fate}`} title={why ?? undefined}>
          {FATE_WORDS[fate].mark} {FATE_WORDS[fate].word}
          {why !== null && `: ${why}`}
        </span>
      ),
    },
  ]
}
