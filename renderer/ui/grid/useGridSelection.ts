/** Which row of a table is selected: the one that its owner names, the one to reveal, or the one that the dealer walked to. */

import { useRef, useState } from 'react'
import { indexOfKey } from './chosenRows.ts'

export interface GridSelectionOptions {
  readonly count: number
  /** Key of the n-th row in view order. */
  readonly keyAt: (index: number) => string
  readonly selectedKey?: string | null
  readonly onSelect?: (key: string) => void
  readonly reveal?: { readonly key: string } | null
  readonly onRevealed?: () => void
}

export interface GridSelection {
  /** The row to reveal; null for none. */
  readonly reveal: { readonly key: string } | null
  /** Index of the row to reveal; -1 where the table has no such row. */
  readonly revealAt: number
  readonly selectedKey: string | null
  /** Keeps the revealed row selected once nothing asks for it any more. */
  readonly keepRevealed: () => void
  /** Says where the selected row is, so that it need not be searched. Rows move: its key decides. */
  readonly rememberIndex: (index: number) => void
  /** -1 where no row is selected. */
  readonly indexOfSelected: () => number
  /** Where the selected row was last, also after it has gone. */
  readonly lastIndex: () => number
  /** Selects a row and brings it into view. An index beyond the table means its first or last row. */
  readonly select: (index: number) => void
}

export function useGridSelection(
  props: GridSelectionOptions,
  bringIntoView: (index: number) => void,
): GridSelection {
  const { count, keyAt } = props
  const [own, setOwn] = useState<string | null>(null)
  const cursor = useRef(0)
  const reveal = props.reveal ?? null
  const revealAt = reveal === null ? -1 : indexOfKey(props, reveal.key)
  // A row to reveal that is not in the table leaves none selected: a key must not act on the row that was selected before.
  const chosen = reveal === null ? own : reveal.key
  const selectedKey = props.selectedKey === undefined ? chosen : props.selectedKey
  return {
    reveal,
    revealAt,
    selectedKey,
    keepRevealed: () => setOwn(reveal?.key ?? own),
    rememberIndex: (index) => {
      cursor.current = index
    },
    indexOfSelected: () => {
      if (selectedKey === null) return -1
      const isWhereItWas = cursor.current < count && keyAt(cursor.current) === selectedKey
      return isWhereItWas ? cursor.current : indexOfKey(props, selectedKey)
    },
    lastIndex: () => cursor.current,
    select: (index) => {
      if (count === 0) return
      const at = Math.min(Math.max(index, 0), count - 1)
      cursor.current = at
      const key = keyAt(at)
      setOwn(key)
      if (reveal !== null) props.onRevealed?.()
      props.onSelect?.(key)
      bringIntoView(at)
    },
  }
}
