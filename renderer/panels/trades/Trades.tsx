/** Own executions, newest first, with the filters of the API, back to the venue's first. Enter shows all fields of a trade; PgDn at the end reads older trades. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useMemo, useRef, useState } from 'react'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { dayAndTimeWithZone } from '../../format/times.ts'
import { ofCustomer } from '../../format/unreadWords.ts'
import { narrowPanel } from '../../state/stores/panelStore.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useLoadable, useSession, useUnread } from '../../state/useSession.ts'
import { saveShown } from '../tables/downloadCsv.ts'
import { FilterChoice } from '../tables/FilterFields.tsx'
import { EVER, readRange } from '../ledger/ledgerFilter.ts'
import { Table } from '../tables/Table.tsx'
import { CsvOfThese, PagedTable, RangeFields } from '../tables/PagedTable.tsx'
import type { Pages } from '../tables/usePages.ts'
import { useOlderUnread } from '../tables/useOlderUnread.ts'
import { useSlowRevision } from '../tables/useSlowRevision.ts'
import { useRowOf, useTableView } from '../tables/useTable.ts'
import { TRADE_COLUMNS } from './tradeColumns.tsx'
import { NO_TRADE_FILTER, type TradeFilter } from './tradeFilter.ts'
import { useFilteredView, useWholeView } from './tradeViews.ts'
import { useTradePages } from './useTradePages.ts'
import { counted } from '../../format/numbers.ts'

export function Trades() {
  const unread = useUnread('trades')
  const session = useSession()
  const table = session.server.trades
  const live = useTableView(table, 'trades')
  const id = usePanelId('trades')
  const [typedFilter, setTyped] = useState(NO_TRADE_FILTER)
  const symbol = live.symbol ?? ''
  const filter = useMemo(
    () => (symbol === '' ? typedFilter : { ...typedFilter, symbol }),
    [typedFilter, symbol],
  )
  // The instrument is kept with the panel: the command line chooses it too.
  const setFilter = (chosen: TradeFilter) => {
    const rest = { ...chosen, symbol: '' }
    setTyped(isNoFilter(rest) ? NO_TRADE_FILTER : rest)
    narrowPanel(session.panels, id, chosen.symbol === '' ? null : (chosen.symbol as Symbol))
  }
  const isFiltered = filter !== NO_TRADE_FILTER
  const typed = readRange(filter)
  const range = typed.ok ? typed.value : EVER
  const pages = useTradePages(live.customer, filter, range)
  const maybeMore = useOlderUnread('trades', pages.done)
  const panel = useRef<HTMLDivElement>(null)
  const revision = useSlowRevision(table, panel)
  const whole = useWholeView(pages.rows, !isFiltered)
  const filtered = useFilteredView(pages, live.customer, filter, range, isFiltered ? revision : null)
  const { count, keyAt, lastRead } = isFiltered ? filtered : whole
  const useRow = useRowOf(table, pages.rows)
  const list = `${live.list} ${Object.values(filter).join(' ')}`
  const keysRevision = `${live.revision} ${pages.rows.size}`
  const tradeOf = (key: string): Trade | undefined => table.getState().rows.get(key) ?? pages.rows.get(key)
  const open = (key: string) => {
    const trade = tradeOf(key)
    if (trade) session.overlay.setState({ open: { kind: 'trade', trade } })
  }
  const more = typed.ok ? pages.more : () => {}
  const save = () => {
    const keys = Array.from({ length: count }, (_, index) => keyAt(index))
    saveShown(
      session,
      id,
      'trades',
      keys.flatMap((key) => tradeOf(key) ?? []),
    )
  }
  return (
    <PagedTable
      panel={panel}
      name="Filter the trades"
      range={typed}
      pages={pages}
      more={
        filter.sort === 'desc' ? 'Older trades' : pages.rows.size === 0 ? 'Oldest trades' : 'Newer trades'
      }
      onMore={more}
      filters={<TradeFilters filter={filter} range={typed} onChoose={setFilter} />}
      onClear={isFiltered ? () => setFilter(NO_TRADE_FILTER) : null}
      status={
        <span role="status" className="muted">
          {reach(pages, lastRead, filter)}
        </span>
      }
      facts={
        <>
          {isFiltered && <span className="filtered">▼ {counted(count)} rows</span>}
          {(isFiltered || pages.rows.size > 0) && <CsvOfThese count={count} onSave={save} />}
        </>
      }
    >
      <Table<Trade>
        panel="trades"
        hidden={isFiltered ? 'filtered' : null}
        maybeMore={maybeMore}
        name="Trades"
        columns={TRADE_COLUMNS}
        rows={{ count, keyAt, rowOf: tradeOf, list, revision: isFiltered ? filtered : keysRevision }}
        stale={live.stale}
        useRow={useRow}
        onOpen={open}
        onEnd={more}
        unread={!live.known ? 'Waiting for the trades.' : pages.done ? null : unread}
        empty={
          pages.done
            ? `The venue has no trades${ofCustomer(live.customer)} yet.`
            : `No trades${ofCustomer(live.customer)} yet. A fill shows here when the venue reports it.`
        }
      />
    </PagedTable>
  )
}

const isNoFilter = ({ symbol, from, to, sort }: TradeFilter): boolean =>
  symbol === '' && from === '' && to === '' && sort === 'desc'

interface TradeFiltersProps {
  readonly filter: TradeFilter
  readonly range: ReturnType<typeof readRange>
  readonly onChoose: (filter: TradeFilter) => void
}

function TradeFilters({ filter, range, onChoose }: TradeFiltersProps) {
  const { value: instruments } = useLoadable(useSession().server.instruments)
  return (
    <>
      <FilterChoice
        label="Instrument"
        value={filter.symbol}
        options={[
          ['', 'all'],
          ...(instruments ?? []).map(({ symbol }) => [symbol, shownCode(symbol)] as const),
        ]}
        onChoose={(symbol) => onChoose({ ...filter, symbol })}
      />
      <RangeFields typed={filter} range={range} onType={(ends) => onChoose({ ...filter, ...ends })} />
      <FilterChoice
        label="Order"
        value={filter.sort}
        options={[
          ['desc', 'newest first'],
          ['asc', 'oldest first'],
        ]}
        onChoose={(sort) => onChoose({ ...filter, sort: sort === 'asc' ? 'asc' : 'desc' })}
      />
    </>
  )
}

/** How far the list reaches, as far as known. */
function reach({ done, rows }: Pages<Trade>, last: Trade | undefined, { sort }: TradeFilter): string {
  if (sort === 'asc') {
    if (done) return 'The venue has no newer trades.'
    return rows.size === 0
      ? 'Ask the venue for the oldest.'
      : `Read up to ${dayAndTimeWithZone(last?.createdAt ?? null)}.`
  }
  if (done) return 'The venue has no older trades.'
  if (rows.size === 0) return ''
  return last
    ? `Read back to ${dayAndTimeWithZone(last.createdAt)}.`
    : 'No older trade in these pages. Read on.'
}
