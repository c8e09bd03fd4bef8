/** The first columns of a table that a panel has room for, in their order. The rest appears once the panel is wider. */

import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'

interface Sized {
  /** A CSS grid track: `90px` or `minmax(80px, 1fr)`. */
  readonly width: string
}

/** Px beside the columns of a row, left and right together: `.grid-row` of grid.css. */
const ROW_PADDING = 12

/** Px that a column needs at least. */
const leastOf = ({ width }: Sized): number => Number(/(\d+)px/.exec(width)?.[1] ?? 0)

/** `least`: as many columns are always there. */
export function columnsThatFit<C extends Sized>(
  columns: readonly C[],
  room: number,
  least: number,
): readonly C[] {
  let used = 0
  const count = columns.findIndex((column) => (used += leastOf(column)) > room)
  return count < 0 ? columns : columns.slice(0, Math.max(count, least))
}

/** `place`: the element that the table fills. */
export function useColumnsThatFit<C extends Sized>(
  columns: readonly C[],
  least: number,
): { readonly place: RefObject<HTMLDivElement | null>; readonly fitting: readonly C[] } {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const read = () => setRoom(element.clientWidth - ROW_PADDING)
    read()
    const watch = new ResizeObserver(read)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const fitting = useMemo(() => columnsThatFit(columns, room, least), [columns, room, least])
  return { place, fitting }
}
