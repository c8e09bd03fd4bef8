/** Reads the list of open orders of each customer that needs it: two at a time, again after growing pauses. The caller names the customers. */

import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'

/** Lists read at the same time: few, because cancels go over the same connections. */
const AT_ONCE = 2
/** Delay in ms before a list is read again; the last value repeats. */
const PAUSES = [250, 1_000, 2_000, 4_000, 8_000, 15_000]
const LAST_PAUSE = 15_000

export interface ListReadQueueOptions {
  readonly clock: Clock
  /** Customers whose list must still be read, in order. */
  readonly needed: () => readonly CustomerCode[]
  /** Reads one customer's list. Must not reject. */
  readonly read: (customer: CustomerCode) => Promise<void>
}

export interface ListReadQueue {
  /** Starts as many reads as may run now. */
  pump(): void
  /** Gives up every pause and every earlier count of attempts. Reads under way end by themselves. */
  reset(): void
}

/** `isOpen`: whether reads may be started at all. */
export function createListReadQueue(options: ListReadQueueOptions, isOpen: () => boolean): ListReadQueue {
  const { clock, needed, read } = options
  const attempts = new Map<CustomerCode, number>()
  /** Customers whose list is being read, or waits for its pause to end. */
  const waiting = new Map<CustomerCode, Stop>()
  let busy = 0
  /** Grows with every reset, so that a read of before plans nothing. */
  let epoch = 0

  const pump = (): void => {
    if (!isOpen()) return
    for (const customer of needed()) {
      if (busy >= AT_ONCE) return
      if (waiting.has(customer)) continue
      const startedIn = epoch
      busy++
      waiting.set(customer, () => undefined)
      void read(customer).finally(() => {
        busy--
        if (startedIn !== epoch) return pump()
        const attempt = attempts.get(customer) ?? 0
        attempts.set(customer, attempt + 1)
        const endPause = clock.after(PAUSES[attempt] ?? LAST_PAUSE, () => {
          waiting.delete(customer)
          pump()
        })
        waiting.set(customer, endPause)
        return pump()
      })
    }
  }

  return {
    pump,
    reset() {
      epoch++
      for (const end of waiting.values()) end()
      waiting.clear()
      attempts.clear()
    },
  }
}
