/** Words and notices about a list of open orders that the venue does not show. Decides nothing. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { reasonOf } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { ReadFailure } from '../../ports/brokerAnswers.ts'

/** Why a list was not read: a clause without a full stop. */
export const whyUnread = (failure: ReadFailure): string =>
  failure.kind === 'refused' && failure.code !== null
    ? `the venue refused it (${failure.code}) and may not know this code`
    : reasonOf(failure.message)

/** Reports a list that the venue refused, or does not have at all. A list that only failed is read again without a notice. */
export function sayUnreadList(
  notices: Pick<Notices, 'say'>,
  customer: CustomerCode,
  failure: ReadFailure,
): void {
  if (failure.absent)
    notices.say(
      'warning',
      'This venue shows no list of open orders. Orders sent from elsewhere cannot be seen here. Openpit looks up its own orders one by one.',
      failure.message,
      { kind: 'reconciliation' },
    )
  else if (failure.kind === 'refused')
    notices.say(
      'warning',
      `The venue refused the list of open orders of ${shownCode(customer)} (${failure.code ?? 'without a code'}). Check whether the code is right. Openpit looks up the known orders one by one, and sends nothing new for ${shownCode(customer)}.`,
      failure.message,
      { kind: 'reconciliation', customerCode: customer },
    )
}
