/** A part of a request that waits for a second dealer, customer by customer: the whole list under its heading. Decides nothing. */

import { useState } from 'react'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import { ListGrid } from '../PanelControls.tsx'

const keyOf = ({ customerCode }: { readonly customerCode: CustomerCode }): string => customerCode

interface CustomersOfRequestProps<Row> {
  readonly name: string
  readonly heading: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
}

export function CustomersOfRequest<Row extends { readonly customerCode: CustomerCode }>({
  name,
  heading,
  columns,
  rows,
}: CustomersOfRequestProps<Row>) {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <section aria-label={name} className="approval-parts">
      <h3>{heading}</h3>
      <ListGrid<Row>
        name={name}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        selectedKey={selected}
        onSelect={setSelected}
        unread={null}
        empty="No customer."
      />
    </section>
  )
}
