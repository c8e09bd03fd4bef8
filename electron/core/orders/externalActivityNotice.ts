/** Makes one notice per customer and session when somebody else trades on the account: another terminal, or a program. */

import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Notices } from '../notices/notices.ts'

export interface ExternalActivityNotice {
  /** Call with every order that is new in the order store. */
  orderAppeared(order: Order): void
  /** Another session begins. */
  forget(): void
}

export function createExternalActivityNotice(notices: Notices): ExternalActivityNotice {
  const noticed = new Set<CustomerCode>()
  return {
    orderAppeared({ origin, customerCode, referenceId }) {
      if (origin !== 'external' || noticed.has(customerCode)) return
      noticed.add(customerCode)
      notices.say(
        'warning',
        `External activity: ${customerCode} has orders that were not sent from this desk, such as ${referenceId}. They are marked "elsewhere", count against the limits and can be canceled here.`,
        null,
        { customerCode },
      )
    },
    forget: () => noticed.clear(),
  }
}
