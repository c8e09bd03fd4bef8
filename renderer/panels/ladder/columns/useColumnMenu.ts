/** Whether the menu of a ladder's columns is open, and where. */

import { useRef, useState, type RefObject } from 'react'
import type { Place } from '../mouse/useRowMenu.ts'

export function useColumnMenu(book: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<Place | null>(null)
  /** Known before the next render: a key may come sooner. */
  const isOpen = useRef(false)
  const show = (at: Place | null) => {
    isOpen.current = at !== null
    setPlace(at)
  }
  return {
    place,
    isOpen: () => isOpen.current,
    /** `pointer`: null for a key; the menu then opens over the headings. */
    open(pointer: Place | null) {
      const box = book.current?.getBoundingClientRect()
      show(pointer ?? { x: box?.left ?? 0, y: box?.top ?? 0 })
    },
    close: () => show(null),
  }
}
