/** Shows a failed command as one sentence and announces it to screen readers. Draws nothing without a failure. */

import type { Failure } from '../../shared/contract/failure.ts'
import { ApprovalSentence } from './ApprovalSentence.tsx'

/** One sentence, with the code of the failure. */
export const FailureLine = ({ failure }: { readonly failure: Failure | null }) =>
  failure &&
  (failure.approval ? (
    <ApprovalSentence request={failure.approval} waits={failure.message} />
  ) : (
    <p role="alert" className="problem panel-line">
      {failure.code !== null && <span className="mono">{failure.code} </span>}
      {failure.message}
    </p>
  ))
