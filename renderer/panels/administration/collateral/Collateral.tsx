/** One customer's collateral: the balance, pending transfers, every deposit and withdrawal, and the form for the next. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../../shared/base/decimal.ts'
import type { LedgerRow, TransferKind } from '../../../../shared/domain/accounts/ledger.ts'
import { TransferForm } from '../../customers/TransferForm.tsx'
import { isTransfer, pendingWords } from '../../customers/transferForm.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { ledgerKey } from '../../../state/stores/serverMirrors.ts'
import { Choice } from '../../../ui/Choice.tsx'
import type { TableColumn } from '../../tables/arrange/tableColumn.ts'
import { SignedNumber } from '../../../format/SignedNumber.tsx'
import { useSession, useUnread } from '../../../state/useSession.ts'
import { UNKNOWN, exact } from '../../../format/numbers.ts'
import { dayAndTime, dayAndTimeWithZone, zoneName } from '../../../format/times.ts'
import {
  chooseCustomerWords,
  CsvButton,
  CustomerSelect,
  PanelBar,
  usePanelCustomer,
} from '../../PanelControls.tsx'
import { MOVEMENT_DEALER_COLUMN } from '../../tables/dealer/requestDealerColumns.tsx'
import { dealtMovement } from '../../tables/dealer/dealtRequest.ts'
import { fieldsOfDealt } from '../../tables/downloadCsv.ts'
import { EVER, newestFirst } from '../../ledger/ledgerFilter.ts'
import { useLedgerPages } from '../../ledger/useLedgerPages.ts'
import { ListTable } from '../../tables/Table.tsx'
import { useOlderUnread } from '../../tables/useOlderUnread.ts'

const COLUMNS: readonly TableColumn<LedgerRow>[] = [
  {
    id: 'time',
    get title() {
      return `Venue time, ${zoneName()}`
    },
    kind: 'time',
    value: (row) => row.createdAt,
    width: '110px',
    cell: (row) => <span className="number">{dayAndTime(row.createdAt)}</span>,
  },
  {
    id: 'kind',
    title: 'Kind',
    kind: 'text',
    value: (row) => row.transactionType,
    width: '100px',
    cell: (row) => row.transactionType,
  },
  {
    id: 'status',
    title: 'Status',
    kind: 'text',
    value: (row) => row.status,
    width: '100px',
    cell: (row) => (
      <span
        className={row.status === 'completed' ? '' : row.status === 'cancelled' ? 'muted struck' : 'amber'}
      >
        {row.status}
      </span>
    ),
  },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'decimal',
    value: (row) => row.signedAmount ?? row.totalAmount,
    width: 'minmax(120px, 1fr)',
    align: 'right',
    cell: (row) =>
      row.signedAmount === null ? (
        <span className="number">{exact(decimal(row.totalAmount))}</span>
      ) : (
        <SignedNumber value={decimal(row.signedAmount)} places={8} />
      ),
  },
  {
    id: 'asset',
    title: 'Asset',
    kind: 'text',
    value: (row) => row.asset,
    width: '70px',
    cell: (row) => row.asset ?? '',
  },
  MOVEMENT_DEALER_COLUMN,
  {
    id: 'code',
    title: 'Code',
    kind: 'text',
    value: (row) => row.code,
    width: 'minmax(160px, 1.4fr)',
    cell: (row) => <span className="number muted">{row.code}</span>,
  },
]

export function Collateral() {
  const unread = useUnread('ledger')
  const session = useSession()
  const code = usePanelCustomer('collateral')
  const [kind, setKind] = useState<TransferKind>('deposit')
  const [turn, setTurn] = useState(0)
  const ledger = useStore(session.server.ledger)
  const balance = useStore(session.server.balances, (balances) =>
    code === null ? undefined : balances.value?.get(code),
  )
  const pages = useLedgerPages(code, EVER, null, isTransfer)
  const maybeMore = useOlderUnread('ledger', pages.done)
  const more = code === null ? undefined : pages.more
  const rows = useMemo(() => {
    if (code === null) return []
    const live = (ledger.keysByCustomer.get(code) ?? []).flatMap((key) => ledger.rows.get(key) ?? [])
    const older = [...pages.rows].flatMap(([key, row]) => (ledger.rows.has(key) ? [] : [row]))
    return [...live.toReversed(), ...newestFirst(older)].filter(isTransfer)
  }, [ledger, pages.rows, code])
  const pending = pendingWords(rows)
  const withDealer = (row: LedgerRow) => [{ ...row, ...fieldsOfDealt(dealtMovement(session, row)) }]
  return (
    <>
      <PanelBar>
        <CustomerSelect panel="collateral" />
        {code !== null && (
          <span>
            <span className="muted">Balance </span>
            <span className="number strong">
              {balance?.amount ? `${exact(decimal(balance.amount))} USDC` : UNKNOWN}
            </span>
            <span className="muted">
              {balance?.source === 'event' && ` as the venue reported ${dayAndTimeWithZone(balance.asOf)}`}
              {balance?.source === 'ledger' && ' derived: the sum of the whole ledger'}
              {(balance === undefined || balance.source === 'unknown') &&
                ' not known until the venue reports it or the whole ledger is read'}
            </span>
          </span>
        )}
        {pending !== null && (
          <span className="amber">
            {(unread ?? maybeMore) !== null && 'at least '}
            {pending}
          </span>
        )}
        {more && (maybeMore !== null || pages.rows.size > 0) && (
          <button
            type="button"
            className="button small"
            aria-disabled={pages.done || pages.busy}
            onClick={more}
          >
            {pages.busy ? 'Reading…' : pages.done ? 'All read' : 'Older rows'}
          </button>
        )}
        <span className="spring" />
        <CsvButton panel="collateral" name={`transfers-${code ?? ''}`} rows={rows} csvOf={withDealer} />
      </PanelBar>
      <FailureLine failure={pages.failure} />
      <div className="panel-split">
        <ListTable<LedgerRow>
          panel="collateral"
          name="Transfers"
          columns={COLUMNS}
          list={rows}
          keyOf={ledgerKey}
          csvOf={withDealer}
          rowClass={(row) => (row.status === 'cancelled' ? 'over' : '')}
          stale={ledger.stale}
          maybeMore={maybeMore}
          onEnd={maybeMore === null ? undefined : more}
          unread={code === null ? chooseCustomerWords() : ledger.known ? unread : 'Waiting for the ledger.'}
          empty="No deposits or withdrawals yet. Make one on the right."
        />
        <div className="side">
          {code !== null && (
            <>
              <Choice
                name="Kind of transfer"
                options={[
                  { value: 'deposit', label: `Deposit for ${shownCode(code)}` },
                  { value: 'withdrawal', label: `Withdraw from ${shownCode(code)}` },
                ]}
                value={kind}
                onChoose={setKind}
              />
              <TransferForm
                key={`${code} ${kind} ${turn}`}
                code={code}
                transfer={kind}
                done="Another"
                onDone={() => setTurn(turn + 1)}
              />
            </>
          )}
        </div>
      </div>
    </>
  )
}
