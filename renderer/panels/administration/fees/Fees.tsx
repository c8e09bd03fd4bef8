/** A customer's fees in bps: reads them, changes them after a review, and reads them back. Writes once per press. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../../shared/base/decimal.ts'
import type { FeeProfileItem } from '../../../../shared/domain/accounts/fees.ts'
import type { TableColumn } from '../../tables/arrange/tableColumn.ts'
import { UNKNOWN, exact } from '../../../format/numbers.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { dealtRequestsOf } from '../../../state/follow/dealtRequests.ts'
import { useSession } from '../../../state/useSession.ts'
import {
  CsvButton,
  CustomerSelect,
  PanelBar,
  ReadAgain,
  unreadProfile,
  usePanelCustomer,
} from '../../PanelControls.tsx'
import { feesDealerColumn } from '../../tables/dealer/requestDealerColumns.tsx'
import { dealtFees } from '../../tables/dealer/dealtRequest.ts'
import { fieldsOfDealt } from '../../tables/downloadCsv.ts'
import { ListTable } from '../../tables/Table.tsx'
import { useRead } from '../../useRead.ts'
import { FeeEditor } from './FeeEditor.tsx'
import { percentOfBps } from './feeForm.ts'

const bps = (fee: string | null) => (
  <span className="number">
    {fee === null ? UNKNOWN : exact(decimal(fee))}
    {fee !== null && decimal(fee) < 0n && <span className="gain"> rebate</span>}
  </span>
)
const share = (fee: string | null) => (
  <span className="number muted">{fee === null ? UNKNOWN : `${percentOfBps(fee)} %`}</span>
)

const COLUMNS: readonly TableColumn<FeeProfileItem>[] = [
  {
    id: 'symbol',
    title: 'Instrument',
    kind: 'text',
    value: (item) => item.symbol,
    width: 'minmax(130px, 240px)',
    cell: (item) => <span className="strong">{shownCode(item.symbol)}</span>,
  },
  {
    id: 'maker',
    title: 'Maker bps',
    kind: 'decimal',
    value: (item) => item.makerFee,
    width: 'minmax(100px, 160px)',
    align: 'right',
    cell: (item) => bps(item.makerFee),
  },
  {
    id: 'makerShare',
    title: 'Maker',
    kind: 'decimal',
    value: (item) => item.makerFee,
    width: '90px',
    align: 'right',
    cell: (item) => share(item.makerFee),
  },
  {
    id: 'taker',
    title: 'Taker bps',
    kind: 'decimal',
    value: (item) => item.takerFee,
    width: 'minmax(100px, 160px)',
    align: 'right',
    cell: (item) => bps(item.takerFee),
  },
  {
    id: 'takerShare',
    title: 'Taker',
    kind: 'decimal',
    value: (item) => item.takerFee,
    width: '90px',
    align: 'right',
    cell: (item) => share(item.takerFee),
  },
]
const symbolOf = (item: FeeProfileItem): string => item.symbol

export function Fees() {
  const customerCode = usePanelCustomer('fees')
  const read = useRead('feeProfile.read', customerCode === null ? null : { customerCode })
  const [selected, setSelected] = useState<string | null>(null)
  const session = useSession()
  const { fees } = session.server
  const known = useStore(fees, ({ value }) => value?.get(customerCode ?? ''))
  const { put } = read
  // Shows and reviews the fees that any window read or wrote.
  useEffect(() => {
    if (known?.items) put(known.items)
  }, [known, put])
  const items = read.value ?? []
  const columns = useMemo(() => [...COLUMNS, feesDealerColumn(customerCode ?? '')], [customerCode])
  const withDealer = (item: FeeProfileItem) => {
    const records = dealtRequestsOf(session).getState().value
    return [{ ...item, ...fieldsOfDealt(dealtFees(customerCode ?? '', item, records)) }]
  }
  return (
    <>
      <PanelBar>
        <CustomerSelect panel="fees" />
        <span className="muted">1 bp = 0.01 % of the value dealt</span>
        <span className="spring" />
        <ReadAgain read={read} disabled={customerCode === null} />
        <CsvButton panel="fees" name={`fees-${customerCode ?? ''}`} rows={items} csvOf={withDealer} />
      </PanelBar>
      <FailureLine failure={read.failure} />
      <div className="panel-split">
        <ListTable<FeeProfileItem>
          panel="fees"
          name="Fees"
          columns={columns}
          list={items}
          keyOf={symbolOf}
          csvOf={withDealer}
          selectedKey={selected}
          onSelect={setSelected}
          onOpen={() => document.querySelector<HTMLInputElement>('#fee-makerFee')?.focus()}
          reading={read.busy}
          unread={unreadProfile(customerCode, read, 'fee profile')}
          empty="The venue lists no fees for this customer."
        />
        <div className="side">
          {customerCode !== null && read.value !== null && (
            <FeeEditor
              key={customerCode}
              customerCode={customerCode}
              items={items}
              selected={selected}
              known={known}
              onWritten={read.put}
              onDoubt={read.again}
            />
          )}
        </div>
      </div>
    </>
  )
}
