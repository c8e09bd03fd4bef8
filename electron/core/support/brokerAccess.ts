/** Gives the rooms of the core the session's phase, and the broker through which they send and read. */

import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Session } from '../../../shared/contract/status.ts'
import type { Broker } from '../ports/broker.ts'

export interface Access {
  /** Compares the clocks first, so that a sleep that no timer has noticed yet counts already. */
  phase(): Session['phase']
  /** False while orders, trades and ledger are being read back, whatever the private channels do. */
  isReadBack(): boolean
  /** Null while nobody is signed in, and once the venue ended the session. */
  broker(): Broker | null
}

export const notSignedIn = (): Failure =>
  failureOf('not-connected', 'You are not signed in to a venue. Sign in first.')

const READING_BACK =
  'Openpit is still reading orders and trades back from the venue. Nothing was sent. Try again in a moment. Canceling works.'

/**
 * The broker for a new request, or why there is none: nothing new goes out while orders and trades are being read back. With a private channel
 * down it still returns the broker, because transfers and fees prove themselves by reading; `risk/tradingGate.ts` decides on orders.
 */
export function brokerForSending(
  access: Access,
): { readonly broker: Broker } | { readonly failure: Failure } {
  const phase = access.phase()
  const broker = access.broker()
  if (phase === 'reconciling') return { failure: failureOf('refused', READING_BACK) }
  if (phase === 'signed-off-by-venue')
    return {
      failure: failureOf('not-connected', 'The venue ended the session. Nothing was sent. Sign in again.'),
    }
  if (!broker || (phase !== 'ready' && phase !== 'channels-down')) return { failure: notSignedIn() }
  return { broker }
}

/** The same for a transfer, fee write or webhook change: none is sent while records are being read back, also with a private channel down. */
export function brokerForAdministration(access: Access): ReturnType<typeof brokerForSending> {
  const link = brokerForSending(access)
  return 'broker' in link && !access.isReadBack() ? { failure: failureOf('refused', READING_BACK) } : link
}
