/** A blotter of many rows that is sorted anew and drawn again twice a second: a page with much to do. For measuring only. */

import { useEffect, useState } from 'react'
import { DataGrid, type Column } from '../../../../renderer/ui/DataGrid.tsx'
import { clockOf } from '../../../../shared/base/clock.ts'

const AGAIN = 500
const clock = clockOf(globalThis)

const columns: readonly Column<number>[] = Array.from({ length: 8 }, (_, n) => ({
  id: `c${n}`,
  title: `Column ${n}`,
  width: '1fr',
  cell: (row) => `${row} ${n}`,
}))
const useRow = Number

export function WildBlotter({ rows }: { readonly rows: number }) {
  const [keys, setKeys] = useState(() => Array.from({ length: rows }, (_, n) => n))
  useEffect(() => {
    let turn = 1
    return clock.every(AGAIN, () => {
      const place = 7919 * ++turn
      setKeys((was) => was.toSorted((a, b) => ((a * place) % rows) - ((b * place) % rows)))
    })
  }, [rows])
  return (
    <div style={{ width: 1900, height: 400 }}>
      <DataGrid
        name="Orders"
        columns={columns}
        count={rows}
        keyAt={(n) => String(keys[n])}
        useRow={useRow}
        unread={null}
        empty=""
      />
    </div>
  )
}
