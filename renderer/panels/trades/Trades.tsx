/** The desk's own executions, newest first, filtered as the API can, and as far back as the venue goes. Enter shows one whole; PgDn at the end reads on. */

import { useMemo, useRef, useState } from 'react'
import { decimal } from '../../../shared/base/decimal.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { tradeQuote, type Trade } from '../../../shared/domain/trade.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { stateAt } from '../../state/stores/keyedTable.ts'
import { DataGrid, type Column } from '../../ui/DataGrid.tsx'
import { SignedNumber } from '../../format/SignedNumber.tsx'
import { useLoadable, useSession, useUnread } from '../../state/useSession.ts'
import { dayAndTime } from '../../format/times.ts'
import { AmountCell, CustomerCell, FeeCell, MoneyCell, PriceCell, SideCell } from '../cells.tsx'
import { saveCsv } from '../downloadCsv.ts'
import { FilterChoice, FilterMoment } from '../FilterFields.tsx'
import { newestFirst, readRange, type TimeRange } from '../ledger/ledgerFilter.ts'
import { NO_TRADE_FILTER, fitsTrade, sorted, type TradeFilter } from './tradeFilter.ts'
import type { Pages } from '../usePages.ts'
import { useSlowRevision } from '../useSlowRevision.ts'
import { useRowOf, useTableView } from '../useTable.ts'
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
    cell: (of) => <FeeCell fee={of.fee} places={4} />,
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

const EVER = { from: null, to: null }

/** What stands beside the button: how far the list goes, as far as it is known. */
function reach({ done, rows }: Pages<Trade>, last: Trade | undefined, { sort }: TradeFilter): string {
  if (sort === 'asc') {
    if (done) return 'The venue has no newer trades.'
    return rows.size === 0
      ? 'Ask the venue for the oldest.'
      : `Read up to ${dayAndTime(last?.createdAt ?? null)}.`
  }
  if (done) return 'The venue has no older trades.'
  if (rows.size === 0) return ''
  return last ? `Read back to ${dayAndTime(last.createdAt)}.` : 'Nothing older yet; ask on.'
}

/** Rows of a grid: how many, their keys in the order shown, and the last that was read from the venue. */
interface View {
  readonly count: number
  readonly keyAt: (index: number) => string
  readonly lastRead: Trade | undefined
}

/** All live trades without a copy, with the older ones that were read behind them. */
function usePlainView(read: Pages<Trade>['rows'], active: boolean): View {
  const table = useSession().server.trades
  const live = useTableView(table)
  // What came live meanwhile stands among the live rows.
  const older = useMemo(() => {
    if (!active) return []
    const { rows } = stateAt(table, live.revision)
    return newestFirst([...read.values()].filter((of) => !rows.has(of.code)))
  }, [active, read, table, live.revision])
  return {
    count: live.count + older.length,
    keyAt: (index) => (index < live.count ? live.keyAt(index) : (older[index - live.count]?.code ?? '')),
    lastRead: older.at(-1),
  }
}

/** What fits a filter. Oldest first, live trades join once the venue has no newer ones: until then a stretch between would be missing unseen. */
function useFilteredView(
  { rows: read, done }: Pages<Trade>,
  customer: string | null,
  { symbol, sort }: TradeFilter,
  { from, to }: TimeRange,
  revision: number | null,
): View {
  const table = useSession().server.trades
  return useMemo(() => {
    if (revision === null) return { count: 0, keyAt: () => '', lastRead: undefined }
    const { rows } = stateAt(table, revision)
    const live = sort === 'desc' || done ? [...rows.values()] : []
    const unread = live.filter((of) => !read.has(of.code))
    const all = [...unread, ...read.values()].filter((of) => fitsTrade(of, customer, symbol, { from, to }))
    const shown = sorted(all, sort)
    return {
      count: shown.length,
      keyAt: (index) => shown[index]?.code ?? '',
      lastRead: read.size === 0 ? undefined : shown.findLast((of) => read.has(of.code)),
    }
  }, [table, read, done, customer, symbol, sort, from, to, revision])
}

