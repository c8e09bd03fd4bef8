/** A table's revision or a store's value, at most once a second and only while the table is visible: for work that walks over all rows. */

import { useEffect, useRef, useState, type RefObject } from 'react'
import type { StoreApi } from 'zustand'
import type { TableStore } from '../../state/stores/keyedTable.ts'
import { useSession } from '../../state/useSession.ts'

const PACE_MS = 1_000

/** `seen`: an element of the table. While it is hidden, such as in a tab behind another, the revision does not change. */
export const useSlowRevision = <Row>(table: TableStore<Row>, seen: RefObject<HTMLElement | null>): number =>
  useSlowValue(table, ({ revision }) => revision, seen)

/** What `read` finds in a store, once a second, as in `useSlowRevision`. The first `read` counts. */
export function useSlowValue<State, Value>(
  store: StoreApi<State>,
  read: (state: State) => Value,
  seen: RefObject<HTMLElement | null>,
): Value {
  const { clock } = useSession()
  const [value, setValue] = useState(() => read(store.getState()))
  const first = useRef(read)
  useEffect(
    () =>
      clock.every(PACE_MS, () => {
        const { current } = first
        if (seen.current?.offsetParent) setValue(current(store.getState()))
      }),
    [clock, store, seen],
  )
  return value
}
