/** Every customer of a block that waits for a second dealer, with its size, or with its amount before and after: the whole list, its count and its total. Decides nothing. */

import { ZERO, add, decimal } from '../../../shared/base/decimal.ts'
import type { ApprovalPart } from '../../../shared/domain/fourEyes/approval.ts'
import { counted, exact } from '../../format/numbers.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { CUSTOMER_COLUMN } from '../tables/columns.tsx'
import { CustomersOfRequest } from './CustomersOfRequest.tsx'

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

const CHANGE_COLUMNS: readonly Column<ApprovalPart>[] = [
  ...COLUMNS.slice(0, 1),
  {
    id: 'change',
    title: 'Before → after',
    width: '220px',
    align: 'right',
    cell: ({ before, size, unit }) => (
      <>
        <span className="number">
          {before === undefined ? '—' : exact(decimal(before))} → {exact(decimal(size))}
        </span>{' '}
        <span className="muted">{unit}</span>
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

const headingOf = (parts: readonly ApprovalPart[], isChange: boolean): string =>
  isChange
    ? `${parts.length === 1 ? '1 order changes' : `${counted(parts.length)} orders change`}, ${totalWords(parts)} after`
    : `${counted(parts.length)} customers, ${totalWords(parts)} in all`

export function BlockCustomers({ parts }: { readonly parts: readonly ApprovalPart[] }) {
  const isChange = parts.some(({ before }) => before !== undefined)
  return (
    <CustomersOfRequest
      name="Customers of the block"
      heading={headingOf(parts, isChange)}
      columns={isChange ? CHANGE_COLUMNS : COLUMNS}
      rows={parts}
    />
  )
}
