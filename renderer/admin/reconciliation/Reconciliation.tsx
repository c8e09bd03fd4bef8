/** Which customers tie out with the venue, and for those that do not: each record that disagrees, what stands on either side, and what to do. */

import './reconciliation.css'
import { useMemo, useRef, useState } from 'react'
import type { CustomerTie } from '../../../shared/domain/tieOut.ts'
import { CustomerCell } from '../../blotters/cells.tsx'
import { tellFailure } from '../../state/dealing.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { useLoadable, useSession } from '../../useSession.ts'
import { timeOfDay } from '../../words/times.ts'
import { CsvButton, ListGrid, PanelBar } from '../PanelParts.tsx'
import { Discrepancies } from './Discrepancies.tsx'
import { csvRows, inOrder } from './tieWords.ts'

const State = ({ of }: { readonly of: CustomerTie }) => (
  <span className={of.state === 'differs' ? 'loss strong' : of.state === 'ties' ? 'ok' : 'amber'}>
    {of.state === 'differs' ? '✕ differs' : of.state === 'ties' ? '✓ ties out' : '… reading'}
  </span>
)

const COLUMNS: readonly Column<CustomerTie>[] = [
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(130px, 1fr)',
    cell: (of) => <CustomerCell code={of.customerCode} />,
  },
  { id: 'state', title: 'State', width: '90px', cell: (of) => <State of={of} /> },
  {
    id: 'open',
    title: 'New orders',
    width: '104px',
    cell: (of) => (of.open ? 'open' : <span className="loss">trade-out only</span>),
  },
  {
    id: 'differences',
    title: 'Differ',
    width: '56px',
    align: 'right',
    cell: (of) => <span className="number">{of.discrepancies.length}</span>,
  },
  {
    id: 'compared',
    title: 'Compared',
    width: '72px',
    cell: (of) => <span className="number">{timeOfDay(of.comparedAt)}</span>,
  },
  {
    id: 'records',
    title: 'Orders · trades · rows',
    width: '140px',
    align: 'right',
    cell: ({ compared }) => (
      <span className="number muted">
        {compared.orders} · {compared.trades} · {compared.rows}
      </span>
    ),
  },
  {
    id: 'why',
    title: 'Why not open',
    width: 'minmax(160px, 2fr)',
    cell: (of) => <span title={of.why ?? undefined}>{of.why ?? ''}</span>,
  },
]
const codeOf = (of: CustomerTie): string => of.customerCode

export function Reconciliation() {
  const session = useSession()
  const { value, stale } = useLoadable(session.server.reconciliation)
  const rows = useMemo(() => inOrder([...(value?.values() ?? [])]), [value])
  const [selected, setSelected] = useState<string | null>(null)
  const side = useRef<HTMLDivElement>(null)
  const shown = rows.find((of) => of.customerCode === selected) ?? rows.find((of) => of.state === 'differs')
  const readAgain = async (customerCode: CustomerTie['customerCode'] | null) => {
    const reply = await session.client.call('reconciliation.readAgain', { customerCode })
    if (!reply.ok) tellFailure(session, `Read ${customerCode ?? 'everybody'} again`, reply.failure)
  }
  const differ = rows.filter((of) => of.state === 'differs').length
  const reading = rows.filter((of) => of.state === 'reading').length
  return (
    <>
      <PanelBar>
        <span role="status" aria-label="Reconciliation">
          <span className={differ > 0 ? 'loss strong' : ''}>{differ} differ</span>
          <span className="muted">
            {' '}
            · {reading} reading · {rows.length - differ - reading} tie out
          </span>
        </span>
        <span className="spring" />
        <button type="button" className="button small" onClick={() => void readAgain(null)}>
          Read everybody again
        </button>
        <CsvButton name="reconciliation" rows={csvRows(rows)} />
      </PanelBar>
      <div className="panel-split">
        <ListGrid<CustomerTie>
          name="Reconciliation"
          columns={COLUMNS}
          rows={rows}
          keyOf={codeOf}
          rowClass={(of) => (of.state === 'differs' ? 'shouts' : '')}
          selectedKey={shown?.customerCode ?? null}
          onSelect={setSelected}
          onOpen={() => side.current?.querySelector<HTMLElement>('button')?.focus()}
          onKey={(key, event) => {
            const of = rows.find((one) => one.customerCode === key)
            if (event.code !== 'KeyR' || !of) return false
            void readAgain(of.customerCode)
            return true
          }}
          stale={stale}
          empty={
            value === null
              ? 'Waiting for the core.'
              : 'No customer is known yet: they appear with their first record, or when you enter them.'
          }
        />
        <div className="side" ref={side}>
          {shown ? (
            <Discrepancies tie={shown} onReadAgain={() => void readAgain(shown.customerCode)} />
          ) : (
            <p className="muted">Choose a customer to see what was compared. R reads one again.</p>
          )}
        </div>
      </div>
    </>
  )
}
