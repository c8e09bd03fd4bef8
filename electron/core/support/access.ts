/** What the parts of the core may know of the session: its phase and the broker behind it. */

import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Session } from '../../../shared/contract/status.ts'
import type { Broker, Log, SendOutcome } from '../ports.ts'

export interface Access {
  phase(): Session['phase']
  /** Null while nobody is signed in or the venue took the session back. */
  broker(): Broker | null
}

export const notSignedIn = (): Failure =>
  failureOf('not-connected', 'You are not signed in to a venue. Sign in first.')

/**
 * The broker to send something new through, or why not: nothing new goes out while orders and trades are being read back. With a private
 * channel down it still answers the broker, for what proves itself by reading; whether an order may go then is for `risk/tradingGate.ts`.
 */
export function brokerForSending(
  access: Access,
): { readonly broker: Broker } | { readonly failure: Failure } {
  const phase = access.phase()
  const broker = access.broker()
  if (phase === 'reconciling')
    return {
      failure: failureOf(
        'refused',
        'The desk is still reading back orders and trades from the venue; nothing was sent. Try again in a moment. Cancelling works.',
      ),
    }
  if (phase === 'signed-off-by-venue')
    return {
      failure: failureOf('not-connected', 'The venue ended the session; nothing was sent. Sign in again.'),
    }
  if (!broker || (phase !== 'ready' && phase !== 'channels-down')) return { failure: notSignedIn() }
  return { broker }
}

/** What became of a request; one that breaks on our side may have left all the same, so that nothing is proven. */
export async function outcomeOf<T>(
  log: Log,
  request: () => Promise<SendOutcome<T>>,
): Promise<SendOutcome<T>> {
  try {
    return await request()
  } catch {
    log.error('a request broke inside the broker adapter')
    return { kind: 'unknown', message: 'The desk itself failed while it was sending.' }
  }
}
