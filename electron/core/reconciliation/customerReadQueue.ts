/** The customers that wait to be read, each once, and a bounded number of readers that take them in order. */

import type { CustomerCode } from '../../../shared/domain/scalars.ts'

export interface CustomerQueue {
  /** Puts the customer at the end of the line, unless the line holds it already. */
  push(customer: CustomerCode): void
  /** Empties the line. Reads under way continue. */
  clear(): void
}

/** `atOnce`: customers read at the same time. */
export function createCustomerQueue(
  atOnce: number,
  read: (customer: CustomerCode) => Promise<void>,
): CustomerQueue {
  const waiting: CustomerCode[] = []
  let readers = 0

  const startReader = async (): Promise<void> => {
    readers++
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await read(next)
    readers--
  }

  return {
    push(customer) {
      if (!waiting.includes(customer)) waiting.push(customer)
      if (readers < atOnce) void startReader()
    },
    clear() {
      waiting.length = 0
    },
  }
}
