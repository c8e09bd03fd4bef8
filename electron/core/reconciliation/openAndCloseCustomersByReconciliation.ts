/** Decides which customers may be traded for: reads each back after every start and gap, and closes a customer while its records do not agree. Never sends an order. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { CashLedger } from '../accounts/cashLedger.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { Published } from '../support/publishTopic.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import {
  isReconciled,
  type CustomerReconciliation as CustomerStatus,
} from '../../../shared/domain/accounts/reconciliationRules.ts'
import { scheduleCustomerAudits } from './customerAuditSchedule.ts'
import { createCustomerComparison, type CustomerReads } from './comparison/compareCustomerTwice.ts'
import { lossSentence } from './comparison/openOrCloseAfterComparison.ts'
import { createCustomerReading, FIRST_RETRY } from './readOneCustomer.ts'
import {
  createCustomerStates,
  NOT_READ,
  type CustomerEntry,
} from './comparison/customerReconciliationStates.ts'

export interface CustomerReconciliationOptions {
  readonly clock: Clock
  readonly orderStore: OrderStore
  readonly trades: TradeBook
  readonly ledger: CashLedger
  readonly customers: CustomerDirectory
  readonly journalWriter: JournalWriter
  readonly notices: Notices
}

export interface CustomerReconciliation {
  readonly topic: Published<'reconciliation'>
  /** The state of a customer, as windows see it; undefined before its first reading. */
  statusOf(customer: CustomerCode): CustomerStatus | undefined
  /** Closes every customer until it was read and compared again. `why` is the sentence that windows show. */
  close(why: string): void
  /** Keeps every customer closed for this reason, whatever its records show, until null is given. Reading and comparing go on. */
  hold(why: string | null): void
  /** Reads every customer and opens each as soon as its own records agree. Audits every customer from then on. */
  read(reads: CustomerReads): void
  /** Closes a customer whose list of open orders turned out not to be whole, until it was read back. */
  listNotWhole(customer: CustomerCode, why: string): void
  /** Closes the customers that missing trades may belong to (`trades.unsure`), until their records agree after a whole read-back. */
  tradesLost(): void
  /** The missing trades are read: reads and compares every closed customer again. */
  tradesBack(): void
  /**
   * Reads one customer again now with every trade and ledger row, or the open orders of all (null). A reading of one customer that was asked for is
   * joined while it runs. False while signed out.
   */
  readAgain(customer: CustomerCode | null): boolean
  /** Why no new order may be sent for a customer; null: it may. An order that trades out is never blocked here. */
  whyBlocked(customer: CustomerCode, tradeOut: boolean): string | null
  /** Ends reading. Windows go on to see the last state. */
  stop(): void
  clear(): void
}

/** Whether the whole history holds no trade and no ledger row of the customer, so that there is nothing to compare. */
function isBlank(
  { trades, ledger }: Pick<CustomerReconciliationOptions, 'trades' | 'ledger'>,
  customer: CustomerCode,
): boolean {
  const own = trades.ofCustomer(customer)
  return own.whole && own.trades.length === 0 && ledger.whole && ledger.rows(customer).length === 0
}

export function createCustomerReconciliation(options: CustomerReconciliationOptions): CustomerReconciliation {
  const { clock, trades, customers } = options
  const states = createCustomerStates(clock)
  let reads: CustomerReads | null = null
  /** From `close` until `read`: trades or ledger may still be those of before. Every customer is read after that anyway. */
  let areRecordsOld = true
  let stopAudit: Stop = () => undefined

  const reading = createCustomerReading({
    states,
    reads: () => (areRecordsOld ? null : reads),
    look: (entry, before) => comparison.look(entry, before),
  })
  const comparison = createCustomerComparison({
    ...options,
    states,
    reads: () => reads,
    queue: (customer) => reading.queue(customer),
  })

  /** A customer that was not known when all were read. */
  const addCustomer = (customer: CustomerCode): CustomerEntry => {
    const entry = states.ensure(customer, isBlank(options, customer) && trades.unsure(customer) === null)
    reading.queue(customer)
    return entry
  }
  const knownCodes = (): CustomerCode[] => states.entries().map(({ status }) => status.customerCode)

  return {
    topic: states.topic,
    statusOf(customer) {
      const entry = states.get(customer)
      return entry && states.shown(entry)
    },
    close(why) {
      areRecordsOld = true
      reading.clear()
      for (const code of customers.codes()) states.ensure(code, false)
      for (const entry of states.entries()) {
        states.abort(entry)
        entry.filed = null
        // Earlier discrepancies stay on screen until the new reading replaces them.
        states.put(entry, { state: 'reading', open: false, why })
      }
    },
    hold: (why) => states.hold(why),
    read(next) {
      reads = next
      areRecordsOld = false
      stopAudit()
      for (const code of customers.codes()) states.ensure(code, false)
      for (const code of knownCodes()) reading.queue(code)
      stopAudit = scheduleCustomerAudits(
        clock,
        () => {
          for (const code of customers.codes()) if (!states.get(code)) addCustomer(code)
          return knownCodes()
        },
        (customer) => {
          const entry = states.get(customer)
          if (entry && isReconciled(entry.status) && entry.underWay === null) reading.queue(customer)
        },
      )
    },
    listNotWhole(customer, why) {
      const entry = states.get(customer)
      if (!entry?.status.open) return
      states.put(entry, { state: 'reading', open: false, why: `${why} Trying again.` })
      states.schedule(entry, FIRST_RETRY, () => reading.queue(customer))
    },
    tradesLost() {
      for (const entry of states.entries()) {
        const loss = trades.unsure(entry.status.customerCode)
        if (loss !== null && entry.status.open)
          states.put(entry, { state: 'reading', open: false, why: lossSentence(loss) })
      }
    },
    tradesBack() {
      for (const { status } of states.entries()) if (!status.open) reading.queue(status.customerCode)
    },
    readAgain(customer) {
      if (!reads) return false
      if (customer === null) for (const code of knownCodes()) reading.askAmongAll(code)
      else reading.ask(customer)
      return true
    },
    whyBlocked(customer, tradeOut) {
      if (tradeOut) return null
      const { open, why } = states.shown(states.get(customer) ?? addCustomer(customer))
      return open
        ? null
        : `${shownCode(customer)} is not open for trading. ${why ?? NOT_READ} Nothing was sent.`
    },
    stop() {
      reads = null
      stopAudit()
      reading.clear()
      for (const entry of states.entries()) states.abort(entry)
    },
    clear: () => states.clear(),
  }
}
