/** Who may take a request for a second dealer back: its maker alone, proven, in the window of the act. Pure. */

import type { WaitingApproval } from '../../../shared/domain/fourEyes/approval.ts'
import { isSameDealer } from '../../../shared/domain/fourEyes/sameDealer.ts'
import type { DealerName } from '../../../shared/domain/settings/dealerName.ts'

interface MadeRequest {
  readonly shown: WaitingApproval
  readonly windowId: string
}

export interface TakenBackBy {
  readonly windowId: string
  /** The dealer in charge; null: nobody is named. */
  readonly named: DealerName | null
  /** The dealer in charge typed their passphrase in this run. */
  readonly isProven: boolean
}

/**
 * Why the request must not be taken back: sentences. Null: it may. The dealer in charge is one for all windows, so the name alone would let the second
 * dealer, who sits at another window, end a request without a decision and without a passphrase.
 */
export function whyNotTakenBack(
  { shown: { id, maker }, windowId }: MadeRequest,
  by: TakenBackBy,
): string | null {
  const instead = `Nothing was changed. Another dealer may refuse request ${id}, or it expires.`
  if (by.named === null || !isSameDealer(by.named, maker))
    return `Only ${maker.name}, who made request ${id}, may take it back. ${instead}`
  if (!by.isProven)
    return `${maker.name} has not typed their passphrase in this run, so nobody knows who takes request ${id} back. Type it in the panel Approvals first.`
  return by.windowId === windowId
    ? null
    : `${maker.name} takes request ${id} back in the window in which it was made. ${instead}`
}
