/** The filter of a table by typed words, and the way to its field and back to the rows. */

import { useMemo, type RefObject } from 'react'
import { useStore } from 'zustand'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import { filterPanel } from '../../../state/stores/panelStore.ts'
import { useSession } from '../../../state/useSession.ts'
import { wordsOf } from './filterRows.ts'

const NO_WORDS: readonly string[] = []

interface Filter {
  /** Null: the field is closed. */
  readonly typed: string | null
  readonly words: readonly string[]
  readonly type: (text: string) => void
  readonly toField: () => void
  readonly toRows: () => void
  /** Shows every row again. */
  readonly clear: () => void
}

/** `table`: the element of the table. */
export function useFilter(id: InstanceId, table: RefObject<HTMLElement | null>): Filter {
  const { panels, focus } = useSession()
  const typed = useStore(panels, ({ filters }) => filters[id]) ?? null
  const words = useMemo(() => (typed === null ? NO_WORDS : wordsOf(typed)), [typed])
  const find = (selector: string) => () => table.current?.querySelector<HTMLElement>(selector) ?? null
  const toRows = () => find('[role=grid]')()?.focus()
  return {
    typed,
    words,
    type: (text) => filterPanel(panels, id, text),
    toField: () =>
      focus.to({
        name: 'The filter',
        show: () => filterPanel(panels, id, typed ?? ''),
        find: find('input.table-filter'),
      }),
    toRows,
    clear: () => {
      filterPanel(panels, id, null)
      toRows()
    },
  }
}
