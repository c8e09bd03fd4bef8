/** Whether what was told is old by now, looked at once a second; news makes it fresh at once. */

import { useEffect, useRef, useState } from 'react'
import { useSession } from './useSession.ts'

/** Ms without news after which a mark must not pass for a live one. */
const OLD_AFTER = 5_000
const isOld = (at: number | undefined, now: number) => at !== undefined && now - at > OLD_AFTER

/** `receivedAt`: wall clock ms of the newest news; undefined while there is none that could be old. */
export function useOld(receivedAt: number | undefined): boolean {
  const { clock } = useSession()
  /** News that was found to be old: any other is fresh. */
  const [found, setFound] = useState(() => (isOld(receivedAt, clock.now()) ? receivedAt : undefined))
  const latest = useRef(receivedAt)
  useEffect(() => {
    latest.current = receivedAt
  })
  useEffect(
    () =>
      clock.every(1_000, () => {
        if (isOld(latest.current, clock.now())) setFound(latest.current)
      }),
    [clock],
  )
  return found !== undefined && found === receivedAt
}
