/** Reads the truth back from the venue: at sign-in, after every gap in a stream, and as a slow audit. Reads only; compares nothing. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { ReadName } from '../../../shared/contract/status.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import { createBackwardPager, type BackwardPager } from './backwardPager.ts'
import type { InstrumentStore } from '../market/instruments.ts'
import { ledgerKey, type CashLedger } from '../accounts/cashLedger.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { Broker, ReadFailure } from '../ports.ts'
import type { OpenOrderReads } from './openOrderReads.ts'
import type { ReadStates } from './readStates.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import { backOff } from '../support/backOff.ts'
import type { CustomerReads } from './customerReconciliation.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'

/** Customers whose open orders are read at the same time. */
const AT_ONCE = 4
/** Ms between two reads. */
const TICKERS_EVERY = 1_000
const INSTRUMENTS_EVERY = 30_000
const AUDIT_EVERY = 30_000
/** The same while a private channel is not live: nothing else tells of fills and cancels then. */
const AUDIT_EVERY_WITHOUT_CHANNELS = 5_000
const PENDING_EVERY = 2_000
const OLDER_EVERY = 250
/** While trades are missing: how often that is looked at, and ms between two readings of the whole list for them. */
const LOST_EVERY = 2_000
const WHOLE_EVERY = 60_000
/** Ms at most between two attempts at a read that fails. */
const AGAIN_LATEST = 60_000
/** The same while the venue cannot be reached: once it can, prices must not be missed for long. */
const REACH_LATEST = 8_000

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
  /** Instruments were read: those that are known now. */
  readonly listed: (symbols: readonly Symbol[]) => void
}

export interface ReadBack {
  readonly tradeHistory: BackwardPager
  readonly ledgerHistory: BackwardPager
  /** Fails, as `readRecords`, with a sentence that says which read came to nothing. */
  readInstruments(): Promise<Result<null, string>>
  /** Trades and ledger of everybody. */
  readRecords(): Promise<Result<null, string>>
  /** Why there may be customers that nobody here knows of; a clause without a full stop. Null: trades and ledger, which name them, were read to the first record. */
  whyCustomersUnknown(): string | null
  /** What concerns one customer; after both. */
  readonly ofCustomers: CustomerReads
  /** Reads the newest ledger rows in. */
  readLedger(): Promise<Result<null, ReadFailure>>
  /** Tickers, instruments, open orders, pending movements and older history, from now on. */
  startPolling(): void
  stop(): void
}

