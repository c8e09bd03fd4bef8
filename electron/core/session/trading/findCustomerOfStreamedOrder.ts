/** Finds the customer of an order that the stream reported without one (docs/api.md#6.orders.fields): looks it up for every known customer until the venue shows it. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { Broker } from '../../ports/broker.ts'

export interface SeekCustomerOptions {
  /** Null once the session ended. */
  readonly broker: () => Pick<Broker, 'order'> | null
  readonly customers: Pick<CustomerDirectory, 'codes'>
  readonly orderStore: Pick<OrderStore, 'asked' | 'owners' | 'see'>
  readonly notices: Pick<Notices, 'say'>
}

/** `notOf`: a customer whose order of this id is another one; null for none. */
export type SeekCustomer = (report: OrderReport, notOf: CustomerCode | null) => Promise<void>

export function createSeekCustomer({
  broker,
  customers,
  orderStore,
  notices,
}: SeekCustomerOptions): SeekCustomer {
  /** Reference ids of the orders whose customer is being looked for. */
  const seeking = new Set<string>()

  return async (report, notOf) => {
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
        `The venue reported order ${report.referenceId} in ${shownCode(report.symbol)} without a customer, and no known customer has this order. It is missing from the table of orders and from the limits. Enter its customer by hand.`,
      )
  }
}
