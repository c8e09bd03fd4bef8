/** Every movement of cash, newest first: filtered, read back as far as the venue goes, and checked against the balances. Never guesses a sign. */

import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../shared/base/decimal.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { stateAt } from '../../state/stores/keyedTable.ts'
import { pinPanel } from '../../state/stores/panelStore.ts'
import { ledgerKey } from '../../state/stores/serverMirrors.ts'
import { DataGrid, type Column } from '../../ui/DataGrid.tsx'
import { SignedNumber } from '../../format/SignedNumber.tsx'
import { useSession, useUnread } from '../../state/useSession.ts'
import { percent } from '../../format/numbers.ts'
import { dayAndTime } from '../../format/times.ts'
import { CustomerCell, PriceCell } from '../cells.tsx'
import { saveCsv } from '../downloadCsv.ts'
import { FilterChoice, FilterMoment } from '../FilterFields.tsx'
import { LedgerBalance, TiesCell } from './LedgerBalance.tsx'
import {
  LEDGER_STATUSES,
  LEDGER_TYPES,
  NO_LEDGER_FILTER,
  fits,
  newestFirst,
  readRange,
  type LedgerFilter,
} from './ledgerFilter.ts'
import { useLedgerPages } from './useLedgerPages.ts'
import { useSlowRevision } from '../useSlowRevision.ts'
import { useRowOf, useTableView } from '../useTable.ts'

const EVER = { from: null, to: null }

const money = (text: string | null, places: number) => (
  <SignedNumber value={text === null ? null : decimal(text)} places={places} />
)

export const LEDGER_COLUMNS: readonly Column<LedgerRow>[] = [
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
  { id: 'type', title: 'Type', width: '120px', cell: (of) => of.transactionType.replaceAll('_', ' ') },
  {
    id: 'status',
    title: 'Status',
    width: '90px',
    cell: (of) => <span className={of.status === 'pending' ? 'amber' : 'muted'}>{of.status}</span>,
  },
  {
    id: 'amount',
    title: 'Amount',
    width: 'minmax(100px, 1fr)',
    align: 'right',
    cell: (of) => money(of.signedAmount, 4),
  },
  { id: 'asset', title: 'Asset', width: '60px', cell: (of) => of.asset ?? '' },
  { id: 'instrument', title: 'Instrument', width: 'minmax(110px, 1fr)', cell: (of) => of.symbol ?? '' },
  {
    id: 'realised',
    title: 'Realised',
    width: '90px',
    align: 'right',
    cell: (of) => (of.realisedPnl === null ? '' : money(of.realisedPnl, 2)),
  },
  {
    id: 'mark',
    title: 'Mark',
    width: '90px',
    align: 'right',
    cell: (of) => (of.markPrice === null ? '' : <PriceCell symbol={of.symbol ?? ''} price={of.markPrice} />),
  },
  {
    id: 'funding',
    title: 'Funding',
    width: '84px',
    align: 'right',
    cell: (of) => (
      <span className="number">
        {of.fundingRate === null ? '' : `${percent(decimal(of.fundingRate), 4)} %`}
      </span>
    ),
  },
  { id: 'ties', title: 'Ties', width: '48px', cell: (of) => <TiesCell of={of} /> },
  {
    id: 'reference',
    title: 'Reference',
    width: 'minmax(120px, 1.4fr)',
    cell: (of) => <span className="number muted">{of.referenceId ?? of.code}</span>,
  },
]

interface View {
  readonly count: number
  readonly keyAt: (index: number) => string
  readonly rows: readonly LedgerRow[] | null
}

