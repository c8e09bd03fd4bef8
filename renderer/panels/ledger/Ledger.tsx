/** Every movement of cash, newest first: filtered, read back as far as the venue goes, and checked against the balances. Never guesses a sign. */

import { useRef, useState } from 'react'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession, useUnread } from '../../state/useSession.ts'
import { saveShown } from '../tables/downloadCsv.ts'
import { FilterChoice } from '../tables/FilterFields.tsx'
import { Table } from '../tables/Table.tsx'
import { CsvOfThese, PagedTable, RangeFields } from '../tables/PagedTable.tsx'
import { useOlderUnread } from '../tables/useOlderUnread.ts'
import { useSlowRevision, useSlowValue } from '../tables/useSlowRevision.ts'
import { useRowOf, useTableView } from '../tables/useTable.ts'
import { LedgerBalance } from './LedgerBalance.tsx'
import { LEDGER_COLUMNS } from './ledgerColumns.tsx'
import {
  EVER,
  LEDGER_STATUSES,
  LEDGER_TYPES,
  NO_LEDGER_FILTER,
  readRange,
  type LedgerFilter,
} from './ledgerFilter.ts'
import { useLedgerPages } from './useLedgerPages.ts'
import { useLedgerView, type LedgerView } from './useLedgerView.ts'
import { counted } from '../../format/numbers.ts'

export function Ledger() {
  const unread = useUnread('ledger')
  const session = useSession()
  const table = session.server.ledger
  const live = useTableView(table, 'ledger')
  const { customer } = live
  const [filter, setFilter] = useState(NO_LEDGER_FILTER)
  const isFiltered = filter !== NO_LEDGER_FILTER
  const typed = readRange(filter)
  const range = typed.ok ? typed.value : EVER
  const pages = useLedgerPages(customer, range, filter.status || null)
  const maybeMore = useOlderUnread('ledger', pages.done)
  const older = pages.rows
  const panel = useRef<HTMLDivElement>(null)
  const revision = useSlowRevision(table, panel)
  const reported = useSlowValue(session.server.balances, ({ value }) => value, panel)
  const isPlain = !isFiltered && older.size === 0
  const view = useLedgerView(isPlain ? null : { customer, filter, range, older, revision })
  const useRow = useRowOf(table, older)
  const more = typed.ok ? pages.more : () => {}
  return (
    <PagedTable
      panel={panel}
      name="Filter the ledger"
      range={typed}
      pages={pages}
      more="Older rows"
      onMore={more}
      filters={
        <>
          <LedgerFilters
            filter={filter}
            range={typed}
            onChoose={(chosen) =>
              setFilter(Object.values(chosen).every((text) => text === '') ? NO_LEDGER_FILTER : chosen)
            }
          />
        </>
      }
      onClear={isFiltered ? () => setFilter(NO_LEDGER_FILTER) : null}
      facts={
        <>
          <ShownRows view={view} isFiltered={isFiltered} />
          <LedgerBalance
            customer={customer}
            older={older}
            partial={
              range.from !== null || range.to !== null || filter.status !== ''
                ? 'with this filter, rows are missing'
                : maybeMore === null
                  ? null
                  : 'older rows are not read'
            }
            revision={revision}
            reported={reported}
          />
        </>
      }
    >
      <Table<LedgerRow>
        panel="ledger"
        hidden={isFiltered ? 'filtered' : null}
        maybeMore={maybeMore}
        name="Ledger rows"
        columns={LEDGER_COLUMNS}
        rows={{
          count: view.count,
          keyAt: view.keyAt,
          rowOf: (key) => table.getState().rows.get(key) ?? older.get(key),
          list: `${live.list} ${Object.values(filter).join(' ')}`,
          revision: view.rows ?? live.revision,
        }}
        stale={live.stale}
        useRow={useRow}
        onEnd={more}
        unread={!live.known ? 'Waiting for the ledger.' : isPlain ? unread : null}
        empty={
          isPlain
            ? 'No ledger rows yet. A deposit for a customer makes the first.'
            : pages.done
              ? 'No row fits.'
              : 'No row that was read fits. Older rows reads more from the venue.'
        }
      />
    </PagedTable>
  )
}

interface LedgerFiltersProps {
  readonly filter: LedgerFilter
  readonly range: ReturnType<typeof readRange>
  readonly onChoose: (filter: LedgerFilter) => void
}

function LedgerFilters({ filter, range, onChoose }: LedgerFiltersProps) {
  const choice = (field: 'type' | 'status', label: string, options: readonly string[]) => (
    <FilterChoice
      label={label}
      value={filter[field]}
      options={[['', 'all'], ...options.map((option) => [option, option.replaceAll('_', ' ')] as const)]}
      onChoose={(value) => onChoose({ ...filter, [field]: value })}
    />
  )
  return (
    <>
      {choice('type', 'Type', LEDGER_TYPES)}
      {choice('status', 'Status', LEDGER_STATUSES)}
      <RangeFields typed={filter} range={range} onType={(ends) => onChoose({ ...filter, ...ends })} />
    </>
  )
}

/** How many rows are shown, and their CSV; nothing while all live rows are shown. */
function ShownRows({ view, isFiltered }: { readonly view: LedgerView; readonly isFiltered: boolean }) {
  const session = useSession()
  const id = usePanelId('ledger')
  const { rows, count } = view
  if (rows === null) return null
  return (
    <>
      <span className={isFiltered ? 'filtered' : 'muted'}>
        {isFiltered ? '▼ ' : ''}
        {counted(count)} rows
      </span>
      <CsvOfThese count={count} onSave={() => saveShown(session, id, 'ledger', rows)} />
    </>
  )
}
