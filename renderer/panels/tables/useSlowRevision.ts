/** A table's revision, at most once a second and only while the table is visible: for work that walks over all rows. */

import { useEffect, useState, type RefObject } from 'react'
import type { TableStore } from '../../state/stores/keyedTable.ts'
import { useSession } from '../../state/useSession.ts'

const PACE_MS = 1_000

/** `seen`: an element of the table. While it is hidden, such as in a tab behind another, the revision does not change. */
export function useSlowRevision<Row>(table: TableStore<Row>, seen: RefObject<HTMLElement | null>): number {
  const { clock } = useSession()
  const [revision, setRevision] = useState(() => table.getState().revision)
  useEffect(
    () =>
      clock.every(PACE_MS, () => {
        if (seen.current?.offsetParent) setRevision(table.getState().revision)
      }),
    [clock, table, seen],
  )
  return revision
}
