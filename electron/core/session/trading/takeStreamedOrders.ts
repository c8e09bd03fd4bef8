/**
 * Takes orders of the private stream into the order store. The stream may name no customer (docs/api.md#6.orders.fields): then every known
 * customer is looked up until the venue shows the order.
 */

import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { StreamMismatchLookUps } from '../../orders/streamMismatchLookUps.ts'
import type { Broker } from '../../ports.ts'
import type { FillsWithoutTrade } from '../../reconciliation/tradesAndLedger/fillsWithoutTrade.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'

export interface OrderIntakeOptions {
  /** Null once the session ended. */
  readonly broker: () => Pick<Broker, 'order'> | null
  readonly customers: Pick<CustomerDirectory, 'codes' | 'see'>
  readonly orderStore: Pick<OrderStore, 'asked' | 'owners' | 'see'>
  readonly lookUps: Pick<StreamMismatchLookUps, 'orderReported'>
  readonly fillsWithoutTrade: Pick<FillsWithoutTrade, 'orderReported'>
  readonly notices: Pick<Notices, 'say'>
}

export function createOrderIntake(options: OrderIntakeOptions): (report: OrderReport) => void {
  const { broker, customers, orderStore, lookUps, fillsWithoutTrade, notices } = options
  /** Reference ids of the orders whose customer is being looked for. */
  const seeking = new Set<string>()

  const seekCustomer = async (report: OrderReport, notOf: CustomerCode | null): Promise<void> => {
    if (seeking.has(report.referenceId)) return
    seeking.add(report.referenceId)
    for (const customer of customers.codes()) {
      if (customer === notOf) continue
      const asked = orderStore.asked()
      const answer = await broker()?.order(customer, report.referenceId)
      if (broker() === null) return
      if (answer?.ok) orderStore.see(answer.value, customer, 'look-up', asked)
    }
    seeking.delete(report.referenceId)
    if (orderStore.owners(report.referenceId).length === 0)
      notices.say(
        'warning',
        `The venue reported order ${report.referenceId} in ${report.symbol} without a customer, and no known customer has this order. It is missing from the table of orders and from the limits. Enter its customer by hand.`,
      )
  }

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