export function createReadBack(parts: ReadBackOptions): ReadBack {
  const {
    clock,
    random,
    reads,
    broker,
    instruments,
    trades,
    ledger,
    customers,
    orderStore,
    resolver,
    openOrders,
  } = parts
  const stops: Stop[] = []
  let stopped = false

  /** Publishes what came of an attempt at a list. */
  const noted = <T>(
    name: ReadName,
    attempt: Promise<Result<T, ReadFailure>>,
  ): Promise<Result<T, ReadFailure>> =>
    attempt.then((result) => {
      if (!stopped) reads.note(name, result)
      return result
    })

  const tradeHistory = createBackwardPager({
    read: (before) => noted('trades', broker.trades(before === undefined ? {} : { before })),
    codeOf: (trade) => `${trade.customerCode} ${trade.code}`,
    take(page) {
      if (stopped) return
      parts.takeTrades(page)
      customers.see(page.map((trade) => trade.customerCode))
    },
    pending: () => [],
    notWhole: (why) => parts.tradesLost(`${why} (trades)`),
  })
  /** A row that could not be read may have named a customer. */
  let isLedgerRowUnread = false
  const readLedgerPage = async (before: string | undefined) => {
    const page = await noted('ledger', broker.ledger(before === undefined ? {} : { before }))
    if (page.ok && (page.value.unreadable ?? 0) > 0) isLedgerRowUnread = true
    return page
  }
  const ledgerHistory = createBackwardPager({
    read: readLedgerPage,
    codeOf: ledgerKey,
    take(page, old) {
      if (stopped) return
      ledger.take(page, old)
      customers.see(page.map((row) => row.customerCode))
    },
    pending: () => ledger.pending().map(ledgerKey),
  })
  const whyCustomersUnknown = (): string | null => {
    if (!tradeHistory.whole || !ledgerHistory.whole)
      return 'trades and ledger, which name the customers, are not read to the first record'
    return isLedgerRowUnread || trades.unsure(null) !== null
      ? 'a record of trades or ledger, which name the customers, could not be read'
      : null
  }
  const showWhole = () => {
    if (stopped) return
    trades.setWhole(tradeHistory.whole)
    ledger.setWhole(ledgerHistory.whole)
    const why = whyCustomersUnknown()
    reads.note('customers', why === null ? ok(null) : fail({ message: `${why}.` }))
  }

  const readInstruments = async (): Promise<Result<null, ReadFailure>> => {
    const list = await noted('instruments', broker.instruments())
    if (!list.ok) return list
    if (stopped) return ok(null)
    instruments.setInstruments(list.value)
    parts.listed(instruments.symbols())
    return ok(null)
  }
  const readTickers = async (): Promise<Result<null, ReadFailure>> => {
    const list = await noted('tickers', broker.tickers())
    if (!list.ok) return list
    if (!stopped) instruments.takeTickers(list.value)
    return ok(null)
  }

  /** What cannot be read now is read with the next audit. */
  const readAllOpenOrders = async (codes: readonly CustomerCode[]): Promise<void> => {
    const waiting = [...codes]
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await openOrders.readBack(next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }

  const step = async (
    name: string,
    read: () => Promise<Result<unknown, ReadFailure>>,
  ): Promise<Result<null, string>> => {
    const done = await read()
    showWhole()
    return done.ok ? ok(null) : fail(`Reading ${name} failed: ${done.failure.message}`)
  }

  /** Runs `work` every `ms` unless the last run is still under way; after failures ever more seldom. */
  const poll = (ms: number, work: () => Promise<Result<unknown, ReadFailure>>): void => {
    let busy = false
    let failures = 0
    let notBefore = 0
    stops.push(
      clock.every(ms, () => {
        if (busy || clock.monotonic() < notBefore) return
        busy = true
        void work().then((done) => {
          busy = false
          failures = done.ok ? 0 : failures + 1
          const latest = done.ok || done.failure.kind === 'unreachable' ? REACH_LATEST : AGAIN_LATEST
          notBefore = done.ok ? 0 : clock.monotonic() + backOff(random, failures, 2 * ms, latest)
          return undefined
        })
      }),
    )
  }

  const readLedger = async (): Promise<Result<null, ReadFailure>> => {
    const read = await ledgerHistory.catchUp()
    showWhole()
    return read
  }

  /** When the whole list of trades was last read for what is missing, monotonic ms; null: not since the first of it was lost. */
  let soughtAt: number | null = null
  /** Reads every trade while some are missing. They are back once the list was read to its first row and none was lost meanwhile. */
  const readLost = async (): Promise<Result<null, ReadFailure>> => {
    const { count, open } = trades.lost()
    if (!open || (soughtAt !== null && clock.monotonic() - soughtAt < WHOLE_EVERY)) return ok(null)
    soughtAt = clock.monotonic()
    const read = await tradeHistory.readWhole()
    if (!read.ok || stopped) return ok(null)
    showWhole()
    if (read.value.unreadable > 0 || trades.lost().count !== count) return ok(null)
    soughtAt = null
    trades.restore()
    parts.tradesBack()
    return ok(null)
  }

  /** Fails where the trades or the ledger could not be read: how open orders are read is on a topic of its own. */
  const audit = async (): Promise<Result<null, ReadFailure>> => {
    await readAllOpenOrders([...new Set(orderStore.live().map((order) => order.customerCode))])
    const newest = await tradeHistory.catchUp()
    const rows = await readLedger()
    return newest.ok ? rows : newest
  }

  return {
    tradeHistory,
    ledgerHistory,
    readLedger,
    ofCustomers: {
      orders: (customer) => openOrders.readBack(customer),
      order: (customer, id) => resolver.ask(broker, customer, id),
      async books() {
        const read = await tradeHistory.catchUp()
        return read.ok ? readLedger() : read
      },
      stillListed: (customer) => openOrders.stillListed(customer),
    },
    whyCustomersUnknown,
    readInstruments: () => step('the instruments', readInstruments),
    async readRecords() {
      // They name the customers whose open orders are read afterwards.
      const done = await step('the trades', () => tradeHistory.catchUp())
      return done.ok ? step('the ledger', () => ledgerHistory.catchUp()) : done
    },
    startPolling() {
      void readTickers()
      poll(TICKERS_EVERY, readTickers)
      poll(INSTRUMENTS_EVERY, readInstruments)
      poll(AUDIT_EVERY, audit)
      poll(LOST_EVERY, readLost)
      poll(AUDIT_EVERY_WITHOUT_CHANNELS, () =>
        parts.channelsAreLost() ? audit() : Promise.resolve(ok(null)),
      )
      // Pending movements are never pushed (docs/api.md#6.balance.1).
      poll(PENDING_EVERY, () => (ledger.pending().length > 0 ? readLedger() : Promise.resolve(ok(null))))
      poll(OLDER_EVERY, async () => {
        const older = await tradeHistory.readOlder()
        const rows = await ledgerHistory.readOlder()
        showWhole()
        return older.ok ? rows : older
      })
    },
    stop() {
      stopped = true
      for (const stop of stops) stop()
    },
  }
}
