/** Whether an order may go out now: session, private channels, journal, halts and reconciliation in one answer. Sends nothing and keeps nothing. */

import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Haltable } from '../../../shared/domain/orders/halt.ts'
import { lookAlikeSentence } from '../../../shared/domain/accounts/lookAlike.ts'
import { brokerForSending, type Access } from '../support/access.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { KillSwitch } from './killSwitch.ts'
import type { LostChannels } from '../support/privateChannels.ts'
import type { CustomerReconciliation } from '../reconciliation/customerReconciliation.ts'

/**
 * `new-risk`: anything that may add risk, amends included · `trade-out`: it only closes a position · `blind-trade-out`: a trade-out that
 * the dealer confirmed by typing the customer code although private channels were down.
 */
export type Purpose = 'new-risk' | 'trade-out' | 'blind-trade-out'

export interface TradingGateOptions {
  readonly access: Access
  readonly journalWriter: Pick<JournalWriter, 'problem'>
  readonly kill: Pick<KillSwitch, 'whyBlocked'>
  readonly reconciliation: Pick<CustomerReconciliation, 'whyBlocked'>
  readonly customers: Pick<CustomerDirectory, 'looksLike'>
  /** Private channels of the session that are not live; null while all are, or nobody is signed in. */
  readonly lost: () => LostChannels | null
}

export interface TradingGate {
  /** Why nothing may be sent for this customer and instrument now; null: it may. */
  whyBlocked(of: Haltable, purpose: Purpose): Failure | null
}

export function createTradingGate(options: TradingGateOptions): TradingGate {
  const { access, journalWriter, kill, reconciliation, customers, lost } = options
  const ofSession = (purpose: Purpose): Failure | null => {
    const link = brokerForSending(access)
    if ('failure' in link) return link.failure
    // Asked of the channels themselves: the phase is what the windows are shown of them.
    const channels = lost()
    if (channels === null || purpose === 'blind-trade-out') return null
    return failureOf(
      'refused',
      `${channels.words}: fills and cancels may pass unseen. Nothing was sent. Cancelling works; a flatten asks for the customer code.`,
    )
  }

  return {
    whyBlocked(of, purpose) {
      const session = ofSession(purpose)
      if (session) return session
      if (journalWriter.problem !== null)
        return failureOf(
          'refused',
          `The order journal takes nothing any more, so nothing new is sent: ${journalWriter.problem} Cancelling works.`,
        )
      // A flatten asks for the code instead: a look-alike must not keep a customer's position open.
      const other = purpose === 'new-risk' ? customers.looksLike(of.customerCode) : null
      if (other !== null) return failureOf('refused', lookAlikeSentence(of.customerCode, other))
      const tradeOut = purpose !== 'new-risk'
      const stop = kill.whyBlocked(of, tradeOut) ?? reconciliation.whyBlocked(of.customerCode, tradeOut)
      return stop === null ? null : failureOf('refused', stop)
    },
  }
}
