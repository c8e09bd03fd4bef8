/** Reads the truth back from the venue: at sign-in, after every gap in a stream, and as a slow audit. Reads only; compares nothing. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { isLive, isOver } from '../../shared/domain/order.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/text.ts'
import type { CustomerDirectory } from './customerDirectory.ts'
import { createHistory, type History } from './history.ts'
import type { InstrumentBoard } from './instrumentBoard.ts'
import { ledgerKey, type LedgerBook } from './ledgerBook.ts'
import type { Notices } from './notices.ts'
import type { OrderBoard } from './orderBoard.ts'
import type { Broker, OrderReport, ReadFailure } from './ports.ts'
import type { Resolution } from './resolution.ts'
import type { CustomerReads } from './tieOut.ts'
import type { TradeBook } from './tradeBook.ts'

/** Customers whose open orders are read at the same time. */
const AT_ONCE = 4
/** Ms between two reads. */
const TICKERS_EVERY = 1_000
const INSTRUMENTS_EVERY = 30_000
const AUDIT_EVERY = 30_000
const PENDING_EVERY = 2_000
const OLDER_EVERY = 250

export interface ReconciliationParts {
  readonly clock: Clock
  readonly broker: Broker
  readonly hasOpenOrders: boolean
  readonly instruments: InstrumentBoard
  readonly trades: TradeBook
  readonly ledger: LedgerBook
  readonly customers: CustomerDirectory
  readonly board: OrderBoard
  readonly resolution: Resolution
  readonly notices: Notices
  /** Instruments were read: those that are known now. */
  readonly listed: (symbols: readonly Symbol[]) => void
}

export interface Reconciliation {
  readonly tradeHistory: History
  readonly ledgerHistory: History
  /** Fails, as `readRecords`, with a sentence that says which read came to nothing. */
  readInstruments(): Promise<Result<null, string>>
  /** Trades and ledger of everybody. */
  readRecords(): Promise<Result<null, string>>
  /** What concerns one customer; after both. */
  readonly ofCustomers: CustomerReads
  /** Reads the newest ledger rows in. */
  readLedger(): Promise<Result<null, ReadFailure>>
  /** Tickers, instruments, open orders, pending movements and older history, from now on. */
  startPolling(): void
  stop(): void
}

export function createReconciliation(parts: ReconciliationParts): Reconciliation {
  const { clock, broker, instruments, trades, ledger, customers, board, resolution, notices } = parts
  const stops: Stop[] = []
  let stopped = false

  const tradeHistory = createHistory({
    read: (before) => broker.trades(before === undefined ? {} : { before }),
    codeOf: (trade) => `${trade.customerCode} ${trade.code}`,
    take(page) {
      if (stopped) return
      trades.take(page)
      customers.see(page.map((trade) => trade.customerCode))
    },
    pending: () => [],
  })
  const ledgerHistory = createHistory({
    read: (before) => broker.ledger(before === undefined ? {} : { before }),
    codeOf: ledgerKey,
    take(page, old) {
      if (stopped) return
      ledger.take(page, old)
      customers.see(page.map((row) => row.customerCode))
    },
    pending: () => ledger.pending().map(ledgerKey),
  })
  const showWhole = () => {
    if (stopped) return
    trades.setWhole(tradeHistory.whole)
    ledger.setWhole(ledgerHistory.whole)
  }

  const readInstruments = async (): Promise<Result<null, ReadFailure>> => {
    const list = await broker.instruments()
    if (!list.ok) return list
    if (stopped) return ok(null)
    instruments.setInstruments(list.value)
    parts.listed(instruments.symbols())
    return ok(null)
  }
  const readTickers = async (): Promise<void> => {
    const list = await broker.tickers()
    if (list.ok && !stopped) instruments.takeTickers(list.value)
  }

  /** Looks up every order of a customer that we hold for live and the venue's list did not show. */
  const lookUpMissing = async (
    customer: CustomerCode,
    shown: ReadonlySet<string>,
  ): Promise<Result<null, ReadFailure>> => {
    let unread: Result<null, ReadFailure> = ok(null)
    for (const order of board.live())
      if (order.customerCode === customer && !shown.has(order.referenceId)) {
        const looked = await resolution.ask(broker, customer, order.referenceId)
        if (looked.ok) continue
        resolution.watch(order)
        if (looked.failure.kind !== 'refused') unread = looked
      }
    return unread
  }
  const stillListed = new Map<CustomerCode, readonly OrderReport[]>()
  const isOverHere = (customer: CustomerCode, { referenceId, status }: OrderReport): boolean => {
    const order = board.get(customer, referenceId)
    return order !== undefined && !isLive(order) && !isOver(status)
  }
  const readOpenOrders = async (customer: CustomerCode): Promise<Result<null, ReadFailure>> => {
    const asked = board.asked()
    const listed = parts.hasOpenOrders
      ? await broker.openOrders(customer)
      : fail<ReadFailure>({ kind: 'refused', code: null, message: 'the venue profile says so' })
    if (stopped) return ok(null)
    if (!listed.ok && listed.failure.kind !== 'refused') return listed
    if (listed.ok) {
      for (const report of listed.value) board.see(report, customer, 'list', asked)
      stillListed.set(
        customer,
        listed.value.filter((report) => isOverHere(customer, report)),
      )
    } else
      notices.say(
        'warning',
        listed.failure.code === null
          ? 'This venue shows no list of open orders: orders sent from elsewhere are not complete here; our own are looked up one by one.'
          : `The venue refused the list of open orders of ${customer} (${listed.failure.code}): is the code right? Orders that we know are looked up one by one.`,
        listed.failure.message,
      )
    const shown = new Set(listed.ok ? listed.value.map((report) => report.referenceId) : [])
    return lookUpMissing(customer, shown)
  }
  /** What cannot be read now is read with the next audit. */
  const readAllOpenOrders = async (codes: readonly CustomerCode[]): Promise<void> => {
    const waiting = [...codes]
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await readOpenOrders(next)
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

  /** Runs `work` every `ms` unless the last run is still under way. */
  const poll = (ms: number, work: () => Promise<unknown>): void => {
    let busy = false
    stops.push(
      clock.every(ms, () => {
        if (busy) return
        busy = true
        void work().finally(() => {
          busy = false
        })
      }),
    )
  }

  const readLedger = async (): Promise<Result<null, ReadFailure>> => {
    const read = await ledgerHistory.catchUp()
    showWhole()
    return read
  }

  return {
    tradeHistory,
    ledgerHistory,
    readLedger,
    ofCustomers: {
      orders: readOpenOrders,
      order: (customer, id) => resolution.ask(broker, customer, id),
      async books() {
        const read = await tradeHistory.catchUp()
        return read.ok ? readLedger() : read
      },
      stillListed: (customer) => stillListed.get(customer) ?? [],
    },
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
      poll(AUDIT_EVERY, async () => {
        await readAllOpenOrders([...new Set(board.live().map((order) => order.customerCode))])
        await tradeHistory.catchUp()
        await readLedger()
      })
      // Pending movements are never pushed (document part 6, rule 1 of balance-changes).
      poll(PENDING_EVERY, () => (ledger.pending().length > 0 ? readLedger() : Promise.resolve(null)))
      poll(OLDER_EVERY, async () => {
        await tradeHistory.readOlder()
        await ledgerHistory.readOlder()
        showWhole()
      })
    },
    stop() {
      stopped = true
      for (const stop of stops) stop()
    },
  }
}
