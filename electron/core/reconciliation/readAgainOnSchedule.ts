/** Reads tickers, instruments, open orders, trades and ledger again and again, each on its own schedule. Reads only; compares nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { CashLedger } from '../accounts/cashLedger.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import type { OpenOrderReads } from './openOrders/readOpenOrderLists.ts'
import { createRepeatedReads } from '../support/repeatReadWithBackOff.ts'
import type { InstrumentReads } from './readInstrumentsAndTickers.ts'
import type { TradeAndLedgerHistories } from './tradesAndLedger/readBackTradesAndLedger.ts'

/** Customers whose open orders are read at the same time. */
const AT_ONCE = 4
/** Ms between two reads. */
const TICKERS_EVERY = 1_000
const INSTRUMENTS_EVERY = 30_000
const AUDIT_EVERY = 30_000
/** The same while a private channel is not live: only the lists show fills and cancels then. */
const AUDIT_EVERY_WITHOUT_CHANNELS = 5_000
const PENDING_EVERY = 2_000
const OLDER_EVERY = 250
const LOST_EVERY = 2_000

export interface ScheduledReadsOptions {
  readonly clock: Clock
  readonly random: Random
  readonly ledger: Pick<CashLedger, 'pending'>
  readonly orderStore: Pick<OrderStore, 'live'>
  readonly openOrders: Pick<OpenOrderReads, 'readBack'>
  readonly histories: TradeAndLedgerHistories
  readonly instrumentReads: InstrumentReads
  readonly readAllTradesWhileSomeMissing: () => Promise<Result<null, ReadFailure>>
  /** Whether a private channel is not live now. */
  readonly channelsAreLost: () => boolean
}

export interface ScheduledReads {
  start(): void
  stop(): void
}

export function createScheduledReads(options: ScheduledReadsOptions): ScheduledReads {
  const { clock, random, ledger, orderStore, openOrders, histories, instrumentReads } = options
  const repeatedReads = createRepeatedReads(clock, random)
  const readTickers = () => instrumentReads.readTickers()

  /** A list that cannot be read now is read with the next audit. */
  const readAllOpenOrders = async (codes: readonly CustomerCode[]): Promise<void> => {
    const waiting = [...codes]
    const readInTurn = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await openOrders.readBack(next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, readInTurn))
  }

  /** Fails where trades or ledger could not be read. The topic `openOrderReadings` says how the lists of open orders were read. */
  const audit = async (): Promise<Result<null, ReadFailure>> => {
    await readAllOpenOrders([...new Set(orderStore.live().map((order) => order.customerCode))])
    const newest = await histories.trades.catchUp()
    const rows = await histories.readLedger()
    return newest.ok ? rows : newest
  }

  return {
    start() {
      void readTickers()
      repeatedReads.every(TICKERS_EVERY, readTickers)
      repeatedReads.every(INSTRUMENTS_EVERY, () => instrumentReads.readInstruments())
      repeatedReads.every(AUDIT_EVERY, audit)
      repeatedReads.every(LOST_EVERY, options.readAllTradesWhileSomeMissing)
      repeatedReads.every(AUDIT_EVERY_WITHOUT_CHANNELS, () =>
        options.channelsAreLost() ? audit() : Promise.resolve(ok(null)),
      )
      // Pending movements are never pushed (docs/api.md#6.balance.1).
      repeatedReads.every(PENDING_EVERY, () =>
        ledger.pending().length > 0 ? histories.readLedger() : Promise.resolve(ok(null)),
      )
      repeatedReads.every(OLDER_EVERY, async () => {
        const older = await histories.trades.readOlder()
        const rows = await histories.ledger.readOlder()
        histories.publishWhole()
        return older.ok ? rows : older
      })
    },
    stop: () => repeatedReads.stop(),
  }
}
