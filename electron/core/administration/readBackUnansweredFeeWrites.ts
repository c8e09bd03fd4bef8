/** Reads back the fee writes of earlier runs that the venue never answered, and reports whether their fees are in force. Writes nothing. */

import type { UnansweredRequest } from '../../../shared/domain/journalEntry.ts'
import { showsFees } from '../../../shared/domain/accounts/fees.ts'
import type { AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { Access } from '../support/brokerAccess.ts'

export interface UnansweredFeeWritesOptions {
  readonly access: Pick<Access, 'broker'>
  readonly auditedRequests: Pick<AuditedRequests, 'open' | 'settled'>
  readonly notices: Pick<Notices, 'say'>
}

export async function readBackUnansweredFeeWrites({
  access,
  auditedRequests,
  notices,
}: UnansweredFeeWritesOptions): Promise<void> {
  const readBack = async (request: UnansweredRequest): Promise<void> => {
    const { asked, customerCode, what } = request
    const broker = access.broker()
    if (asked.deed !== 'fees' || customerCode === null || !broker) return
    const read = await broker.feeProfile(customerCode)
    if (access.broker() !== broker) return
    const sent = `The ${what} were sent in an earlier run and never answered.`
    if (!read.ok)
      return notices.say(
        'warning',
        `${sent} They could not be read back now. Look at the panel Fees before you write them again.`,
        null,
        { customerCode },
      )
    auditedRequests.settled(request, null)
    if (showsFees(read.value, asked))
      notices.say('info', `${sent} The venue shows them: they are in force.`, null, { customerCode })
    else
      notices.say(
        'warning',
        `${sent} The venue shows others now. Read them in the panel Fees and write them again if you still want them.`,
        null,
        { customerCode },
      )
  }
  for (const request of auditedRequests.open()) await readBack(request)
}