export function Ledger() {
  const unread = useUnread('ledger')
  const session = useSession()
  const table = session.server.ledger
  const live = useTableView(table)
  const pinned = useStore(session.panels, (of) => of.customers['ledger']) ?? null
  const customer = pinned ?? live.customer
  const [filter, setFilter] = useState(NO_LEDGER_FILTER)
  const read = readRange(filter)
  const range = read.ok ? read.value : EVER
  const pages = useLedgerPages(customer as CustomerCode | null, range, filter.status || null)
  const panel = useRef<HTMLDivElement>(null)
  const revision = useSlowRevision(table, panel)
  const plain = filter === NO_LEDGER_FILTER && pinned === null && pages.rows.size === 0
  const older = pages.rows
  const { from, to } = range
  const shown = useMemo(() => {
    if (plain) return null
    const { rows } = stateAt(table, revision)
    const all = [...rows.values(), ...[...older].flatMap(([key, of]) => (rows.has(key) ? [] : [of]))]
    return newestFirst(all.filter((of) => fits(of, customer, filter, { from, to })))
  }, [plain, table, older, customer, filter, from, to, revision])
  const view: View =
    shown === null
      ? { count: live.count, keyAt: live.keyAt, rows: null }
      : {
          count: shown.length,
          keyAt: (index) => {
            const of = shown[index]
            return of ? ledgerKey(of) : ''
          },
          rows: shown,
        }
  const useRow = useRowOf(table, older)
  const choose = (more: Partial<LedgerFilter>) => {
    const next = { ...filter, ...more }
    setFilter(Object.values(next).every((of) => of === '') ? NO_LEDGER_FILTER : next)
  }
  const select = (field: 'type' | 'status', options: readonly string[]) => (
    <FilterChoice
      label={field === 'type' ? 'Type' : 'Status'}
      value={filter[field]}
      options={[['', 'all'], ...options.map((of) => [of, of.replaceAll('_', ' ')] as const)]}
      onChoose={(value) => choose({ [field]: value })}
    />
  )
  const moment = (edge: 'from' | 'to') => (
    <FilterMoment
      edge={edge}
      value={filter[edge]}
      invalid={!read.ok && read.failure.startsWith(edge)}
      onType={(text) => choose({ [edge]: text })}
    />
  )
  return (
    <div ref={panel} className="panel">
      <form
        className="panel-bar"
        aria-label="Filter the ledger"
        onSubmit={(event) => {
          event.preventDefault()
          if (read.ok) pages.more()
        }}
      >
        {pinned !== null && (
          <span className="filtered">
            ▼ {pinned} only{' '}
            <button
              type="button"
              className="button small"
              onClick={() => pinPanel(session.panels, 'ledger', null)}
            >
              All customers
            </button>
          </span>
        )}
        {select('type', LEDGER_TYPES)}
        {select('status', LEDGER_STATUSES)}
        {moment('from')}
        {moment('to')}
        <button type="submit" className="button small" disabled={!read.ok || pages.done}>
          {pages.busy ? 'Reading…' : pages.done ? 'All read' : 'Older rows'}
        </button>
        {filter !== NO_LEDGER_FILTER && (
          <button type="button" className="button small" onClick={() => setFilter(NO_LEDGER_FILTER)}>
            No filter
          </button>
        )}
        <span className="spring" />
        {view.rows !== null && (
          <>
            <span className={filter === NO_LEDGER_FILTER ? 'muted' : 'filtered'}>
              {filter === NO_LEDGER_FILTER ? '' : '▼ '}
              {view.count.toLocaleString('en-US')} rows
            </span>
            <button
              type="button"
              className="button small"
              disabled={view.count === 0}
              onClick={() => saveCsv(session, 'ledger', view.rows ?? [])}
            >
              CSV of these
            </button>
          </>
        )}
        <LedgerBalance
          customer={customer}
          older={older}
          partial={range.from !== null || range.to !== null || filter.status !== ''}
          revision={revision}
        />
      </form>
      {!read.ok && (
        <p role="alert" className="problem panel-line">
          {read.failure}
        </p>
      )}
      <FailureLine failure={pages.failure} />
      <div className="fill">
        <DataGrid<LedgerRow>
          name="Ledger rows"
          columns={LEDGER_COLUMNS}
          count={view.count}
          keyAt={view.keyAt}
          stale={live.stale}
          useRow={useRow}
          onEnd={pages.more}
          empty={
            !live.known
              ? 'Waiting for the ledger.'
              : plain
                ? (unread ?? 'No ledger rows yet: deposit for a customer to make the first.')
                : pages.done
                  ? 'No row fits.'
                  : 'No row fits among those read; Older rows asks the venue for more.'
          }
        />
      </div>
    </div>
  )
}
