/** Every customer of an import that waits for a second dealer, with what changes. Decides nothing. */

import type { ApprovalChange } from '../../../shared/domain/fourEyes/approval.ts'
import { counted } from '../../format/numbers.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { CustomerCodeCell } from '../tables/cells.tsx'
import { CustomersOfRequest } from './CustomersOfRequest.tsx'

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

export const ImportedCustomers = ({ changes }: { readonly changes: readonly ApprovalChange[] }) => (
  <CustomersOfRequest
    name="Customers of the import"
    heading={changes.length === 1 ? '1 customer' : `${counted(changes.length)} customers`}
    columns={COLUMNS}
    rows={changes}
  />
)
