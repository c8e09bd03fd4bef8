/** The wall clock of a component that shows ages: drawn again once a second while it ticks. */

import { useEffect, useState } from 'react'
import { useSession } from './useSession.ts'

/** Ms of the wall clock at this drawing. `isTicking`: an age is on screen that must grow. */
export function useNow(isTicking: boolean): number {
  const { clock } = useSession()
  const [, draw] = useState(0)
  useEffect(
    () => (isTicking ? clock.every(1_000, () => draw((drawn) => drawn + 1)) : undefined),
    [clock, isTicking],
  )
  return clock.now()
}
