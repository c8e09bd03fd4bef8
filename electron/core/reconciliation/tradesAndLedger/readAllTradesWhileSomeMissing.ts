/** Reads the whole list of trades while some are missing. Only a reading to the first row proves that none is missing any more. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { ReadFailure } from '../../ports/brokerAnswers.ts'
import type { TradeAndLedgerHistories } from './readBackTradesAndLedger.ts'

/** Ms between two readings of the whole list. */
const WHOLE_EVERY = 60_000

export interface ReadAllTradesOptions {
  readonly clock: Clock
  readonly trades: Pick<TradeBook, 'lost' | 'restore'>
  readonly histories: Pick<TradeAndLedgerHistories, 'trades' | 'publishWhole'>
  readonly isStopped: () => boolean
  /** No trade is missing any more. */
  readonly tradesBack: () => void
}

/** Returns the read for a poll, which does nothing while no trade is missing. The trades are back once the whole list was read and none was lost meanwhile. */
export function createReadAllTradesWhileSomeMissing(
  options: ReadAllTradesOptions,
): () => Promise<Result<null, ReadFailure>> {
  const { clock, trades, histories } = options
  /** Monotonic ms of the last reading of the whole list; null: none since the first of the missing trades was lost. */
  let readAt: number | null = null

  return async () => {
    const { count, open } = trades.lost()
    if (!open || (readAt !== null && clock.monotonic() - readAt < WHOLE_EVERY)) return ok(null)
    readAt = clock.monotonic()
    const read = await histories.trades.readWhole()
    if (!read.ok || options.isStopped()) return ok(null)
    histories.publishWhole()
    if (read.value.unreadable > 0 || trades.lost().count !== count) return ok(null)
    readAt = null
    trades.restore()
    options.tradesBack()
    return ok(null)
  }
}
