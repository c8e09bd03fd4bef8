/** Which customers are reconciled with the venue. For the others: each record that disagrees, both values, and what to do. */

import './reconciliation.css'
import { useMemo, useRef, useState } from 'react'
import {
  capital,
  neverRead,
  readingWords,
  type OpenOrderReading,
} from '../../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerTie } from '../../../../shared/domain/accounts/reconciliationRules.ts'
import { CustomerCell } from '../../tables/cells.tsx'
import { useStore } from 'zustand'
import { tellFailure } from '../../../state/actions/dealing.ts'
import { revealIn } from '../../../state/stores/panelStore.ts'
import type { Column } from '../../../ui/DataGrid.tsx'
import { useLoadable, useSession, useUnread } from '../../../state/useSession.ts'
import { timeOfDay } from '../../../format/times.ts'
import { CsvButton, ListGrid, PanelBar } from '../../PanelControls.tsx'
import { Discrepancies } from './Discrepancies.tsx'
import { csvRows, inOrder, listWords, TIE_WORDS, tieStateOf, type TieState } from './reconciliationWords.ts'

/** A customer's comparison beside how much of its list of open orders was read. */
interface Row {
  readonly tie: CustomerTie
  readonly reading: OpenOrderReading
}

const COLORS = { differs: 'loss strong', reading: 'amber', unlisted: 'amber', ties: 'ok' } as const

const State = ({ row }: { readonly row: Row }) => {
  const state = tieStateOf(row.tie, row.reading)
  return <span className={COLORS[state]}>{TIE_WORDS[state]}</span>
}

const List = ({ row: { reading } }: { readonly row: Row }) => (
  <span
    className={reading.state === 'whole' ? 'number muted' : 'amber'}
    title={reading.state === 'whole' ? undefined : `${capital(readingWords(reading))}.`}
  >
    {listWords(reading)}
  </span>
)

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(130px, 1fr)',
    cell: (row) => <CustomerCell code={row.tie.customerCode} />,
  },
  { id: 'state', title: 'State', width: '90px', cell: (row) => <State row={row} /> },
  {
    id: 'open',
    title: 'New orders',
    width: '104px',
    cell: ({ tie }) => (tie.open ? 'open' : <span className="loss">trade-out only</span>),
  },
  {
    id: 'differences',
    title: 'Differ',
    width: '56px',
    align: 'right',
    cell: ({ tie }) => <span className="number">{tie.discrepancies.length}</span>,
  },
  {
    id: 'compared',
    title: 'Compared',
    width: '72px',
    cell: ({ tie }) => <span className="number">{timeOfDay(tie.comparedAt)}</span>,
  },
  { id: 'list', title: 'List read', width: '84px', cell: (row) => <List row={row} /> },
  {
    id: 'records',
    title: 'Orders · trades · rows',
    width: '140px',
    align: 'right',
    cell: ({ tie: { compared } }) => (
      <span className="number muted">
        {compared.orders} · {compared.trades} · {compared.rows}
      </span>
    ),
  },
  {
    id: 'why',
    title: 'Why not open',
    width: 'minmax(160px, 2fr)',
    cell: ({ tie }) => <span title={tie.why ?? undefined}>{tie.why ?? ''}</span>,
  },
]
const codeOf = ({ tie }: Row): string => tie.customerCode

export function Reconciliation() {
  const unread = useUnread('trades', 'ledger', 'customers')
  const session = useSession()
  const { value, stale } = useLoadable(session.server.reconciliation)
  const { value: readings } = useLoadable(session.server.openOrderReadings)
  const ties = useMemo(() => inOrder([...(value?.values() ?? [])]), [value])
  const rows = useMemo(
    () =>
      ties.map((tie): Row => ({
        tie,
        reading: readings?.get(tie.customerCode) ?? neverRead(tie.customerCode),
      })),
    [ties, readings],
  )
  const [selected, setSelected] = useState<string | null>(null)
  const row = useStore(session.panels, (panels) => panels.row)
  const side = useRef<HTMLDivElement>(null)
  const shown =
    rows.find(({ tie }) => tie.customerCode === selected) ?? rows.find(({ tie }) => tie.state === 'differs')
  const readAgain = async (customerCode: CustomerTie['customerCode'] | null) => {
    const reply = await session.client.call('reconciliation.readAgain', { customerCode })
    if (!reply.ok) tellFailure(session, `Read ${customerCode ?? 'everybody'} again`, reply.failure)
  }
  const countOf = (state: TieState) =>
    rows.filter(({ tie, reading }) => tieStateOf(tie, reading) === state).length
  const differ = countOf('differs')
  const unlisted = countOf('unlisted')
  return (
    <>
      <PanelBar>
        <span role="status" aria-label="Reconciliation">
          <span className={differ > 0 ? 'loss strong' : ''}>{differ} differ</span>
          <span className="muted">
            {' '}
            · {countOf('reading')} reading · {countOf('ties')} tie out
            {unlisted > 0 && ` · ${unlisted} without a list of open orders`}
          </span>
        </span>
        <span className="spring" />
        <button type="button" className="button small" onClick={() => void readAgain(null)}>
          Read everybody again
        </button>
        <CsvButton name="reconciliation" rows={csvRows(ties)} />
      </PanelBar>
      <div className="panel-split">
        <ListGrid<Row>
          name="Reconciliation"
          columns={COLUMNS}
          rows={rows}
          keyOf={codeOf}
          rowClass={({ tie }) => (tie.state === 'differs' ? 'shouts' : '')}
          selectedKey={shown?.tie.customerCode ?? null}
          onSelect={setSelected}
          {...revealIn(session.panels, 'reconciliation', row)}
          onOpen={() => side.current?.querySelector<HTMLElement>('button')?.focus()}
          onKey={(key, event) => {
            const tie = ties.find(({ customerCode }) => customerCode === key)
            if (event.code !== 'KeyR' || !tie) return false
            void readAgain(tie.customerCode)
            return true
          }}
          stale={stale}
          unread={value === null ? 'Waiting for the core.' : unread}
          empty="No customers yet. A customer appears with the first record, or when you add one."
        />
        <div className="side" ref={side}>
          {shown ? (
            <Discrepancies {...shown} onReadAgain={() => void readAgain(shown.tie.customerCode)} />
          ) : (
            <p className="muted">Choose a customer to see what was compared. R reads one again.</p>
          )}
        </div>
      </div>
    </>
  )
}
