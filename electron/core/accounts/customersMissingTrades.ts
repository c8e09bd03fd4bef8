/** Which customers have trades missing, and since when. A customer leaves the list when its whole list of trades was read again. */

import type { MissingTrades } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'

export interface CustomersMissingTrades {
  /** Trades since the book was empty that were lost. */
  readonly count: number
  readonly isOpen: boolean
  /** Counts a lost trade; null: of an unknown customer. Returns true for the first loss of that customer. */
  lose(customer: CustomerCode | null, loss: MissingTrades): boolean
  /** The earliest loss that may concern the customer (null: an unknown customer); null: no trade of the customer is known to be missing. */
  unsure(customer: CustomerCode | null): MissingTrades | null
  /** All trades are known again. */
  restore(): void
  clear(): void
}

export function createCustomersMissingTrades(): CustomersMissingTrades {
  /** The first loss of each customer. */
  const first = new Map<CustomerCode | null, MissingTrades>()
  let count = 0
  return {
    get count() {
      return count
    },
    get isOpen() {
      return first.size > 0
    },
    lose(customer, loss) {
      count += 1
      if (first.has(customer)) return false
      first.set(customer, loss)
      return true
    },
    unsure(customer) {
      const own = first.get(customer)
      const unknown = first.get(null)
      return own && unknown ? (own.since <= unknown.since ? own : unknown) : (own ?? unknown ?? null)
    },
    restore: () => first.clear(),
    clear() {
      first.clear()
      count = 0
    },
  }
}
