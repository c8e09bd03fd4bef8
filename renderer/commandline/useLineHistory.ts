/** The newest lines of this window, for ↑ and ↓. Recalling a line sends nothing. */

import { useRef } from 'react'

const LINES_KEPT = 50

export interface LineHistory {
  readonly remember: (line: string) => void
  /** The line so many steps on: -1 is the one before. Past the newest it is empty. */
  readonly recall: (steps: number) => string
}

export function useLineHistory(): LineHistory {
  const lines = useRef<string[]>([])
  const cursor = useRef(0)
  return {
    remember: (line) => {
      lines.current.push(line)
      if (lines.current.length > LINES_KEPT) lines.current.shift()
      cursor.current = lines.current.length
    },
    recall: (steps) => {
      cursor.current = Math.min(Math.max(cursor.current + steps, 0), lines.current.length)
      return lines.current[cursor.current] ?? ''
    },
  }
}
