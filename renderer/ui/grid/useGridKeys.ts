/** What a key does in a grid: walks the rows, opens one, or is given to the table. Keeps keys typed while the rows are read. */

import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { indexOfKey, type RowChoice } from './chosenRows.ts'
import { rowOfKey } from './gridWindow.ts'
import { keepKeysWhileReading, type KeysWhileReading } from './keysWhileReading.ts'
import type { GridSelection } from './useGridSelection.ts'

/** The properties of the grid that keys need. */
interface KeyedGrid {
  readonly count: number
  readonly keyAt: (index: number) => string
  readonly onOpen?: (key: string) => void
  readonly onKey?: (key: string, event: KeyboardEvent) => boolean
  readonly onTableKey?: (event: KeyboardEvent, selected: string | null) => boolean
  readonly onChoose?: (change: RowChoice) => void
  readonly onFold?: (key: string, isFolded: boolean) => string | null
  readonly onEnd?: (() => void) | undefined
  readonly reading?: boolean
}

interface GridKeysOptions {
  readonly props: KeyedGrid
  readonly root: RefObject<HTMLElement | null>
  readonly selection: Pick<GridSelection, 'selectedKey' | 'indexOfSelected' | 'lastIndex' | 'select'>
  /** Rows that PgDn and PgUp walk. */
  readonly page: number
}

const isFoldKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  !shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')

export function useGridKeys({ props, root, selection, page }: GridKeysOptions) {
  const { count, keyAt, onOpen, onKey } = props
  const { selectedKey, indexOfSelected, lastIndex, select } = selection
  const ahead = useRef<KeysWhileReading | null>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== root.current) return
    if (count === 0 && props.reading) ahead.current = keepKeysWhileReading(ahead.current, event)
    const at = indexOfSelected()
    const onRow = at < 0 ? null : selectedKey
    if (event.ctrlKey || event.altKey || event.metaKey) {
      if (!event.repeat && props.onTableKey?.(event, onRow)) event.preventDefault()
      return
    }
    // The row after a gone one has taken its place: ↓ goes there and not past it.
    const from = at >= 0 || selectedKey === null ? at : lastIndex() - (event.key === 'ArrowDown' ? 1 : 0)
    const to = rowOfKey(event.key, from, page, count)
    if (to !== undefined) {
      event.preventDefault()
      // A step beyond the last row asks for older rows.
      if (at === count - 1 && to > at) props.onEnd?.()
      const bounded = Math.min(Math.max(to, 0), count - 1)
      props.onChoose?.(
        event.shiftKey ? { kind: 'range', from: at < 0 ? bounded : at, to: bounded } : { kind: 'none' },
      )
      return select(to)
    }
    if (event.repeat) return
    if (onRow !== null && isFoldKey(event)) {
      const isFolded = event.key === 'ArrowLeft'
      const group = props.onFold?.(onRow, isFolded) ?? null
      if (group !== null) {
        event.preventDefault()
        // The row above a group stays where it is, and its rows go from below it.
        return isFolded ? select(indexOfKey(props, group)) : undefined
      }
    }
    if (onRow !== null && event.key === 'Enter' && onOpen) {
      event.preventDefault()
      return onOpen(onRow)
    }
    const isUsed = (onRow !== null && onKey?.(onRow, event)) || props.onTableKey?.(event, onRow)
    if (isUsed) event.preventDefault()
  }

  useLayoutEffect(() => {
    const kept = ahead.current
    if (kept === null || (count === 0 && props.reading)) return
    ahead.current = null
    if (count === 0) return
    const at = kept.row === 'first' ? 0 : count - 1
    select(at)
    if (kept.open) onOpen?.(keyAt(at))
  })

  return {
    onKeyDown,
    /** Drops the keys typed while the rows are read. */
    dropKept: () => {
      ahead.current = null
    },
  }
}
