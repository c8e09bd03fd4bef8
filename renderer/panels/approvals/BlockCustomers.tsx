/** Every customer of a block that waits for a second dealer, with its size: the whole list, its count and its total. Decides nothing. */

import { useState } from 'react'
import { ZERO, add, decimal } from '../../../shared/base/decimal.ts'
import type { ApprovalPart } from '../../../shared/domain/fourEyes/approval.ts'
import { counted, exact } from '../../format/numbers.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { ListGrid } from '../PanelControls.tsx'
import { CUSTOMER_COLUMN } from '../tables/columns.tsx'

const keyOf = ({ customerCode }: ApprovalPart): string => customerCode

const COLUMNS: readonly Column<ApprovalPart>[] = [
  { id: 'customer', title: 'Customer', width: 'minmax(160px, 1fr)', cell: CUSTOMER_COLUMN.cell },
  {
    id: 'size',
    title: 'Size',
    width: '160px',
    align: 'right',
    cell: ({ size, unit }) => (
      <>
        <span className="number">{exact(decimal(size))}</span> <span className="muted">{unit}</span>
      </>
    ),
  },
]

/** `6 contracts`; of a block in both units both sums. */
function totalWords(parts: readonly ApprovalPart[]): string {
  const sums = Map.groupBy(parts, ({ unit }) => unit)
  return [...sums]
    .map(([unit, each]) => `${exact(each.reduce((sum, { size }) => add(sum, decimal(size)), ZERO))} ${unit}`)
    .join(' and ')
}

export function BlockCustomers({ parts }: { readonly parts: readonly ApprovalPart[] }) {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <section aria-label="Customers of the block" className="approval-parts">
      <h3>
        {counted(parts.length)} customers, {totalWords(parts)} in all
      </h3>
      <ListGrid<ApprovalPart>
        name="Customers of the block"
        columns={COLUMNS}
        rows={parts}
        keyOf={keyOf}
        selectedKey={selected}
        onSelect={setSelected}
        unread={null}
        empty="No customer."
      />
    </section>
  )
}
