/** Follows the health of the terminal while a panel shows it. Null before the first snapshot. */

import { useEffect, useState } from 'react'
import type { Health } from '../../../shared/domain/health/health.ts'
import { useSession } from '../../state/useSession.ts'

export interface ShownHealth {
  readonly health: Health
  /** The link to the core is lost: everything shown is old. */
  readonly stale: boolean
}

export function useHealth(): ShownHealth | null {
  const { client } = useSession()
  const [shown, setShown] = useState<ShownHealth | null>(null)
  useEffect(() => {
    const take = (health: Health) => setShown({ health, stale: false })
    const handle = client.open('health', null, {
      snapshot: take,
      delta: take,
      stale: () => setShown((was) => was && { ...was, stale: true }),
    })
    return () => handle.close()
  }, [client])
  return shown
}
