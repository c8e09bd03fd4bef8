/** Counts how often a link came back that had been live and was lost. Opens no link. */

import type { Connection } from '../../../shared/contract/status.ts'

export interface Reconnects {
  take(now: Connection | null): void
  count(): number
}

export function countReconnects(): Reconnects {
  /** By name of the link: whether it is live now. A link that was never live is missing. */
  const links = new Map<string, boolean>()
  let count = 0
  const see = (name: string, isLive: boolean): void => {
    const was = links.get(name)
    if (was === undefined && !isLive) return
    if (was === false && isLive) count += 1
    links.set(name, isLive)
  }
  return {
    take(now) {
      // The next session opens its links anew.
      if (now === null) return links.clear()
      see('REST', now.rest.state === 'live')
      for (const { channel, state } of now.streams) see(channel, state === 'live')
    },
    count: () => count,
  }
}
