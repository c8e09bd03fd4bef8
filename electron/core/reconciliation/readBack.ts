/** Reads the venue's records back: at sign-in, after every gap in a stream, and as a slow audit. Reads only; compares nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { CashLedger } from '../accounts/cashLedger.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import type { InstrumentStore } from '../market/instrumentAndTickerStore.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import type { Broker, ReadFailure } from '../ports.ts'
import type { BackwardPager } from './backwardPager.ts'
import type { CustomerReads } from './comparison/readsForComparison.ts'
import { createTradesReread } from './rereadMissingTrades.ts'
import type { OpenOrderReads } from './readOpenOrderLists.ts'
import { createPolling } from './polling.ts'
import { recordAttempts, type ReadStates } from './listReadStates.ts'
import { createTradeAndLedgerHistories } from './readBackTradesAndLedger.ts'

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

export interface ReadBackOptions {
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
  /** Called after a read of the instruments with all that are known now. */
  readonly listed: (symbols: readonly Symbol[]) => void
}

export interface ReadBack {
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

export function createReadBack(options: ReadBackOptions): ReadBack {
  const { clock, broker, instruments, ledger, orderStore, openOrders } = options
  let isStopped = false
  const recordAttempt = recordAttempts(options.reads, () => isStopped)
  const histories = createTradeAndLedgerHistories({ ...options, isStopped: () => isStopped })
  const polling = createPolling(clock, options.random)

  const readInstruments = async (): Promise<Result<null, ReadFailure>> => {
    const list = await recordAttempt('instruments', broker.instruments())
    if (!list.ok) return list
    if (isStopped) return ok(null)
    instruments.setInstruments(list.value)
    options.listed(instruments.symbols())
    return ok(null)
  }
  const readTickers = async (): Promise<Result<null, ReadFailure>> => {
    const list = await recordAttempt('tickers', broker.tickers())
    if (!list.ok) return list
    if (!isStopped) instruments.takeTickers(list.value)
    return ok(null)
  }

  /** A list that cannot be read now is read with the next audit. */
  const readAllOpenOrders = async (codes: readonly CustomerCode[]): Promise<void> => {
    const waiting = [...codes]
    const readInTurn = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await openOrders.readBack(next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, readInTurn))
  }

  const step = async (
    name: string,
    read: () => Promise<Result<unknown, ReadFailure>>,
  ): Promise<Result<null, string>> => {
    const done = await read()
    histories.publishWhole()
    return done.ok ? ok(null) : fail(`Reading ${name} failed: ${done.failure.message}`)
  }

  /** Fails where trades or ledger could not be read. The topic `openOrderReadings` says how the lists of open orders were read. */
  const audit = async (): Promise<Result<null, ReadFailure>> => {
    await readAllOpenOrders([...new Set(orderStore.live().map((order) => order.customerCode))])
    const newest = await histories.trades.catchUp()
    const rows = await histories.readLedger()
    return newest.ok ? rows : newest
  }

  return {
    tradeHistory: histories.trades,
    ledgerHistory: histories.ledger,
    readLedger: () => histories.readLedger(),
    ofCustomers: {
      orders: (customer) => openOrders.readBack(customer),
      order: (customer, id) => options.resolver.ask(broker, customer, id),
      async books() {
        const read = await histories.trades.catchUp()
        return read.ok ? histories.readLedger() : read
      },
      stillListed: (customer) => openOrders.stillListed(customer),
    },
    whyCustomersUnknown: () => histories.whyCustomersUnknown(),
    readInstruments: () => step('the instruments', readInstruments),
    async readRecords() {
      // Trades and ledger name the customers. The customers' open orders are read afterwards.
      const done = await step('the trades', () => histories.trades.catchUp())
      return done.ok ? step('the ledger', () => histories.ledger.catchUp()) : done
    },
    startPolling() {
      void readTickers()
      polling.every(TICKERS_EVERY, readTickers)
      polling.every(INSTRUMENTS_EVERY, readInstruments)
      polling.every(AUDIT_EVERY, audit)
      polling.every(LOST_EVERY, createTradesReread({ ...options, histories, isStopped: () => isStopped }))
      polling.every(AUDIT_EVERY_WITHOUT_CHANNELS, () =>
        options.channelsAreLost() ? audit() : Promise.resolve(ok(null)),
      )
      // Pending movements are never pushed (docs/api.md#6.balance.1).
      polling.every(PENDING_EVERY, () =>
        ledger.pending().length > 0 ? histories.readLedger() : Promise.resolve(ok(null)),
      )
      polling.every(OLDER_EVERY, async () => {
        const older = await histories.trades.readOlder()
        const rows = await histories.ledger.readOlder()
        histories.publishWhole()
        return older.ok ? rows : older
      })
    },
    stop() {
      isStopped = true
      polling.stop()
    },
  }
}
