/** The rows of a table in the order that the dealer chose, ordered again once a second while the table is visible. */

import { useEffect, useState, type RefObject } from 'react'
import { useSession } from '../../../state/useSession.ts'
import type { TableSort } from '../../../state/tableChoices.ts'
import { RowOrder, type ArrangedRows, type TableRows } from './rowOrder.ts'
import type { TableColumn } from './tableColumn.ts'

const PACE_MS = 1_000

interface Arranging extends ArrangedRows {
  /** Counts the seconds at which live values may have changed. */
  readonly second: number
  /** The pointer left the rows: they may move again. */
  readonly release: () => void
}

/** `table`: its element. */
export function useArranged<Row extends object>(
  rows: TableRows<Row>,
  columns: readonly TableColumn<Row>[],
  sort: TableSort | null,
  words: readonly string[],
  table: RefObject<HTMLElement | null>,
): Arranging {
  const session = useSession()
  const { clock } = session
  const [order] = useState(() => new RowOrder<Row>())
  const [second, setSecond] = useState(0)
  const isArranged = sort !== null || words.length > 0 || columns.some(({ sum }) => sum)
  useEffect(() => {
    if (!isArranged) return undefined
    return clock.every(PACE_MS, () => {
      if (table.current?.offsetParent) setSecond((was) => was + 1)
    })
  }, [clock, isArranged, table])
  const isHeld = () => (table.current?.querySelector('.line:hover') ?? null) !== null
  const arranged = order.arrange({ rows, columns, sort, words, session, second, isHeld })
  return { ...arranged, second, release: () => setSecond((was) => was + 1) }
}
