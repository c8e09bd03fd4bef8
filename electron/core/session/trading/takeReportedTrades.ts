/**
 * Takes trades of the stream and of lists into the trade book. A trade that is lost, or that contradicts a known one, closes its customer for
 * new orders until the whole list of trades was read again.
 */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { CustomerReconciliation } from '../../reconciliation/openCustomersOnceReconciled.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'

export interface TradeIntakeOptions {
  readonly clock: Clock
  readonly customers: Pick<CustomerDirectory, 'see'>
  readonly trades: Pick<TradeBook, 'take' | 'lose'>
  readonly reconciliation: Pick<CustomerReconciliation, 'tradesLost'>
  readonly notices: Pick<Notices, 'say'>
}

export interface TradeIntake {
  /** `isLive`: the stream reported them, not a list. */
  take(trades: readonly Trade[], isLive: boolean): void
  /** A trade is missing. `customer`: null where nothing names it. `why`: a clause without a full stop. */
  lose: (customer: CustomerCode | null, why: string) => void
}

export function createTradeIntake(options: TradeIntakeOptions): TradeIntake {
  const { clock, customers, trades, reconciliation, notices } = options
  const lose = (customer: CustomerCode | null, why: string): void => {
    if (customer !== null) customers.see([customer])
    trades.lose(customer, { since: clock.now(), why })
    reconciliation.tradesLost()
  }
  return {
    lose,
    take(reported, isLive) {
      for (const { customerCode, why } of trades.take(reported, isLive)) {
        lose(customerCode, why)
        notices.say(
          'error',
          `The venue contradicts itself: ${why}. The positions of ${customerCode} are uncertain. ${customerCode} takes no new orders until the whole list of trades was read again.`,
          null,
          { customerCode },
        )
      }
    },
  }
}
