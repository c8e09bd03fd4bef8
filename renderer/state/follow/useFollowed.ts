/** Follows a topic of one record while something of the window shows it. Null before the first snapshot. */

import { useEffect, useState } from 'react'
import type { Snapshot } from '../../../shared/contract/contract.ts'
import { useSession } from '../useSession.ts'

/** Topics whose every message is the whole record. */
type WholeTopic = 'alerts' | 'approvals' | 'health' | 'updates' | 'venueCheck'

export interface Followed<T> {
  readonly value: T
  /** The link to the core is lost: everything shown is old. */
  readonly stale: boolean
}

export function useFollowed<T extends WholeTopic>(topic: T): Followed<Snapshot<T>> | null {
  const { client } = useSession()
  const [shown, setShown] = useState<Followed<Snapshot<T>> | null>(null)
  useEffect(() => {
    const take = (value: Snapshot<WholeTopic>) => setShown({ value: value as Snapshot<T>, stale: false })
    const handle = client.open<WholeTopic>(topic, null, {
      snapshot: take,
      delta: take,
      stale: () => setShown((was) => was && { ...was, stale: true }),
    })
    return () => handle.close()
  }, [client, topic])
  return shown
}
