/** Takes orders of the private stream into the order store, and passes each on to the look-ups that it may need. */

import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { StreamMismatchLookUps } from '../../orders/streamMismatchLookUps.ts'
import type { FillsWithoutTrade } from '../../reconciliation/tradesAndLedger/fillsWithoutTrade.ts'
import { createSeekCustomer, type SeekCustomerOptions } from './findCustomerOfStreamedOrder.ts'

export interface OrderIntakeOptions extends SeekCustomerOptions {
  readonly customers: Pick<CustomerDirectory, 'codes' | 'see'>
  readonly lookUps: Pick<StreamMismatchLookUps, 'orderReported'>
  readonly fillsWithoutTrade: Pick<FillsWithoutTrade, 'orderReported'>
}

export function createOrderIntake(options: OrderIntakeOptions): (report: OrderReport) => void {
  const { customers, orderStore, lookUps, fillsWithoutTrade } = options
  const seekCustomer = createSeekCustomer(options)

  return (report) => {
    const owners: readonly CustomerCode[] =
      report.customerCode === null ? orderStore.owners(report.referenceId) : [report.customerCode]
    const [owner] = owners
    if (owner === undefined || owners.length > 1) return void seekCustomer(report, null)
    customers.see([owner])
    const seen = orderStore.see(report, owner, 'stream', null)
    lookUps.orderReported(report, owner, seen)
    if (seen === 'taken') fillsWithoutTrade.orderReported(owner, report)
    if (seen === 'contradicts' && report.customerCode === null) void seekCustomer(report, owner)
  }
}
