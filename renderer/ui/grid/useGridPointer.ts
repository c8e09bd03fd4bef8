/** What a click does in a grid: selects a row, chooses several, opens one, or opens the menu of the titles. */

import type { MouseEvent } from 'react'
import type { RowChoice } from './chosenRows.ts'
import type { GridSelection } from './useGridSelection.ts'

/** The properties of the grid that clicks need. */
interface PointedGrid {
  readonly keyAt: (index: number) => string
  readonly onOpen?: (key: string) => void
  readonly onPick?: (key: string) => void
  readonly onChoose?: (change: RowChoice) => void
  readonly onTitlesMenu?: () => void
}

export function useGridPointer(
  props: PointedGrid,
  { indexOfSelected, select }: Pick<GridSelection, 'indexOfSelected' | 'select'>,
) {
  const { keyAt, onOpen, onChoose } = props
  const onClick = (event: MouseEvent) => {
    const at = rowUnder(event)
    if (at === null) return
    const isToggle = event.ctrlKey || event.metaKey
    if (onChoose && (event.shiftKey || isToggle)) {
      const from = indexOfSelected()
      if (event.shiftKey) onChoose({ kind: 'range', from: from < 0 ? at : from, to: at })
      else onChoose({ kind: 'toggle', key: keyAt(at), selected: from < 0 ? null : keyAt(from) })
      return select(at)
    }
    onChoose?.({ kind: 'none' })
    select(at)
    props.onPick?.(keyAt(at))
  }
  const onDoubleClick = (event: MouseEvent) => {
    const at = rowUnder(event)
    if (at !== null) onOpen?.(keyAt(at))
  }
  const onContextMenu = (event: MouseEvent) => {
    if (!props.onTitlesMenu || !(event.target instanceof Element) || !event.target.closest('.grid-head'))
      return
    event.preventDefault()
    props.onTitlesMenu()
  }
  return { onClick, onDoubleClick, onContextMenu }
}

/** Index of the row that the pointer is on; null beside all rows. */
const rowUnder = ({ target }: MouseEvent): number | null => {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return line ? Number(line.dataset['index']) : null
}
