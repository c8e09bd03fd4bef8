/** Knows whether the private channel of orders is down, and since when it has been live. Changes nothing else. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { LinkState } from '../../../../shared/contract/status.ts'

export interface OrdersChannel {
  readonly isDown: boolean
  /** Monotonic ms since when the channel has been live without a break; null while it is not live. */
  readonly liveSince: number | null
  /** Returns whether the channel went down with this state. */
  set(state: LinkState): boolean
}

export function createOrdersChannel(clock: Clock): OrdersChannel {
  let isDown = false
  let liveSince: number | null = null
  return {
    get isDown() {
      return isDown
    },
    get liveSince() {
      return liveSince
    },
    set(state) {
      liveSince = state === 'live' ? (liveSince ?? clock.monotonic()) : null
      const wasDown = isDown
      // A venue need not confirm a subscription: a channel that is suspect may bring news all the same.
      isDown = state !== 'live' && state !== 'suspect'
      return isDown && !wasDown
    },
  }
}
