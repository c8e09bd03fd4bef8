/** What became of an act that was held for a second dealer, in place of "Nothing was sent yet" once it is over. Says only what was read. */

import type { Failure } from '../../shared/contract/failure.ts'
import type { EndedApproval } from '../../shared/domain/fourEyes/approval.ts'
import { isSeenInOrders, SEEN_IN_ORDERS } from '../../shared/domain/fourEyes/fourEyesWords.ts'
import { useFollowed } from '../state/follow/useFollowed.ts'

type Request = NonNullable<Failure['approval']>

function endWords(ended: EndedApproval): string {
  const { id, outcome, by, detail } = ended
  const who = by === null ? 'A second dealer' : by.name
  const why = detail === null ? '' : ` ${detail}`
  switch (outcome) {
    case 'done':
      return isSeenInOrders(ended)
        ? `${who} approved request ${id}. ${SEEN_IN_ORDERS}`
        : `${who} approved request ${id}, and the act was done.`
    case 'not-done':
      return `${who} approved request ${id}, but the act was not done.${why}`
    case 'unknown':
      return `${who} approved request ${id}, and its outcome is unknown. Do not send it again.${why}`
    case 'refused':
      return `${who} refused request ${id}.${why}`
    case 'expired':
      return `Request ${id} expired.${why}`
    case 'taken-back':
      return `Request ${id} was taken back.${why}`
  }
}

/** No color for an act that only its orders tell of. */
const colorOf = (ended: EndedApproval): string =>
  isSeenInOrders(ended) ? '' : ended.outcome === 'done' ? 'ok' : 'problem'

interface ApprovalSentenceProps {
  readonly request: Request
  /** While the request waits. */
  readonly waits: string
}

export function ApprovalSentence({ request: { id, at }, waits }: ApprovalSentenceProps) {
  const followed = useFollowed('approvals')
  // What was read before the link was lost says nothing about now.
  const approvals = followed === null || followed.stale ? null : followed.value
  const isIt = (each: Request) => each.id === id && each.at === at
  const ended = approvals?.ended.find(isIt)
  if (ended)
    return (
      <p role="status" className={`panel-line ${colorOf(ended)}`}>
        {endWords(ended)}
      </p>
    )
  const isWaiting = approvals?.waiting.some(isIt) ?? false
  return (
    <p role="alert" className={`panel-line ${isWaiting ? 'amber' : 'problem'}`}>
      {isWaiting
        ? waits
        : approvals === null
          ? `Request ${id} was made for a second dealer. Its outcome has not been read. Look at the panel Approvals.`
          : `Request ${id} is no longer waiting, and its outcome is not known here yet. Do not send it again before you have looked at the panel Approvals.`}
    </p>
  )
}
