/** Whether a value is older than 5 s, checked once a second. A new value is fresh at once. */

import { useEffect, useRef, useState } from 'react'
import { useSession } from './useSession.ts'

/** Wall clock ms; null or undefined while nothing came that could be old. */
type HeardAt = number | null | undefined

/** Ms without news after which a mark must not pass for a live one. */
const OLD_AFTER = 5_000
const isOld = (at: HeardAt, now: number) => typeof at === 'number' && now - at > OLD_AFTER

/** `heardAt`: when the value itself came. Younger news of another source makes it no younger: a mark goes by `listedAt` of its ticker. */
export function useOld(heardAt: HeardAt): boolean {
  const { clock } = useSession()
  /** News that was found to be old: any other is fresh. */
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
