/** The customers with their account figures. Picking a customer makes it the window's customer. */

import { useState } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../shared/base/decimal.ts'
import type { ListedCustomer } from '../../../shared/domain/accounts/customer.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { lookAlikeSentence } from '../../../shared/domain/accounts/lookAlike.ts'
import type { Balance, TransferKind } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { chooseCustomer } from '../../state/actions/workspaceActions.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { Table } from '../tables/Table.tsx'
import { useColumnsThatFit } from '../tables/useColumnsThatFit.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { useLoadable, useSession, useUnread, useWorkspace } from '../../state/useSession.ts'
import { UNKNOWN, grouped } from '../../format/numbers.ts'
import { CustomerName } from '../CustomerName.tsx'
import { saveShown } from '../tables/downloadCsv.ts'
import { customerIn } from '../../state/accounts/customerIndex.ts'
import { ACCOUNT_COLUMNS } from './accountColumns.tsx'
import { csvLine, readOnlyCells } from './csv/csvLine.ts'
import { ENTRY_COLUMNS } from './entryColumns.tsx'
import { NOTE_COLUMNS, limitsNow, namesNow } from './noteColumns.tsx'
import { confirmDetected, detectedSentence, DETECTED_WORDS } from './detectedCode.ts'
import { usePanelId, usePanelState } from '../../state/usePanel.ts'
import { capOf } from '../../keys/caps.ts'

interface CustomerRow {
  readonly customer: ListedCustomer
  /** Whether this is the window's customer. */
  readonly active: boolean
  readonly balance: Balance | undefined
}

function useCustomerRow(key: string): CustomerRow | undefined {
  const { balances, customers } = useSession().server
  const balance = useStore(balances, ({ value }) => value?.get(key))
  const customer = useStore(customers, ({ value }) => customerIn(value, key))
  const active = useWorkspace((workspace) => workspace.customer === key)
  return customer ? { customer, active, balance } : undefined
}

/** A row for sorting, outside of the component that draws it. */
const customerRowOf = (
  { server, workspace }: WindowSession,
  customer: ListedCustomer | undefined,
): CustomerRow | undefined =>
  customer && {
    customer,
    active: workspace.getState().customer === customer.code,
    balance: server.balances.getState().value?.get(customer.code),
  }

const COLUMNS: readonly TableColumn<CustomerRow>[] = [
  {
    id: 'customer',
    title: 'Customer',
    always: 'The customer stays: the row is about nothing else.',
    kind: 'text',
    value: ({ customer }) => customer.code,
    text: ({ customer }) =>
      `${customer.code} ${customer.name} ${customer.group} ${customer.tags.join(' ')} ${customer.isDetected ? DETECTED_WORDS : ''}`,
    width: 'minmax(76px, 1.6fr)',
    cell: ({ customer, active }) => (
      <span className="code-and-name">
        <span className="strong mono customer-code">{shownCode(customer.code)}</span>{' '}
        {active && <span className="hidden-visually">customer of this window</span>}
        {customer.looksLike !== undefined && (
          <span className="trouble" title={lookAlikeSentence(customer.code, customer.looksLike)}>
            ≈ {shownCode(customer.looksLike)}{' '}
          </span>
        )}
        {customer.isDetected && (
          <span className="badge" title={detectedSentence(customer.code)}>
            detected{' '}
          </span>
        )}
        <CustomerName name={customer.name} />
      </span>
    ),
  },
  ...ACCOUNT_COLUMNS,
  {
    id: 'balance',
    title: 'Balance',
    kind: 'decimal',
    value: ({ balance }) => balance?.amount ?? null,
    width: 'minmax(77px, 1fr)',
    align: 'right',
    cell: ({ balance }) => (
      <span className="number">{balance?.amount ? grouped(decimal(balance.amount), 0) : UNKNOWN}</span>
    ),
  },
  ...ENTRY_COLUMNS,
  ...NOTE_COLUMNS,
]

/** Customer and equity are always there. */
const LEAST_COLUMNS = 2

/** On a focused row, by physical key. */
const TRANSFER_KEYS: Readonly<Record<string, TransferKind | undefined>> = {
  KeyD: 'deposit',
  KeyW: 'withdrawal',
}

export function Customers() {
  const keyOfPress = usePanelKeys('customers')
  const session = useSession()
  const { value: customers, stale } = useLoadable(session.server.customers)
  const unread = useUnread('trades', 'ledger', 'customers')
  const chosen = useWorkspace((workspace) => workspace.customer)
  // A dealer who chose the columns sees those, whatever the room.
  const id = usePanelId('customers')
  const isChosen = usePanelState(id).table?.columns !== undefined
  const { place, fitting } = useColumnsThatFit(COLUMNS, LEAST_COLUMNS)
  const [cursor, setCursor] = useState<string | null>(null)
  const list = customers ?? []
  const at = (cursor ?? chosen) as CustomerCode | null
  const lineOf = (customer: ListedCustomer) => ({
    ...csvLine(customer),
    ...readOnlyCells(namesNow(session, customer), limitsNow(session, customer)),
  })
  const open = session.overlay.setState
  const transfer = (code: CustomerCode, kind: TransferKind) =>
    open({ open: { kind: 'transfer', code, transfer: kind } })
  return (
    <div className="panel">
      <div ref={place} className="fill">
        <Table<CustomerRow>
          panel="customers"
          name="Customers"
          columns={isChosen ? COLUMNS : fitting}
          rows={{
            count: list.length,
            keyAt: (index) => list[index]?.code ?? '',
            rowOf: (key) => customerRowOf(session, customerIn(customers, key)),
            list: '',
            revision: customers,
          }}
          useRow={useCustomerRow}
          rowClass={({ active }) => (active ? 'active' : '')}
          selectedKey={at}
          onSelect={setCursor}
          onOpen={(key) => chooseCustomer(session.workspace, key as CustomerCode)}
          onKey={(key, event) => {
            const press = keyOfPress(event) ?? ''
            const kind = TRANSFER_KEYS[press]
            if (kind) transfer(key as CustomerCode, kind)
            else if (press === 'KeyK') confirmDetected(session, key as CustomerCode)
            else return false
            return true
          }}
          onPick={(key) => chooseCustomer(session.workspace, key as CustomerCode)}
          unread={customers === null ? 'Waiting for the customers.' : unread}
          empty="No customers yet. Add one below."
          stale={stale}
          csvOf={({ customer }) => [lineOf(customer)]}
        />
      </div>
      <div className="panel-foot">
        <button
          type="button"
          className="button small"
          onClick={() => open({ open: { kind: 'editCustomer', code: null } })}
        >
          Add
        </button>
        <button
          type="button"
          className="button small"
          disabled={at === null}
          onClick={() => at && open({ open: { kind: 'editCustomer', code: at } })}
        >
          Edit
        </button>
        <button
          type="button"
          className="button small"
          onClick={() => open({ open: { kind: 'importCustomers' } })}
        >
          Import…
        </button>
        <button
          type="button"
          className="button small"
          disabled={list.length === 0}
          onClick={() => saveShown(session, id, 'customers', list.map(lineOf))}
        >
          CSV
        </button>
        <span className="spring" />
        <button
          type="button"
          className="button small"
          disabled={at === null}
          onClick={() => at && transfer(at, 'deposit')}
        >
          Deposit <span className="key-cap">{capOf('D', 'customers')}</span>
        </button>
        <button
          type="button"
          className="button small"
          disabled={at === null}
          onClick={() => at && transfer(at, 'withdrawal')}
        >
          Withdraw <span className="key-cap">{capOf('W', 'customers')}</span>
        </button>
      </div>
    </div>
  )
}
