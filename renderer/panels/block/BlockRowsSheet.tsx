/** What became of each row of a block, in send order: fills, averages, deviations, refusals. Retries a row; saves the list as CSV. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useState } from 'react'
import { toText, type Decimal } from '../../../shared/base/decimal.ts'
import { canRetry, type RowProgress } from '../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { orderKey } from '../../../shared/domain/orders/order.ts'
import { retryWords } from '../../format/block/retryWords.ts'
import { instrumentOf } from '../../state/actions/intentSentence.ts'
import { retryRows } from '../../state/block/sendBlock.ts'
import { useBlockProgress } from '../../state/block/useBlockProgress.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { ListGrid } from '../PanelControls.tsx'
import { SecondPressButton } from '../SecondPressButton.tsx'
import { dealtBlock } from '../tables/dealer/dealtBy.ts'
import { fieldsOfDealt, saveCsv } from '../tables/downloadCsv.ts'
import { BlockExecution } from './BlockExecution.tsx'
import { OldRows } from './strip/OldRows.tsx'
import { blockRowColumns } from './blockRowColumns.tsx'
import './block.css'

const codeOf = ({ customerCode }: RowProgress): string => customerCode

const textOf = (value: Decimal | null): string => (value === null ? '' : toText(value))

/** Plain numbers, a line per customer. */
const resultOf = (block: BlockRecord, rows: readonly RowProgress[]) => {
  const { blockId, draft } = block
  return rows.map(
    ({ customerCode, amount, filled, average, deviation, quality, fate, why, referenceId }) => ({
      blockId,
      customerCode,
      symbol: draft.symbol,
      side: draft.side,
      amount: toText(amount),
      filled: toText(filled),
      average: textOf(average),
      deviation: textOf(deviation),
      arrival: textOf(quality?.arrival.value ?? null),
      arrivalUnknown: quality?.arrival.why ?? '',
      slippageBps: textOf(quality?.slippage.value ?? null),
      firstFillMs: quality?.firstFill.ms ?? '',
      lastFillMs: quality?.lastFill.ms ?? '',
      state: fate,
      why: why ?? '',
      referenceId: referenceId ?? '',
      ...fieldsOfDealt(dealtBlock(block)),
    }),
  )
}

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
  const progress = useBlockProgress(block)
  const { rows } = progress
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
      <BlockExecution block={block} progress={progress} instrument={instrument} />
      <OldRows progress={progress} />
      <ListGrid<RowProgress>
        name={`Rows of block ${block.blockId}`}
        columns={blockRowColumns(instrument)}
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
            key={`${row.customerCode} ${toText(row.amount)} ${JSON.stringify(row.prices)}`}
            isBusy={false}
            label={`Send ${shownCode(row.customerCode)} again`}
            question={`Press again to send ${shownCode(row.customerCode)} again: ${retryWords(block.draft, [{ amount: row.amount, ...(row.prices ?? block.draft) }], instrument)}`}
            onConfirm={() => void retryRows(session, block, [row])}
          />
        )}
        <span className="muted">Enter opens the order of a row. Tab goes to the buttons.</span>
      </div>
    </div>
  )
}
