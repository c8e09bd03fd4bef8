/** What an act that was held and not done did not do, by its kind: some acts send a request to the venue, others change only what Openpit stores. Pure. */

import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { ApprovalKind } from '../../../shared/domain/fourEyes/fourEyesRules.ts'

/** Acts that send nothing to the venue. */
const OF_OPENPIT: ReadonlySet<ApprovalKind> = new Set(['limits', 'customers', 'rules'])

/** The start of a sentence. */
export const undoneWords = (kind: ApprovalKind): string =>
  `Nothing was ${OF_OPENPIT.has(kind) ? 'changed' : 'sent'}`

/** Openpit stopped in the middle of an act. */
export const brokeOff = (kind: ApprovalKind): Failure =>
  failureOf(
    'unknown-outcome',
    OF_OPENPIT.has(kind)
      ? 'Openpit stopped in the middle of the change, so it may have been made. Look at what was to be changed before anybody asks for it again.'
      : 'Openpit stopped in the middle of the act, so it may have been sent. Look at the records of the venue before anybody sends it again.',
  )

/** How the second dealer gets to the request. */
export const DECIDES = 'Another dealer decides it in Approvals, in another window.'