export function Trades() {
  const unread = useUnread('trades')
  const session = useSession()
  const table = session.server.trades
  const live = useTableView(table)
  const { value: instruments } = useLoadable(session.server.instruments)
  const [filter, setFilter] = useState(NO_TRADE_FILTER)
  const plain = filter === NO_TRADE_FILTER
  const asked = readRange(filter)
  const range = asked.ok ? asked.value : EVER
  const pages = useTradePages(live.customer as CustomerCode | null, filter, range)
  const panel = useRef<HTMLDivElement>(null)
  const slow = useSlowRevision(table, panel)
  const whole = usePlainView(pages.rows, plain)
  const filtered = useFilteredView(pages, live.customer, filter, range, plain ? null : slow)
  const { count, keyAt, lastRead } = plain ? whole : filtered
  const useRow = useRowOf(table, pages.rows)
  const tradeOf = (key: string): Trade | undefined => table.getState().rows.get(key) ?? pages.rows.get(key)
  const open = (key: string) => {
    const trade = tradeOf(key)
    if (trade) session.overlay.setState({ open: { kind: 'trade', trade } })
  }
  const choose = (more: Partial<TradeFilter>) => {
    const next = { ...filter, ...more }
    const none = next.symbol === '' && next.from === '' && next.to === '' && next.sort === 'desc'
    setFilter(none ? NO_TRADE_FILTER : next)
  }
  const moment = (edge: 'from' | 'to') => (
    <FilterMoment
      edge={edge}
      value={filter[edge]}
      invalid={!asked.ok && asked.failure.startsWith(edge)}
      onType={(text) => choose({ [edge]: text })}
    />
  )
  const more = asked.ok ? pages.more : () => {}
  const save = () => {
    const keys = Array.from({ length: count }, (_, index) => keyAt(index))
    saveCsv(
      session,
      'trades',
      keys.flatMap((key) => tradeOf(key) ?? []),
    )
  }
  const next =
    filter.sort === 'asc' ? (pages.rows.size === 0 ? 'Oldest trades' : 'Newer trades') : 'Older trades'
  return (
    <div ref={panel} className="panel">
      <form
        className="panel-bar"
        aria-label="Filter the trades"
        onSubmit={(event) => {
          event.preventDefault()
          more()
        }}
      >
        <FilterChoice
          label="Instrument"
          value={filter.symbol}
          options={[['', 'all'], ...(instruments ?? []).map((of) => [of.symbol, of.symbol] as const)]}
          onChoose={(symbol) => choose({ symbol })}
        />
        {moment('from')}
        {moment('to')}
        <FilterChoice
          label="Order"
          value={filter.sort}
          options={[
            ['desc', 'newest first'],
            ['asc', 'oldest first'],
          ]}
          onChoose={(sort) => choose({ sort: sort === 'asc' ? 'asc' : 'desc' })}
        />
        <button type="submit" className="button small" aria-disabled={pages.done || pages.busy || !asked.ok}>
          {pages.busy ? 'Reading…' : pages.done ? 'All read' : next}
        </button>
        {!plain && (
          <button type="button" className="button small" onClick={() => setFilter(NO_TRADE_FILTER)}>
            No filter
          </button>
        )}
        <span role="status" className="muted">
          {reach(pages, lastRead, filter)}
        </span>
        <span className="spring" />
        {!plain && <span className="filtered">▼ {count.toLocaleString('en-US')} rows</span>}
        {(!plain || pages.rows.size > 0) && (
          <button type="button" className="button small" disabled={count === 0} onClick={save}>
            CSV of these
          </button>
        )}
      </form>
      {!asked.ok && (
        <p role="alert" className="problem panel-line">
          {asked.failure}
        </p>
      )}
      <FailureLine failure={pages.failure} />
      <div className="fill">
        <DataGrid<Trade>
          name="Trades"
          columns={TRADE_COLUMNS}
          count={count}
          keyAt={keyAt}
          stale={live.stale}
          useRow={useRow}
          onOpen={open}
          onEnd={more}
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
