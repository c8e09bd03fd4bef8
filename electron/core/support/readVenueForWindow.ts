/** Reads from the venue for a window. A failure becomes a failure of the contract. Stores nothing. */

import { fail, type Result } from '../../../shared/base/result.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { Broker } from '../ports/broker.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import { notSignedIn, type Access } from './brokerAccess.ts'
import { readFailed } from './failureMessages.ts'

/** The query with the filters that are set; the others are left out. */
export const setFilters = <T extends object>(query: T): { [F in keyof T]?: NonNullable<T[F]> } =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)) as {
    [F in keyof T]?: NonNullable<T[F]>
  }

export type ReadForWindow = <T>(
  read: (broker: Broker) => Promise<Result<T, ReadFailure>>,
) => Promise<Result<T, Failure>>

export const createReadForWindow =
  (access: Pick<Access, 'broker'>): ReadForWindow =>
  async (read) => {
    const broker = access.broker()
    if (!broker) return fail(notSignedIn())
    const answer = await read(broker)
    return answer.ok ? answer : fail(readFailed(answer.failure))
  }
