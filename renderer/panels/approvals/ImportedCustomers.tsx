/** Every customer of an import that waits for a second dealer, with what changes. Decides nothing. */

import { useState } from 'react'
import type { ApprovalChange } from '../../../shared/domain/fourEyes/approval.ts'
import { counted } from '../../format/numbers.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { ListGrid } from '../PanelControls.tsx'
import { CustomerCodeCell } from '../tables/cells.tsx'

const keyOf = ({ customerCode }: ApprovalChange): string => customerCode

const COLUMNS: readonly Column<ApprovalChange>[] = [
  {
    id: 'customer',
    title: 'Customer',
    width: 'minmax(120px, 0.6fr)',
    cell: ({ customerCode }) => <CustomerCodeCell code={customerCode} look="strong mono" />,
  },
  {
    id: 'words',
    title: 'What changes',
    width: 'minmax(200px, 3fr)',
    cell: ({ words }) => <span title={words}>{words}</span>,
  },
]

export function ImportedCustomers({ changes }: { readonly changes: readonly ApprovalChange[] }) {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <section aria-label="Customers of the import" className="approval-parts">
      <h3>{changes.length === 1 ? '1 customer' : `${counted(changes.length)} customers`}</h3>
      <ListGrid<ApprovalChange>
        name="Customers of the import"
        columns={COLUMNS}
        rows={changes}
        keyOf={keyOf}
        selectedKey={selected}
        onSelect={setSelected}
        unread={null}
        empty="No customer."
      />
    </section>
  )
}
