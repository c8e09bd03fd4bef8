/** Reports trades and ledger movements that are news: what the stream tells, and what lists show since the account was last followed. Never reports history. */

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
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Notices } from './notices.ts'

export interface AccountNewsOptions {
  readonly notices: Notices
  /** Whether this desk holds the order of a trade: then the order itself tells its fills. */
  readonly holdsOrder: (of: Trade) => boolean
  /** Contracts that the known trades of the trade's order make; null where one has no amount. */
  readonly filled: (of: Trade) => DecimalText | null
  /** Whether everything was read and no gap is open: only then was the account followed up to now. */
  readonly isReady: () => boolean
}

export interface AccountNews {
  /** An account was opened at `now`, the core's wall clock in ms. Nothing older is news to its first sign-in ever. */
  open(now: EpochMs): void
  /** A trade that is new, or became a forced fill; `live`: the stream told it. */
  trade(of: Trade, live: boolean): void
  /** A movement that is new or changed. */
  movement(of: LedgerRow, live: boolean): void
}

export function createAccountNews(options: AccountNewsOptions): AccountNews {
  const { notices, isReady } = options
  /** The venue's time up to which an earlier run told everything, ms. */
  let horizon = Number.POSITIVE_INFINITY
  let newest = 0

  const tell = (news: News, at: EpochMs | null, live: boolean): void => {
    // The last ms that was told may hold more: what was told of it changes nothing.
    if (live || (at !== null && at >= horizon) || notices.has(news.key)) notices.report([news])
    newest = Math.max(newest, at ?? 0)
    if (isReady()) notices.see(newest)
  }

  return {
    open(now) {
      if (notices.seenThrough === null) notices.see(now)
      horizon = notices.seenThrough ?? now
      newest = horizon
    },
    trade(of, live) {
      if (isForced(of)) tell(forcedFillNews(of), of.createdAt, live)
      else if (of.referenceId !== null && !options.holdsOrder(of))
        tell(strangeFillNews(of, options.filled(of)), of.createdAt, live)
    },
    movement(of, live) {
      if (isTransfer(of)) tell(transferNews(of), of.createdAt, live)
    },
  }
}
