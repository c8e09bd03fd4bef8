/** Keeps the selected row of a table in view when the table becomes lower, unless the dealer had scrolled the row away. */

import { useLayoutEffect, useRef } from 'react'
import { scrollToRow } from './gridWindow.ts'
import type { GridView } from './useGridView.ts'

/** `indexOfSelected`: among the rows that scroll; negative where none of them is selected. */
export function useRowKeptInView(
  { top, height }: GridView,
  rowHeight: number,
  indexOfSelected: () => number,
  bringIntoView: (index: number) => void,
): void {
  const before = useRef(height)
  useLayoutEffect(() => {
    const was = before.current
    before.current = height
    if (height >= was) return
    const at = indexOfSelected()
    if (at >= 0 && scrollToRow(at, top, was, rowHeight) === null) bringIntoView(at)
  })
}
