/** The width of an element, CSS px; null before it is drawn. */

import { useLayoutEffect, useState, type RefObject } from 'react'

export function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const watch = new ResizeObserver(() => setWidth(watched.clientWidth))
    watch.observe(watched)
    return () => watch.disconnect()
  }, [element])
  return width
}
