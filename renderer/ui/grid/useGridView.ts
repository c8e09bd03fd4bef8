/** What part of a table is in view, and how to bring a row into it. */

import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { scrollToRow } from './gridWindow.ts'

/** In px: what is scrolled away above the first row, and what the rows may fill. */
export interface GridView {
  readonly top: number
  readonly height: number
  readonly width: number
}

interface GridViewport {
  /** The element that scrolls. */
  readonly root: RefObject<HTMLDivElement | null>
  readonly view: GridView
  /** Scrolls as little as shows the whole row. */
  readonly bringIntoView: (index: number) => void
}

/** `rowHeight`: a function where the rows share the height in view. `headHeight`: of the titles, which stay above the rows. */
export function useGridView(
  rowHeight: number | ((view: GridView) => number),
  headHeight: number,
): GridViewport {
  const root = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<GridView>({ top: 0, height: 400, width: 600 })
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    const read = () =>
      setView((was) => {
        const now = {
          top: element.scrollTop,
          height: element.clientHeight - headHeight,
          width: element.clientWidth,
        }
        return was.top === now.top && was.height === now.height && was.width === now.width ? was : now
      })
    const watch = new ResizeObserver(read)
    watch.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [headHeight])
  const bringIntoView = (index: number) => {
    const element = root.current
    if (!element) return
    const each = typeof rowHeight === 'number' ? rowHeight : rowHeight(view)
    const top = scrollToRow(index, element.scrollTop, element.clientHeight - headHeight, each)
    if (top !== null) element.scrollTop = top
  }
  return { root, view, bringIntoView }
}
