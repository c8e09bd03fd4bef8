/** Knows whether the private channel of orders is live, and since when. A channel that goes down voids every reading of open orders. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { LinkState } from '../../../../shared/contract/status.ts'
import type { OpenOrderReadings } from '../../reconciliation/openOrders/openOrderListCompleteness.ts'

export interface OrdersChannel {
  readonly isDown: boolean
  /** Monotonic ms since when the channel has been live without a break; null while it is not live. */
  readonly liveSince: number | null
  set(state: LinkState): void
}

export function watchOrdersChannel(clock: Clock, readings: Pick<OpenOrderReadings, 'void'>): OrdersChannel {
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
      if (isDown && !wasDown) readings.void('the orders stream is down')
    },
  }
}
