/**
 * Reports forced fills, fills of orders that are not known here, and transfers, where they are news: those of the stream, and those of lists since
 * the account was last followed. Never reports history.
 */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import {
  forcedFillNews,
  isForced,
  isTransfer,
  strangeFillNews,
  transferNews,
} from '../../../shared/domain/accounts/accountNotices.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { News } from '../../../shared/domain/notice.ts'
import { isoMoment } from '../../../shared/domain/statements/statementPeriod.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Notices } from './raiseAndAcknowledgeNotices.ts'

export interface AccountNoticesOptions {
  readonly notices: Notices
  /** Whether the order of a trade is known here: then the order itself reports its fills. */
  readonly holdsOrder: (trade: Trade) => boolean
  /** Contracts filled by all known trades of the trade's order; null where a trade has no amount. */
  readonly filled: (trade: Trade) => DecimalText | null
  /** Who dealt a deposit or withdrawal from this desk; null: nobody is known. */
  readonly dealerOf: (row: LedgerRow) => string | null
  /** Whether everything was read and no gap is open: only then has the account been followed up to now. */
  readonly isReady: () => boolean
}

export interface AccountNotices {
  /** An account was opened at `now`, the core's wall clock in ms. At the first sign-in ever, nothing older is news. */
  open(now: EpochMs): void
  /** The core's wall clock was set back to `now`, ms. */
  clockSetBack(now: EpochMs): void
  /** A trade that is new, or became a forced fill. `live`: the stream reported it. */
  trade(trade: Trade, live: boolean): void
  /** A movement that is new or changed. */
  movement(row: LedgerRow, live: boolean): void
}

/** Ms by which the venue's time may be ahead of this machine's. */
const AHEAD = 60_000

const aheadWords = (seen: EpochMs): string =>
  `The clock of this machine is behind the time to which Openpit followed this account (${isoMoment(seen)}): the clock is wrong, or was wrong then. Forced fills and transfers before now may have no notice. Look through Trades and Ledger of each customer.`

export function createAccountNotices(options: AccountNoticesOptions): AccountNotices {
  const { notices, isReady } = options
  /** The venue's time up to which an earlier run reported everything, ms. */
  let horizon = Number.POSITIVE_INFINITY
  let newest = 0

  const report = (news: News, at: EpochMs | null, live: boolean): void => {
    // The last reported ms may hold further facts. A fact that is reported twice changes nothing.
    if (live || (at !== null && at >= horizon) || notices.has(news.key)) notices.report([news])
    newest = Math.max(newest, at ?? 0)
    if (isReady()) notices.see(newest)
  }

  return {
    open(now) {
      const seen = notices.seenThrough
      if (seen === null) notices.see(now)
      else if (seen - now > AHEAD) {
        // That time would silence every fact of a list until the clock has passed it.
        notices.unsee(now)
        notices.say('warning', aheadWords(seen), null, { key: 'seen ahead of the clock' })
      }
      horizon = notices.seenThrough ?? now
      newest = horizon
    },
    clockSetBack(now) {
      if (horizon - now <= AHEAD || horizon === Infinity) return
      notices.unsee(now)
      horizon = now
      newest = now
    },
    trade(trade, live) {
      if (isForced(trade)) report(forcedFillNews(trade), trade.createdAt, live)
      else if (trade.referenceId !== null && !options.holdsOrder(trade))
        report(strangeFillNews(trade, options.filled(trade)), trade.createdAt, live)
    },
    movement(row, live) {
      if (isTransfer(row)) report(transferNews(row, options.dealerOf(row)), row.createdAt, live)
    },
  }
}
