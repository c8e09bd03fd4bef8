/** A blotter of many rows that is sorted by its next column and drawn again twice a second: a page with much to do. For measuring only. */

import { useEffect, useState } from 'react'
import { ColumnOrder } from '../../../../renderer/panels/tables/arrange/columnOrder.ts'
import type { TableColumn } from '../../../../renderer/panels/tables/arrange/tableColumn.ts'
import type { WindowSession } from '../../../../renderer/state/windowSession.ts'
import { DataGrid } from '../../../../renderer/ui/DataGrid.tsx'
import { clockOf } from '../../../../shared/base/clock.ts'
import { seededRandom } from '../../../../shared/base/random.ts'

const AGAIN = 500
const clock = clockOf(globalThis)

type Row = Readonly<Record<string, string>>

const COLUMNS: readonly TableColumn<Row>[] = (
  [
    ['reference', 'text'],
    ['customer', 'text'],
    ['amount', 'decimal'],
    ['price', 'decimal'],
  ] as const
).map(([id, kind]) => ({
  id,
  title: id,
  kind,
  width: '1fr',
  value: (row) => row[id] ?? null,
  cell: (row) => row[id] ?? '',
}))

function rowsOf(count: number): ReadonlyMap<string, Row> {
  const random = seededRandom(3)
  return new Map(
    Array.from({ length: count }, (_, n): [string, Row] => [
      String(n),
      {
        reference: `v1-${random.integer(1e9)}`,
        customer: `C${1_000 + random.integer(300)}`,
        amount: `${random.integer(9)}.${1 + random.integer(999)}`,
        price: `${60_000 + random.integer(4_000)}.${1 + random.integer(9)}`,
      },
    ]),
  )
}

export function WildBlotter({ rows: count }: { readonly rows: number }) {
  const [rows] = useState(() => rowsOf(count))
  const [order] = useState(() => new ColumnOrder<Row>())
  const [keys, setKeys] = useState(() => [...rows.keys()] as readonly string[])
  useEffect(() => {
    let turn = 0
    const asCame = [...rows.keys()]
    const rowOf = (key: string) => rows.get(key)
    return clock.every(AGAIN, () => {
      const column = COLUMNS[turn++ % COLUMNS.length]?.id ?? ''
      const sort = { column, descending: turn % 2 === 0 }
      // No value of these columns depends on the session.
      const session = {} as WindowSession
      setKeys(order.sort({ rows: { rowOf }, columns: COLUMNS, sort, session }, asCame))
    })
  }, [rows, order])
  return (
    <div style={{ width: 1900, height: 400 }}>
      <DataGrid
        name="Orders"
        columns={COLUMNS}
        count={count}
        keyAt={(n) => keys[n] ?? ''}
        useRow={(key: string) => rows.get(key)}
        unread={null}
        empty=""
      />
    </div>
  )
}
