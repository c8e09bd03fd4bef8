/** Says once per customer and session that somebody else trades on the account: another terminal, or a program. Marks and counts nothing itself. */

import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Notices } from '../support/notices.ts'

export interface ExternalActivityNotice {
  /** An order that is new on the board. */
  met(order: Order): void
  /** Another session begins. */
  forget(): void
}

export function createExternalActivityNotice(notices: Notices): ExternalActivityNotice {
  const told = new Set<CustomerCode>()
  return {
    met({ origin, customerCode, referenceId }) {
      if (origin !== 'external' || told.has(customerCode)) return
      told.add(customerCode)
      notices.say(
        'warning',
        `External activity: ${customerCode} has orders that were not sent from this desk, such as ${referenceId}. They are marked "elsewhere", count against the limits and can be canceled here.`,
        null,
        { customerCode },
      )
    },
    forget: () => told.clear(),
  }
}
