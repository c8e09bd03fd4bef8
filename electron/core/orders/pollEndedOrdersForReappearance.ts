/** Keeps polling an order that Openpit inferred to be done, in case the venue shows it again. Reads only. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import type { Broker } from '../ports/broker.ts'
import type { Access } from '../support/brokerAccess.ts'
import type { OrderStore } from './journaledOrderStore.ts'

/**
 * Delays in ms between the polls of an order that a known error code refused, and of an order proven dead. Neither should ever show again
 * (docs/order-lifecycle.md#reappearance).
 */
const AFTER_REFUSAL = [5_000, 15_000, 40_000]
const HOUR = 3_600_000
const AFTER_DEATH = [60_000, 300_000, 900_000, ...Array.from({ length: 23 }, () => HOUR)]

export interface ReappearanceWatchOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: Pick<OrderStore, 'get'>
  /** Queries the venue about one order and records the answer. */
  readonly lookUp: (broker: Broker, order: Order) => Promise<unknown>
}

export interface ReappearanceWatch {
  /** Polls until the last delay, or until the venue shows the order. */
  watch(order: Order): void
  close(): void
}

export function createReappearanceWatch(options: ReappearanceWatchOptions): ReappearanceWatch {
  const { clock, access, orderStore, lookUp } = options
  const timers = new Map<string, Stop>()

  return {
    watch(order) {
      const key = orderKey(order)
      if (timers.has(key)) return
      const delays = order.phase === 'dead' ? AFTER_DEATH : AFTER_REFUSAL
      const planPoll = (attempt: number): void => {
        const delay = delays[attempt]
        if (delay === undefined) return void timers.delete(key)
        timers.set(
          key,
          clock.after(delay, () => {
            const now = orderStore.get(order.customerCode, order.referenceId)
            const broker = access.broker()
            if (!now || isLive(now) || now.status !== order.status) return void timers.delete(key)
            if (broker) void lookUp(broker, order)
            planPoll(attempt + 1)
          }),
        )
      }
      planPoll(0)
    },
    close() {
      for (const stop of timers.values()) stop()
      timers.clear()
    },
  }
}
