/** Whether a value is older than 5 s, checked once a second. A new value is fresh at once. */

import { useEffect, useRef, useState } from 'react'
import { isYoung } from '../../shared/domain/priceAge.ts'
import { useSession } from './useSession.ts'

/** Wall clock ms of the value; null or undefined without a value. */
type HeardAt = number | null | undefined

/** `now`: wall clock ms. */
export const isOld = (at: HeardAt, now: number) => typeof at === 'number' && !isYoung(at, now)

/** `heardAt`: when the value itself arrived. Newer data of another source does not count: for a mark, `heardAt` is `listedAt` of its ticker. */
export function useOld(heardAt: HeardAt): boolean {
  const { clock } = useSession()
  /** The time of the value that was found to be old. Any other value is fresh. */
  const [found, setFound] = useState(() => (isOld(heardAt, clock.now()) ? heardAt : undefined))
  const latest = useRef(heardAt)
  useEffect(() => {
    latest.current = heardAt
  })
  useEffect(
    () =>
      clock.every(1_000, () => {
        if (isOld(latest.current, clock.now())) setFound(latest.current)
      }),
    [clock],
  )
  return found !== undefined && found === heardAt
}
