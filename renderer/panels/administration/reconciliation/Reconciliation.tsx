/** Lists each customer's reconciliation. For a customer with differences: both values of each, and what to do. */

import './reconciliation.css'
import { useMemo, useRef, useState } from 'react'
import {
  capital,
  neverRead,
  readingWords,
  type OpenOrderReading,
} from '../../../../shared/domain/orders/openOrderReading.ts'
import {
  shownStateOf,
  STATE_WORDS,
  unprovenOf,
  type CustomerReconciliation,
  type ShownState,
} from '../../../../shared/domain/accounts/reconciliationRules.ts'
import { CustomerCell } from '../../tables/cells.tsx'
import { useStore } from 'zustand'
import { tellFailure } from '../../../state/actions/dealing.ts'
import { revealIn } from '../../../state/stores/panelStore.ts'
import type { TableColumn } from '../../tables/arrange/tableColumn.ts'
import { usePanelId } from '../../../state/usePanel.ts'
import { usePanelKeys } from '../../../keyboard/usePanelKeys.ts'
import { useLoadable, useSession, useUnread } from '../../../state/useSession.ts'
import { timeOfDay, zoneName } from '../../../format/times.ts'
import { CsvButton, PanelBar } from '../../PanelControls.tsx'
import { ListTable } from '../../tables/Table.tsx'
import { Discrepancies } from './Discrepancies.tsx'
import { csvRows, inOrder, listWords } from './reconciliationWords.ts'
import { capOf } from '../../../keys/caps.ts'

/** A customer's comparison, and how much of its list of open orders was read. */
interface Row {
  readonly customer: CustomerReconciliation
  readonly reading: OpenOrderReading
}

const COLORS = {
  differs: 'loss strong',
  reading: 'amber',
  unlisted: 'amber',
  'in-part': '',
  reconciled: 'ok',
} as const

const State = ({ row: { customer, reading } }: { readonly row: Row }) => {
  const state = shownStateOf(customer, reading)
  const why = state === 'in-part' ? `Not proven: ${unprovenOf(customer).join(' ')}` : undefined
  return (
    <span className={COLORS[state]} title={why}>
      {STATE_WORDS[state]}
    </span>
  )
}

const List = ({ row: { reading } }: { readonly row: Row }) => (
  <span
    className={reading.state === 'whole' ? 'number muted' : 'amber'}
    title={reading.state === 'whole' ? undefined : `${capital(readingWords(reading))}.`}
  >
    {listWords(reading)}
  </span>
)

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    id: 'customer',
    title: 'Customer',
    kind: 'text',
    value: (row) => row.customer.customerCode,
    width: 'minmax(130px, 1fr)',
    cell: (row) => <CustomerCell code={row.customer.customerCode} />,
  },
  {
    id: 'state',
    title: 'State',
    kind: 'text',
    value: (row) => STATE_WORDS[shownStateOf(row.customer, row.reading)],
    width: '90px',
    cell: (row) => <State row={row} />,
  },
  {
    id: 'open',
    title: 'New orders',
    kind: 'text',
    value: ({ customer }) => (customer.open ? 'open' : 'trade-out only'),
    width: '104px',
    cell: ({ customer }) => (customer.open ? 'open' : <span className="problem">trade-out only</span>),
  },
  {
    id: 'differences',
    title: 'Differ',
    kind: 'count',
    value: ({ customer }) => customer.discrepancies.length,
    width: '56px',
    align: 'right',
    cell: ({ customer }) => <span className="number">{customer.discrepancies.length}</span>,
  },
  {
    id: 'compared',
    get title() {
      return `Compared, ${zoneName()}`
    },
    kind: 'time',
    value: ({ customer }) => customer.comparedAt,
    width: '96px',
    cell: ({ customer }) => <span className="number">{timeOfDay(customer.comparedAt)}</span>,
  },
  {
    id: 'list',
    get title() {
      return `List read, ${zoneName()}`
    },
    kind: 'text',
    value: ({ reading }) => listWords(reading),
    width: '92px',
    cell: (row) => <List row={row} />,
  },
  {
    id: 'records',
    title: 'Orders · trades · rows',
    kind: 'count',
    value: ({ customer: { compared } }) => compared.orders + compared.trades + compared.rows,
    width: '140px',
    align: 'right',
    cell: ({ customer: { compared } }) => (
      <span className="number muted">
        {compared.orders} · {compared.trades} · {compared.rows}
      </span>
    ),
  },
  {
    id: 'why',
    title: 'Why not open',
    kind: 'text',
    value: ({ customer: { why } }) => why,
    width: 'minmax(160px, 2fr)',
    cell: ({ customer: { why } }) => <span title={why ?? undefined}>{why ?? ''}</span>,
  },
]
const codeOf = ({ customer }: Row): string => customer.customerCode

