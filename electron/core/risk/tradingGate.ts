/** The one answer to "may this order be sent now?": session, private channels, journal, look-alike codes, halts and reconciliation. Keeps no state. */

import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Haltable } from '../../../shared/domain/orders/halt.ts'
import { lookAlikeSentence } from '../../../shared/domain/accounts/lookAlike.ts'
import { brokerForSending, type Access } from '../support/brokerAccess.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { KillSwitch } from './halts/startLiftAndPublishHalts.ts'
import type { LostChannels } from '../support/lostPrivateChannels.ts'
import type { CustomerReconciliation } from '../reconciliation/openAndCloseCustomersByReconciliation.ts'

/**
 * What an order is for. `new-risk`: anything that may add risk, amends included · `trade-out`: closes a position only · `blind-trade-out`: a
 * trade-out that the dealer confirmed by typing the customer code although private channels were down · `leg`: a leg of a bracket, which closes
 * what its entry filled. A leg passes a reduce-only halt; a customer whose records are not read back stays closed to it.
 */
export type Purpose = 'new-risk' | 'trade-out' | 'blind-trade-out' | 'leg'

export interface TradingGateOptions {
  readonly access: Access
  readonly journalWriter: Pick<JournalWriter, 'problem'>
  readonly killSwitch: Pick<KillSwitch, 'whyBlocked' | 'whyManyBlocked'>
  readonly reconciliation: Pick<CustomerReconciliation, 'whyBlocked' | 'statusOf'>
  readonly customers: Pick<CustomerDirectory, 'looksLike'>
  /** Private channels of the session that are not live; null while all are live, or nobody is signed in. */
  readonly lost: () => LostChannels | null
}

export interface TradingGate {
  /** Why nothing may be sent for this customer and instrument now; null: it may. Submission, amend, flatten and the dispatch gate ask here only. */
  whyBlocked(subject: Haltable, purpose: Purpose): Failure | null
  /** The part of it that is no matter of the one customer: nothing that adds risk may be sent for others either. */
  whyManyBlocked(subject: Haltable): Failure | null
  /** Whether what blocks new risk is no finding about this customer: a matter of the desk, or records that are not read back yet. */
  mayPass(subject: Haltable): boolean
}

export function createTradingGate(options: TradingGateOptions): TradingGate {
  const { access, journalWriter, killSwitch, reconciliation, customers, lost } = options
  const whySessionBlocks = (purpose: Purpose): Failure | null => {
    const link = brokerForSending(access)
    if ('failure' in link) return link.failure
    // The channels themselves decide. The session's phase follows them for the windows.
    const channels = lost()
    if (channels === null || purpose === 'blind-trade-out') return null
    return failureOf(
      'refused',
      `${channels.words}: fills and cancels may go unseen. Nothing was sent. Canceling works; a flatten asks for the customer code.`,
    )
  }

  const whyDeskBlocks = (purpose: Purpose): Failure | null =>
    whySessionBlocks(purpose) ??
    (journalWriter.problem === null
      ? null
      : failureOf('refused', `Nothing was sent. ${journalWriter.problem}`))

  const whyManyBlocked = (subject: Haltable): Failure | null => {
    const deskFailure = whyDeskBlocks('new-risk')
    if (deskFailure) return deskFailure
    const reason = killSwitch.whyManyBlocked(subject)
    return reason === null ? null : failureOf('refused', reason)
  }

  return {
    whyManyBlocked,
    mayPass: (subject) =>
      whyManyBlocked(subject) !== null ||
      (customers.looksLike(subject.customerCode) === null &&
        killSwitch.whyBlocked(subject, false) === null &&
        // Records that differ stay so until somebody acts: a block must not wait for this one customer.
        reconciliation.statusOf(subject.customerCode)?.state !== 'differs'),
    whyBlocked(subject, purpose) {
      const deskFailure = whyDeskBlocks(purpose)
      if (deskFailure) return deskFailure
      // A flatten asks for the customer code instead, because a look-alike code must not keep a position open.
      const other = purpose === 'new-risk' ? customers.looksLike(subject.customerCode) : null
      if (other !== null) return failureOf('refused', lookAlikeSentence(subject.customerCode, other))
      const closes = purpose !== 'new-risk'
      const reason =
        killSwitch.whyBlocked(subject, closes) ??
        reconciliation.whyBlocked(subject.customerCode, closes && purpose !== 'leg')
      return reason === null ? null : failureOf('refused', reason)
    },
  }
}
