/** What became of each row of a block, in send order: fills, averages, deviations, refusals. Retries a row; saves the list as CSV. */

import { useState } from 'react'
import { toText, type Decimal } from '../../../shared/base/decimal.ts'
import { canRetry, type RowProgress } from '../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import { FATE_WORDS } from '../../format/block/blockWords.ts'
import { UNKNOWN, grouped, signed } from '../../format/numbers.ts'
import { amountText } from '../../format/orderSentence.ts'
import { pricePlaces } from '../../format/priceText.ts'
import { customerName } from '../../state/actions/dealing.ts'
import { instrumentOf } from '../../state/actions/intentSentence.ts'
import { retryRows } from '../../state/block/sendBlock.ts'
import { useBlockProgress } from '../../state/block/useBlockProgress.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { ListGrid } from '../PanelControls.tsx'
import { SecondPressButton } from '../SecondPressButton.tsx'
import { saveCsv } from '../tables/downloadCsv.ts'
import './block.css'

const codeOf = ({ customerCode }: RowProgress): string => customerCode

function columnsOf(instrument: Instrument, nameOf: (code: string) => string): readonly Column<RowProgress>[] {
  // Averages of customers differ by less than a tick.
  const places = pricePlaces(instrument) + 2
  const average = (value: Decimal | null) => (value === null ? UNKNOWN : grouped(value, places))
  return [
    {
      id: 'customer',
      title: 'Customer',
      width: 'minmax(130px, 1fr)',
      cell: ({ customerCode }) => (
        <>
          <b className="mono">{customerCode}</b> <span className="muted">{nameOf(customerCode)}</span>
        </>
      ),
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

const textOf = (value: Decimal | null): string => (value === null ? '' : toText(value))

/** Plain numbers, a line per customer. */
const resultOf = ({ blockId, draft }: BlockRecord, rows: readonly RowProgress[]) =>
  rows.map(({ customerCode, amount, filled, average, deviation, fate, why, referenceId }) => ({
    blockId,
    customerCode,
    symbol: draft.symbol,
    side: draft.side,
    amount: toText(amount),
    filled: toText(filled),
    average: textOf(average),
    deviation: textOf(deviation),
    state: fate,
    why: why ?? '',
    referenceId: referenceId ?? '',
  }))

interface BlockRowsSheetProps {
  readonly blockId: string
  readonly onClose: () => void
}

export function BlockRowsSheet({ blockId, onClose }: BlockRowsSheetProps) {
  const { value } = useLoadable(useSession().server.blocks)
  const block = value?.get(blockId)
  return (
    <Sheet title={`Rows of block ${blockId}`} onClose={onClose} wide>
      {block ? <Rows block={block} /> : <p className="muted">This block is not known here any more.</p>}
    </Sheet>
  )
}

function Rows({ block }: { readonly block: BlockRecord }) {
  const session = useSession()
  const [selected, setSelected] = useState<string | null>(null)
  const { rows } = useBlockProgress(block)
  const instrument = instrumentOf(session, block.draft.symbol)
  if (!instrument) return <p className="muted">The instrument of this block is not known here.</p>
  const row = rows.find(({ customerCode }) => customerCode === selected)
  const open = (key: string) => {
    const found = rows.find(({ customerCode }) => customerCode === key)
    if (found?.referenceId)
      session.overlay.setState({
        open: {
          kind: 'order',
          key: orderKey({ customerCode: found.customerCode, referenceId: found.referenceId }),
        },
      })
  }
  return (
    <div className="block-result">
      <ListGrid<RowProgress>
        name={`Rows of block ${block.blockId}`}
        columns={columnsOf(instrument, (code) => customerName(session, code))}
        rows={rows}
        keyOf={codeOf}
        selectedKey={selected}
        onSelect={setSelected}
        onOpen={open}
        unread={null}
        empty="This block has no rows."
      />
      <div className="row-of-buttons">
        <button
          type="button"
          className="button"
          onClick={() => saveCsv(session, `block-${block.blockId}`, resultOf(block, rows))}
        >
          CSV
        </button>
        {row && canRetry(row) && (
          <SecondPressButton
            key={row.customerCode}
            isBusy={false}
            label={`Send ${row.customerCode} again`}
            question={`Press again to send ${row.customerCode} again`}
            onConfirm={() => void retryRows(session, block, [row.customerCode])}
          />
        )}
        <span className="muted">Enter opens the order of a row. Tab goes to the buttons.</span>
      </div>
    </div>
  )
}