export function Reconciliation() {
  const keyOfPress = usePanelKeys('reconciliation')
  const unread = useUnread('trades', 'ledger', 'customers')
  const session = useSession()
  const { value, stale } = useLoadable(session.server.reconciliation)
  const { value: readings } = useLoadable(session.server.openOrderReadings)
  const customers = useMemo(() => inOrder([...(value?.values() ?? [])]), [value])
  const rows = useMemo(
    () =>
      customers.map((customer): Row => ({
        customer,
        reading: readings?.get(customer.customerCode) ?? neverRead(customer.customerCode),
      })),
    [customers, readings],
  )
  const [selected, setSelected] = useState<string | null>(null)
  const id = usePanelId('reconciliation')
  const row = useStore(session.panels, (panels) => panels.row)
  const side = useRef<HTMLDivElement>(null)
  const shown =
    rows.find(({ customer }) => customer.customerCode === selected) ??
    rows.find(({ customer }) => customer.state === 'differs')
  const readAgain = async (customerCode: CustomerReconciliation['customerCode'] | null) => {
    const reply = await session.client.call('reconciliation.readAgain', { customerCode })
    if (!reply.ok) tellFailure(session, `Read ${customerCode ?? 'everybody'} again`, reply.failure)
  }
  const countOf = (state: ShownState) =>
    rows.filter(({ customer, reading }) => shownStateOf(customer, reading) === state).length
  const differ = countOf('differs')
  const unlisted = countOf('unlisted')
  const inPart = countOf('in-part')
  return (
    <>
      <PanelBar>
        <span role="status" aria-label="Reconciliation">
          <span className={differ > 0 ? 'loss strong' : ''}>{differ} differ</span>
          <span className="muted">
            {' '}
            · {countOf('reading')} reading · {countOf('reconciled')} agree
            {inPart > 0 && ` · ${inPart} agree in part`}
            {unlisted > 0 && ` · ${unlisted} without a list of open orders`}
          </span>
        </span>
        <span className="spring" />
        <button type="button" className="button small" onClick={() => void readAgain(null)}>
          Read everybody again
        </button>
        <CsvButton panel="reconciliation" name="reconciliation" rows={csvRows(customers)} />
      </PanelBar>
      <div className="panel-split">
        <ListTable<Row>
          panel="reconciliation"
          name="Reconciliation"
          columns={COLUMNS}
          list={rows}
          keyOf={codeOf}
          csvOf={({ customer }) => csvRows([customer])}
          rowClass={({ customer }) => (customer.state === 'differs' ? 'shouts' : '')}
          selectedKey={shown?.customer.customerCode ?? null}
          onSelect={setSelected}
          {...revealIn(session.panels, id, row)}
          onOpen={() => side.current?.querySelector<HTMLElement>('button')?.focus()}
          onKey={(key, event) => {
            const customer = customers.find(({ customerCode }) => customerCode === key)
            if (keyOfPress(event) !== 'KeyR' || !customer) return false
            void readAgain(customer.customerCode)
            return true
          }}
          stale={stale}
          unread={value === null ? 'Waiting for the core.' : unread}
          empty="No customers yet. A customer appears with the first record, or when you add one."
        />
        <div className="side" ref={side}>
          {shown ? (
            <Discrepancies {...shown} onReadAgain={() => void readAgain(shown.customer.customerCode)} />
          ) : (
            <p className="muted">{`Choose a customer to see its comparison. ${capOf('R', 'reconciliation')} reads its records again.`}</p>
          )}
        </div>
      </div>
    </>
  )
}
