/** The wall clock for a component that shows ages: renders once a second while it ticks. */

import { useEffect, useState } from 'react'
import { useSession } from './useSession.ts'

/** Ms of the wall clock at this render. `isTicking`: an age on screen must grow. */
export function useNow(isTicking: boolean): number {
  const { clock } = useSession()
  const [, draw] = useState(0)
  useEffect(
    () => (isTicking ? clock.every(1_000, () => draw((drawn) => drawn + 1)) : undefined),
    [clock, isTicking],
  )
  return clock.now()
}
