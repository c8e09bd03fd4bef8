/** Esc within a part of a panel leaves that part alone: no other handler of the window hears the key. */

import { useEffect, useEffectEvent, type RefObject } from 'react'

/** `part`: is there from the first drawing on. */
export function useEscapeLeaves(part: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const opened = part.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      leave()
    }
    opened?.addEventListener('keydown', onKey)
    return () => opened?.removeEventListener('keydown', onKey)
  }, [part])
}
