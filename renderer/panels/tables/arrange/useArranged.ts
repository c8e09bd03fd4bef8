/** The rows of a table in the order that the dealer chose, ordered again once a second while the table is visible. */

import { useEffect, useState, type RefObject } from 'react'
import { useSession } from '../../../state/useSession.ts'
import type { TableSort } from '../../../state/tableChoices.ts'
import { MOST_AT_ONCE, RowOrder, type ArrangedRows, type TableRows } from './rowOrder.ts'
import type { TableColumn } from './tableColumn.ts'

const PACE_MS = 1_000

interface Arranging {
  /** Another object whenever rows came, went or moved. */
  readonly arranged: ArrangedRows
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
  /** The element of the table. */
  readonly table: RefObject<HTMLElement | null>
}

export function useArranged<Row extends object>(options: ArrangeOptions<Row>): Arranging {
  const { rows, columns, sort, group, words, table } = options
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
  const arranged = order.arrange({ rows, columns, sort, words, group, session, second, isHeld })
  return {
    arranged,
    second,
    point: (isOnRow) => {
      if (isOnRow === isPointed) return
      setIsPointed(isOnRow)
      if (!isOnRow) setSecond((was) => was + 1)
    },
  }
}
