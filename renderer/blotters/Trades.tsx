/** The desk's own executions, newest first, and as far back as the venue goes. Enter shows one whole; PgDn at the end reads older ones. */

import { useMemo } from 'react'
import { decimal } from '../../shared/base/decimal.ts'
import type { CustomerCode } from '../../shared/domain/text.ts'
import { tradeQuote, type Trade } from '../../shared/domain/trade.ts'
import { FailureLine } from '../dealing/FailureLine.tsx'
import { PanelBar } from '../admin/PanelParts.tsx'
import { stateAt } from '../state/keyedTable.ts'
import { DataGrid, type Column } from '../ui/DataGrid.tsx'
import { SignedNumber } from '../words/SignedNumber.tsx'
import { useSession, useUnread } from '../useSession.ts'
import { dayAndTime } from '../words/times.ts'
import { AmountCell, CustomerCell, MoneyCell, PriceCell, SideCell } from './cells.tsx'
import { saveCsv } from './exportCsv.ts'
import { newestFirst } from './ledgerFilter.ts'
import type { Pages } from './usePages.ts'
import { useRowOf, useTableView } from './useTable.ts'
import { useTradePages } from './useTradePages.ts'

export const TRADE_COLUMNS: readonly Column<Trade>[] = [
  {
    id: 'time',
    title: 'Venue time',
    width: '124px',
    cell: (of) => <span className="number">{dayAndTime(of.createdAt)}</span>,
  },
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(120px, 1.4fr)',
    cell: (of) => <CustomerCell code={of.customerCode} />,
  },
  { id: 'instrument', title: 'Instrument', width: 'minmax(110px, 1fr)', cell: (of) => of.symbol },
  { id: 'side', title: 'Side', width: '48px', cell: (of) => <SideCell side={of.side} /> },
  { id: 'type', title: 'Type', width: '110px', cell: (of) => of.type.replaceAll('_', ' ') },
  {
    id: 'amount',
    title: 'Amount',
    width: 'minmax(70px, 1fr)',
    align: 'right',
    cell: (of) => <AmountCell amount={of.amount} />,
  },
  {
    id: 'price',
    title: 'Price',
    width: '90px',
    align: 'right',
    cell: (of) => <PriceCell symbol={of.symbol} price={of.price} />,
  },
  {
    id: 'quote',
    title: 'Value',
    width: 'minmax(90px, 1fr)',
    align: 'right',
    cell: (of) => <MoneyCell amount={tradeQuote(of)} />,
  },
  {
    id: 'fee',
    title: 'Fee',
    width: '80px',
    align: 'right',
    cell: (of) => <MoneyCell amount={of.fee} places={4} />,
  },
  {
    id: 'realised',
    title: 'Realised',
    width: '90px',
    align: 'right',
    cell: (of) => (
      <SignedNumber value={of.realisedPnl === null ? null : decimal(of.realisedPnl)} places={2} />
    ),
  },
  {
    id: 'reference',
    title: 'Reference',
    width: 'minmax(120px, 1.4fr)',
    cell: (of) => <span className="number muted">{of.referenceId ?? ''}</span>,
  },
]

/** What stands beside the button: how far back the list goes, as far as it is known. */
function reach({ done, rows }: Pages<Trade>, oldest: Trade | undefined): string {
  if (done) return 'The venue has no older trades.'
  if (rows.size === 0) return ''
  return oldest ? `Read back to ${dayAndTime(oldest.createdAt)}.` : 'Nothing older yet; ask on.'
}

export function Trades() {
  const unread = useUnread('trades')
  const session = useSession()
  const table = session.server.trades
  const live = useTableView(table)
  const pages = useTradePages(live.customer as CustomerCode | null)
  const read = pages.rows
  // What came live meanwhile stands among the live rows.
  const older = useMemo(() => {
    const { rows } = stateAt(table, live.revision)
    return newestFirst([...read.values()].filter((of) => !rows.has(of.code)))
  }, [read, table, live.revision])
  const useRow = useRowOf(table, read)
  const keyAt = (index: number): string =>
    index < live.count ? live.keyAt(index) : (older[index - live.count]?.code ?? '')
  const tradeOf = (key: string): Trade | undefined => table.getState().rows.get(key) ?? read.get(key)
  const open = (key: string) => {
    const trade = tradeOf(key)
    if (trade) session.overlay.setState({ open: { kind: 'trade', trade } })
  }
  const save = () => {
    const keys = Array.from({ length: live.count + older.length }, (_, index) => keyAt(index))
    saveCsv(
      session,
      'trades',
      keys.flatMap((key) => tradeOf(key) ?? []),
    )
  }
  return (
    <div className="panel">
      <PanelBar>
        <button
          type="button"
          className="button small"
          aria-disabled={pages.done || pages.busy}
          onClick={pages.more}
        >
          {pages.busy ? 'Reading…' : pages.done ? 'All read' : 'Older trades'}
        </button>
        <span role="status" className="muted">
          {reach(pages, older.at(-1))}
        </span>
        <span className="spring" />
        {older.length > 0 && (
          <button type="button" className="button small" onClick={save}>
            CSV of these
          </button>
        )}
      </PanelBar>
      <FailureLine failure={pages.failure} />
      <div className="fill">
        <DataGrid<Trade>
          name="Trades"
          columns={TRADE_COLUMNS}
          count={live.count + older.length}
          keyAt={keyAt}
          stale={live.stale}
          useRow={useRow}
          onOpen={open}
          onEnd={pages.more}
          empty={
            !live.known
              ? 'Waiting for the trades.'
              : pages.done
                ? `The venue has no trades${live.customer === null ? '' : ` of ${live.customer}`} yet.`
                : (unread ?? 'No trades yet: fills show here the moment the venue reports them.')
          }
        />
      </div>
    </div>
  )
}
