/** Compares one customer's records. A difference counts once a second look, after another read, still shows it. Never sends anything. */

import type { Result } from '../../../../shared/base/result.ts'
import type { ReadFailure } from '../../ports/brokerAnswers.ts'
import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import {
  compareRecords,
  persisting,
  type Difference,
} from '../../../../shared/domain/accounts/reconciliationRules.ts'
import { uncomparedOf } from '../../../../shared/domain/accounts/proof/uncomparedRecords.ts'
import type { ReferenceId, CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CashLedger } from '../../accounts/cashLedger.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import { gatherRecords } from './gatherCustomerRecords.ts'
import { createComparisonOutcome, type ComparisonOutcomeOptions } from './openOrCloseAfterComparison.ts'
import type { CustomerEntry } from './customerReconciliationStates.ts'

/** The reads about one customer that a comparison needs; `readsOfSession.ts` provides them. */
export interface CustomerReads {
  /** Open orders, and every live order that the list does not show. */
  orders(customer: CustomerCode): Promise<Result<null, ReadFailure>>
  /** Every trade and ledger row of the customer, also those that are known. Fails before its next page once `isOver`. */
  records(customer: CustomerCode, isOver: () => boolean): Promise<Result<unknown, ReadFailure>>
  /** One order, as the venue shows it now. */
  order(customer: CustomerCode, id: ReferenceId): Promise<unknown>
  /** The newest trades and ledger rows of all customers. */
  books(): Promise<Result<null, ReadFailure>>
  /** Orders that ended here and that the last list showed as open. */
  stillListed(customer: CustomerCode): readonly OrderReport[]
}

/** Ms between two looks that must agree before a difference counts: streams and lists do not arrive together. */
const LOOK_AGAIN = 3_000

export interface CustomerComparisonOptions extends ComparisonOutcomeOptions {
  readonly orderStore: OrderStore
  readonly trades: TradeBook
  readonly ledger: CashLedger
  /** The reads of the session; null while signed out. */
  readonly reads: () => CustomerReads | null
}

export interface CustomerComparison {
  /** Compares what was read. `before`: differences of an earlier look; those that persist count at once. */
  look(entry: CustomerEntry, before: readonly Difference[]): void
}

export function createCustomerComparison(options: CustomerComparisonOptions): CustomerComparison {
  const { clock, states } = options
  const { agree, differ } = createComparisonOutcome(options)

  const compare = (entry: CustomerEntry): Difference[] => {
    const { customerCode } = entry.status
    const records = gatherRecords(options, customerCode, options.reads()?.stillListed(customerCode) ?? [])
    const found = compareRecords(records)
    entry.status = {
      ...entry.status,
      comparedAt: clock.now(),
      compared: {
        orders: records.orders.length,
        trades: records.trades.length,
        rows: records.rows.length,
      },
      uncompared: uncomparedOf(records),
    }
    return found
  }

  const look = (entry: CustomerEntry, before: readonly Difference[]): void => {
    const found = compare(entry)
    const confirmed = persisting(before, found)
    if (found.length === 0) return agree(entry)
    if (confirmed.length > 0) return differ(entry, confirmed)
    if (entry.status.state === 'reading')
      states.put(entry, { why: 'Its records do not agree yet. They are being read a second time.' })
    else states.put(entry, {})
    states.schedule(entry, LOOK_AGAIN, () => void secondLook(entry, found))
  }

  const secondLook = async (entry: CustomerEntry, before: readonly Difference[]): Promise<void> => {
    const { turn } = entry
    const { customerCode } = entry.status
    const reads = options.reads()
    if (!reads) return
    const books = await reads.books()
    const orders = await reads.orders(customerCode)
    if (orders.ok)
      for (const { kind, row } of before)
        if (kind === 'fill') await reads.order(customerCode, row as ReferenceId)
    if (entry.turn !== turn) return
    if (books.ok && orders.ok) look(entry, before)
    else states.schedule(entry, LOOK_AGAIN, () => void secondLook(entry, before))
  }

  return { look }
}
