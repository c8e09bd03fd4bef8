/** Queries the venue about one order now, for a dealer. Sends no order. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { UnknownOrderResolver } from '../orders/unknownOrderResolver.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { readFailed } from '../support/failureMessages.ts'

export type LookUpOrder = (
  request: Request<'order.lookUp'>,
) => Promise<Result<Reply<'order.lookUp'>, Failure>>

export const createLookUpOrder =
  (access: Pick<Access, 'broker'>, resolver: Pick<UnknownOrderResolver, 'ask'>): LookUpOrder =>
  async ({ customerCode, referenceId }) => {
    const broker = access.broker()
    if (!broker) return fail(notSignedIn())
    const looked = await resolver.ask(broker, customerCode, referenceId)
    if (looked.ok) return ok({})
    return fail(readFailed(looked.failure))
  }
