/** How many rows of a table lie below the lower edge of the box that scrolls them. */

import { useEffect, useRef, useState } from 'react'

/** `count`: rows of the table; a change of it measures anew. */
export function useRowsBelow(count: number) {
  const box = useRef<HTMLDivElement>(null)
  const [below, setBelow] = useState(0)
  useEffect(() => {
    const scrolled = box.current
    if (!scrolled) return
    const measure = () => {
      const foot = scrolled.querySelector('tfoot')?.getBoundingClientRect()
      const edge = foot?.top ?? scrolled.getBoundingClientRect().bottom
      const rows = [...scrolled.querySelectorAll('tbody tr')]
      // A row of which a part of a pixel is covered is in sight.
      setBelow(rows.filter((row) => row.getBoundingClientRect().bottom > edge + 1).length)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scrolled)
    scrolled.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scrolled.removeEventListener('scroll', measure)
    }
  }, [count])
  return { box, below }
}
