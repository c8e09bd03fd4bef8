/** Gathers the stored records of one customer for the comparison. */

import type { Records } from '../../../../shared/domain/accounts/reconciliationRules.ts'
import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CashLedger } from '../../accounts/cashLedger.ts'
import type { TradeBook } from '../../accounts/tradeBook.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'

export interface RecordStores {
  readonly orderStore: Pick<OrderStore, 'all'>
  readonly trades: Pick<TradeBook, 'ofCustomer'>
  readonly ledger: Pick<CashLedger, 'rows' | 'whole' | 'oldest' | 'cash' | 'twice'>
}

/** `stillListed`: orders that ended here and that the venue's last list showed as open. */
export function gatherRecords(
  { orderStore, trades, ledger }: RecordStores,
  customer: CustomerCode,
  stillListed: readonly OrderReport[],
): Records {
  const own = trades.ofCustomer(customer)
  return {
    orders: orderStore.all().filter((order) => order.customerCode === customer),
    trades: own.trades,
    positions: own.positions,
    rows: ledger.rows(customer),
    tradesAfter: own.whole ? null : (own.oldest ?? Number.MAX_SAFE_INTEGER),
    rowsAfter: ledger.whole ? null : (ledger.oldest() ?? Number.MAX_SAFE_INTEGER),
    cash: ledger.cash(customer),
    twice: ledger.twice(customer),
    stillListed,
  }
}
