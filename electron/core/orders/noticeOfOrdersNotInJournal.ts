/** Makes one notice per customer and session about orders that the journal does not name: somebody else trades on the account, or the journal was lost. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'

export interface ExternalActivityNotice {
  /** Call with every order that is new in the order store. */
  orderAppeared(order: Order): void
  /** Another session begins. */
  forget(): void
}

export function createExternalActivityNotice(notices: Notices): ExternalActivityNotice {
  const noticed = new Set<string>()
  return {
    orderAppeared({ origin, customerCode, referenceId }) {
      const key = `${origin} ${customerCode}`
      if (origin === 'desk' || noticed.has(key)) return
      noticed.add(key)
      notices.say(
        'warning',
        origin === 'external'
          ? `External activity: ${shownCode(customerCode)} has orders that were not sent from this desk, such as ${referenceId}. They are marked "elsewhere", count against the limits and can be canceled here.`
          : `It is unknown whether this desk sent orders of ${shownCode(customerCode)}, such as ${referenceId}: the order journal of earlier runs is missing or could not be read. They count against the limits and can be canceled here. Compare them with your own records.`,
        null,
        { customerCode },
      )
    },
    forget: () => noticed.clear(),
  }
}
