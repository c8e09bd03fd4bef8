/** Takes trades of the stream and of lists into the trade book, and reports a trade that contradicts a known one. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { LoseTrade } from './closeCustomerOfLostTrade.ts'

export interface TradeIntakeOptions {
  readonly trades: Pick<TradeBook, 'take'>
  readonly loseTrade: LoseTrade
  readonly notices: Pick<Notices, 'say'>
}

export interface TradeIntake {
  /** `isLive`: the stream reported them, not a list. */
  take(trades: readonly Trade[], isLive: boolean): void
}

export function createTradeIntake(options: TradeIntakeOptions): TradeIntake {
  const { trades, loseTrade, notices } = options
  return {
    take(reported, isLive) {
      for (const { customerCode, why } of trades.take(reported, isLive)) {
        loseTrade(customerCode, why)
        notices.say(
          'error',
          `The venue contradicts itself: ${why}. The positions of ${shownCode(customerCode)} are uncertain. ${shownCode(customerCode)} takes no new orders until the whole list of trades was read again.`,
          null,
          { customerCode },
        )
      }
    },
  }
}
