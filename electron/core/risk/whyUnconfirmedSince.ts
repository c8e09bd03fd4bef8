/** Holds back at the last check what the limits passed before they became unconfirmed. Checks no limit. */

import type { LimitEngine } from './limits/checkAndCountOrders.ts'

/** Asked after the call: why the limits are unconfirmed now, where they were not, or for another reason, at the call; null: nothing came up. What passed at the call closes positions only, or the limits were confirmed. */
export function createWhyUnconfirmedSince(limits: Pick<LimitEngine, 'whyUnconfirmed'>): () => string | null {
  const before = limits.whyUnconfirmed()
  return () => {
    const now = limits.whyUnconfirmed()
    return now === before ? null : now
  }
}
