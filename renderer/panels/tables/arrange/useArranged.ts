/** The rows of a table in the order that the dealer chose, ordered again once a second while the table is visible. */

import { useEffect, useMemo, useState, type RefObject } from 'react'
import { useSession } from '../../../state/useSession.ts'
import type { TableSort } from '../../../state/tableChoices.ts'
import { NO_PINS, pinnedFirst, type PinnedRows } from './pinnedRows.ts'
import { MOST_AT_ONCE, RowOrder, type TableRows } from './rowOrder.ts'
import type { TableColumn } from './tableColumn.ts'

const PACE_MS = 1_000

interface Arranging extends PinnedRows {
  /** Counts the seconds at which live values may have changed. */
  readonly second: number
  /** The pointer came to the rows, which stay where they are now, or left them. */
  readonly point: (isOnRow: boolean) => void
}

interface ArrangeOptions<Row> {
  readonly rows: TableRows<Row>
  readonly columns: readonly TableColumn<Row>[]
  readonly sort: TableSort | null
  /** Id of the column that groups the rows; null: none does. */
  readonly group: string | null
  readonly words: readonly string[]
  /** Keys of the pinned rows. Groups have an order of their own, so a grouped table pins none. */
  readonly pins: readonly string[]
  /** The element of the table. */
  readonly table: RefObject<HTMLElement | null>
}

export function useArranged<Row extends object>(options: ArrangeOptions<Row>): Arranging {
  const { rows, columns, sort, group, words, pins, table } = options
  const session = useSession()
  const { clock } = session
  const [order] = useState(() => new RowOrder<Row>())
  const [second, setSecond] = useState(0)
  const [isPointed, setIsPointed] = useState(false)
  const isLong = rows.count > MOST_AT_ONCE
  const isArranged =
    isLong || sort !== null || group !== null || words.length > 0 || columns.some(({ sum }) => sum)
  useEffect(() => {
    if (!isArranged) return undefined
    return clock.every(PACE_MS, () => {
      if (table.current?.offsetParent) setSecond((was) => was + 1)
    })
  }, [clock, isArranged, table])
  const isHeld = () => (table.current?.querySelector('.line:hover') ?? null) !== null
  const ordered = order.arrange({ rows, columns, sort, words, group, session, second, isHeld })
  const first = group === null ? pins : NO_PINS
  const placed = useMemo(() => pinnedFirst(ordered, first), [ordered, first])
  return {
    ...placed,
    second,
    point: (isOnRow) => {
      if (isOnRow === isPointed) return
      setIsPointed(isOnRow)
      if (!isOnRow) setSecond((was) => was + 1)
    },
  }
}
