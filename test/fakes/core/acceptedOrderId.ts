/** The id of an order that the desk took; fails the test where it did not. */

import type { Result } from '../../../shared/base/result.ts'
import type { Reply } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'

export function takenId(reply: Result<Reply<'order.submit'>, Failure>): ReferenceId {
  if (!reply.ok) throw new Error(reply.failure.message)
  if (reply.value.outcome === 'warned') throw new Error(reply.value.warnings[0]?.sentence ?? 'warned')
  return reply.value.referenceId
}
