/** Reads back the trades and the ledger of all customers, and publishes how far both histories are known. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { LedgerRow } from '../../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import { ledgerKey, type CashLedger } from '../../accounts/cashLedger.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { Broker } from '../../ports/broker.ts'
import { setFilters } from '../../support/readVenueForWindow.ts'
import type { HistoryPage, ReadFailure } from '../../ports/brokerAnswers.ts'
import { createBackwardPager, type BackwardPager } from './backwardPager.ts'
import { whyCustomersMayBeUnknown } from './whyCustomersMayBeUnknown.ts'
import { recordAttempts, type ReadStates } from '../publishListReadStates.ts'

export interface TradeAndLedgerHistoriesOptions {
  readonly broker: Pick<Broker, 'trades' | 'ledger'>
  readonly trades: Pick<TradeBook, 'setWhole' | 'unsure'>
  readonly ledger: CashLedger
  readonly customers: Pick<CustomerDirectory, 'see'>
  readonly reads: ReadStates
  /** The session has ended: later answers change nothing. */
  readonly isStopped: () => boolean
  /** Takes trades of the list into the book, oldest first. */
  readonly takeTrades: (page: readonly Trade[]) => void
  /** The list of trades turned out not to be whole: a clause without a full stop. */
  readonly tradesLost: (why: string) => void
}

export interface TradeAndLedgerHistories {
  readonly trades: BackwardPager
  readonly ledger: BackwardPager
  /** Why there may be unknown customers, a clause without a full stop. Null: trades and ledger, which name the customers, were read to the first record. */
  whyCustomersUnknown(): string | null
  /** Passes on to the books, and to the windows, how far the histories are known now. */
  publishWhole(): void
  /** Reads the newest ledger rows in. */
  readLedger(): Promise<Result<null, ReadFailure>>
  /** Reads every trade and ledger row of one customer in, from the newest to the first, also those that are known. Fails before its next page once `isOver`. */
  readCustomer(customer: CustomerCode, isOver: () => boolean): Promise<Result<unknown, ReadFailure>>
}

const SUPERSEDED = fail<ReadFailure>({
  kind: 'unreachable',
  code: null,
  message: 'A newer reading of this customer has begun.',
})

export function createTradeAndLedgerHistories(
  options: TradeAndLedgerHistoriesOptions,
): TradeAndLedgerHistories {
  const { broker, reads, ledger, customers, isStopped } = options
  const recordAttempt = recordAttempts(reads, isStopped)

  const ofTrades = {
    codeOf: (trade: Trade) => `${trade.customerCode} ${trade.code}`,
    take(page: readonly Trade[]) {
      if (isStopped()) return
      options.takeTrades(page)
      customers.see(page.map((trade) => trade.customerCode))
    },
    pending: () => [],
  }
  const tradeHistory = createBackwardPager<Trade>({
    ...ofTrades,
    read: (before) => recordAttempt('trades', broker.trades(before === undefined ? {} : { before })),
    notWhole: (why) => options.tradesLost(`${why} (trades)`),
  })

  /** A ledger row could not be read: the row may have named a customer. */
  let isLedgerRowUnread = false
  const readLedgerPage = async (
    before: string | undefined,
  ): Promise<Result<HistoryPage<LedgerRow>, ReadFailure>> => {
    const page = await recordAttempt('ledger', broker.ledger(before === undefined ? {} : { before }))
    if (page.ok && (page.value.unreadable ?? 0) > 0) isLedgerRowUnread = true
    return page
  }
  const ofLedger = {
    codeOf: ledgerKey,
    take(page: readonly LedgerRow[], isOld: boolean) {
      if (isStopped()) return
      ledger.take(page, isOld)
      customers.see(page.map((row) => row.customerCode))
    },
    pending: () => ledger.pending().map(ledgerKey),
  }
  const ledgerHistory = createBackwardPager<LedgerRow>({ ...ofLedger, read: readLedgerPage })

  const whyCustomersUnknown = (): string | null =>
    whyCustomersMayBeUnknown({
      areHistoriesWhole: tradeHistory.whole && ledgerHistory.whole,
      isLedgerRowUnread,
      isTradeOfUnknownCustomerLost: options.trades.unsure(null) !== null,
    })
  const publishWhole = (): void => {
    if (isStopped()) return
    options.trades.setWhole(tradeHistory.whole)
    ledger.setWhole(ledgerHistory.whole)
    const why = whyCustomersUnknown()
    reads.note('customers', why === null ? ok(null) : fail({ message: `${why}.` }))
  }

  return {
    trades: tradeHistory,
    ledger: ledgerHistory,
    whyCustomersUnknown,
    publishWhole,
    async readLedger() {
      const read = await ledgerHistory.catchUp()
      publishWhole()
      return read
    },
    async readCustomer(customer, isOver) {
      const unlessOver = async <T>(read: () => Promise<Result<T, ReadFailure>>) =>
        isOver() ? SUPERSEDED : read()
      const trades = createBackwardPager<Trade>({
        ...ofTrades,
        read: (before) => unlessOver(() => broker.trades(setFilters({ customer, before }))),
      })
      const read = await trades.readWhole()
      if (!read.ok) return read
      const rows = createBackwardPager<LedgerRow>({
        ...ofLedger,
        // Behind a ledger that is known from its first row nothing is missing: a new row then belongs to the present.
        take: (page, isOld) => ofLedger.take(page, isOld && !ledgerHistory.whole),
        read: (before) => unlessOver(() => broker.ledger(setFilters({ customer, before }))),
      })
      return rows.readWhole()
    },
  }
}
