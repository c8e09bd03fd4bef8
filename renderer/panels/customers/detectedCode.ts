/** Codes that came from the venue and that nobody of this desk has entered: how they are marked, and the dealer's confirmation. */

import { entryOf } from '../../../shared/domain/accounts/customer.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { knownCustomer } from '../../state/accounts/customerIndex.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { capOf } from '../../keys/caps.ts'

/** The mark of such a code, which a search finds. */
export const DETECTED_WORDS = 'detected at the venue'

export const detectedSentence = (code: CustomerCode): string =>
  `${shownCode(code)} came from a record of the venue. Nobody of this desk has entered or confirmed it. ${capOf('K', 'customers')} confirms it.`

/** Stores a detected code as an entry of the desk. A code that looks like another is typed in Edit instead. A notice in this window says what became of it. */
export function confirmDetected(session: WindowSession, code: CustomerCode): void {
  const customer = knownCustomer(session.server, code)
  const say = (sentence: string, severity: 'info' | 'warning' = 'info') =>
    tell(session.notices, session.clock, severity, sentence)
  if (!customer?.isDetected) return say(`${shownCode(code)} needs no confirmation.`)
  if (customer.looksLike !== undefined)
    return say(
      `${shownCode(code)} looks like ${shownCode(customer.looksLike)}. Open Edit and type the code to confirm it.`,
      'warning',
    )
  const entry = { ...entryOf(customer), origin: 'hand' as const }
  void session.client
    .call('customer.save', { customer: entry })
    .then((reply) =>
      reply.ok
        ? say(`${shownCode(code)} is confirmed as a customer of this desk.`)
        : say(reply.failure.message, 'warning'),
    )
}
