/** Follows the alerts of the desk while a panel shows them. Null before the first snapshot. */

import { useEffect, useState } from 'react'
import type { AlertList } from '../../../shared/domain/alerts/alertRule.ts'
import { useSession } from '../../state/useSession.ts'

export interface ShownAlerts {
  readonly list: AlertList
  /** The link to the core is lost: everything shown is old. */
  readonly stale: boolean
}

export function useAlerts(): ShownAlerts | null {
  const { client } = useSession()
  const [shown, setShown] = useState<ShownAlerts | null>(null)
  useEffect(() => {
    const take = (list: AlertList) => setShown({ list, stale: false })
    const handle = client.open('alerts', null, {
      snapshot: take,
      delta: take,
      stale: () => setShown((was) => was && { ...was, stale: true }),
    })
    return () => handle.close()
  }, [client])
  return shown
}
