/** Reads the venue's records for one session: at sign-in and after every gap in a stream. `readAgainOnSchedule.ts` repeats the reads. Reads only; compares nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { CashLedger } from '../accounts/cashLedger.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import type { InstrumentStore } from '../market/instrumentAndTickerStore.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import type { Broker } from '../ports/broker.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import type { BackwardPager } from './tradesAndLedger/backwardPager.ts'
import type { CustomerReads } from './comparison/compareCustomerTwice.ts'
import { createReadAllTradesWhileSomeMissing } from './tradesAndLedger/readAllTradesWhileSomeMissing.ts'
import type { OpenOrderReads } from './openOrders/readOpenOrderLists.ts'
import { createScheduledReads } from './readAgainOnSchedule.ts'
import { createInstrumentReads } from './readInstrumentsAndTickers.ts'
import type { ReadStates } from './publishListReadStates.ts'
import { createTradeAndLedgerHistories } from './tradesAndLedger/readBackTradesAndLedger.ts'

export interface ReadsOfSessionOptions {
  readonly clock: Clock
  readonly random: Random
  readonly reads: ReadStates
  readonly broker: Broker
  readonly instruments: InstrumentStore
  readonly trades: TradeBook
  readonly ledger: CashLedger
  readonly customers: CustomerDirectory
  readonly orderStore: OrderStore
  readonly resolver: UnknownOrderResolver
  readonly openOrders: OpenOrderReads
  /** Whether a private channel is not live now. */
  readonly channelsAreLost: () => boolean
  /** Takes trades of the list into the book, oldest first. */
  readonly takeTrades: (page: readonly Trade[]) => void
  /** The list of trades turned out not to be whole: a clause without a full stop. */
  readonly tradesLost: (why: string) => void
  /** No trade is missing any more. */
  readonly tradesBack: () => void
  /** Called after each read of the instruments that succeeded. */
  readonly instrumentsRead: () => void
}

export interface ReadsOfSession {
  readonly tradeHistory: BackwardPager
  readonly ledgerHistory: BackwardPager
  /** Fails, like `readRecords`, with a sentence that names the read that failed. */
  readInstruments(): Promise<Result<null, string>>
  /** Reads trades and ledger of all customers. */
  readRecords(): Promise<Result<null, string>>
  /** Why there may be unknown customers, a clause without a full stop. Null: trades and ledger, which name the customers, were read to the first record. */
  whyCustomersUnknown(): string | null
  /** Reads about one customer; for use after `readInstruments` and `readRecords`. */
  readonly ofCustomers: CustomerReads
  /** Reads the newest ledger rows in. */
  readLedger(): Promise<Result<null, ReadFailure>>
  /** Starts to read tickers, instruments, open orders, pending movements and older history again and again. */
  startPolling(): void
  stop(): void
}

export function createReadsOfSession(options: ReadsOfSessionOptions): ReadsOfSession {
  const { broker, openOrders } = options
  let isStopped = false
  const histories = createTradeAndLedgerHistories({ ...options, isStopped: () => isStopped })
  const instrumentReads = createInstrumentReads({ ...options, isStopped: () => isStopped })
  const polls = createScheduledReads({
    ...options,
    histories,
    instrumentReads,
    readAllTradesWhileSomeMissing: createReadAllTradesWhileSomeMissing({
      ...options,
      histories,
      isStopped: () => isStopped,
    }),
  })

  const step = async (
    name: string,
    read: () => Promise<Result<unknown, ReadFailure>>,
  ): Promise<Result<null, string>> => {
    const done = await read()
    histories.publishWhole()
    return done.ok ? ok(null) : fail(`Reading ${name} failed: ${done.failure.message}`)
  }

  return {
    tradeHistory: histories.trades,
    ledgerHistory: histories.ledger,
    readLedger: () => histories.readLedger(),
    ofCustomers: {
      orders: (customer) => openOrders.readBack(customer),
      records: (customer, isOver) => histories.readCustomer(customer, isOver),
      order: (customer, id) => options.resolver.ask(broker, customer, id),
      async books() {
        const read = await histories.trades.catchUp()
        return read.ok ? histories.readLedger() : read
      },
      stillListed: (customer) => openOrders.stillListed(customer),
    },
    whyCustomersUnknown: () => histories.whyCustomersUnknown(),
    readInstruments: () => step('the instruments', () => instrumentReads.readInstruments()),
    async readRecords() {
      // Trades and ledger name the customers. The customers' open orders are read afterwards.
      const done = await step('the trades', () => histories.trades.catchUp())
      return done.ok ? step('the ledger', () => histories.ledger.catchUp()) : done
    },
    startPolling: () => polls.start(),
    stop() {
      isStopped = true
      polls.stop()
    },
  }
}
