/** The columns of Customers that the dealer fills: group, tags and ratio. */

import { decimal } from '../../../shared/base/decimal.ts'
import type { ListedCustomer } from '../../../shared/domain/accounts/customer.ts'
import { exact } from '../../format/numbers.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'

interface OfEntry {
  readonly customer: ListedCustomer
}

export const ENTRY_COLUMNS: readonly TableColumn<OfEntry>[] = [
  {
    id: 'group',
    title: 'Group',
    kind: 'text',
    value: ({ customer }) => customer.group,
    width: 'minmax(70px, 0.8fr)',
    cell: ({ customer }) => customer.group,
  },
  {
    id: 'tags',
    title: 'Tags',
    kind: 'text',
    value: ({ customer }) => customer.tags.join(' '),
    width: 'minmax(80px, 1fr)',
    cell: ({ customer }) => <span className="muted">{customer.tags.join(' ')}</span>,
  },
  {
    id: 'ratio',
    title: 'Ratio',
    kind: 'decimal',
    value: ({ customer }) => customer.ratio,
    width: 'minmax(50px, 0.5fr)',
    align: 'right',
    cell: ({ customer }) => (
      <span className="number">{customer.ratio === null ? '' : exact(decimal(customer.ratio))}</span>
    ),
  },
]
