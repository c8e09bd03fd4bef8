/** Closes the customer of a lost trade for new orders, until the whole list of trades was read again. A lost trade without a customer closes them all. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { CustomerReconciliation } from '../../reconciliation/openAndCloseCustomersByReconciliation.ts'

export interface LoseTradeOptions {
  readonly clock: Clock
  readonly customers: Pick<CustomerDirectory, 'see'>
  readonly trades: Pick<TradeBook, 'lose'>
  readonly reconciliation: Pick<CustomerReconciliation, 'tradesLost'>
}

/** A trade is missing. `customer`: null where nothing names it. `why`: a clause without a full stop. */
export type LoseTrade = (customer: CustomerCode | null, why: string) => void

export const createLoseTrade =
  ({ clock, customers, trades, reconciliation }: LoseTradeOptions): LoseTrade =>
  (customer, why) => {
    if (customer !== null) customers.see([customer])
    trades.lose(customer, { since: clock.now(), why })
    reconciliation.tradesLost()
  }
