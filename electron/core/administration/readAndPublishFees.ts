/** Reads the fees of customers, and publishes them as last read. An answer older than a newer answer, or than a write, changes nothing. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { CustomerFees, FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Broker } from '../ports/broker.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import type { Reply } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { readFailed } from '../support/failureMessages.ts'
import { publish, type Published } from '../support/publishTopic.ts'

export interface LastReadFees {
  readonly topic: Published<'fees'>
  /** Customers whose fees are being written: other reads of them publish nothing meanwhile. */
  readonly writing: Set<CustomerCode>
  /** Reads the profile for a window. */
  readForWindow(customer: CustomerCode): Promise<Result<Reply<'feeProfile.read'>, Failure>>
  /** Reads the profile, and publishes it unless a write or a newer answer came in between. `isOwn`: the read is part of a write. */
  read(
    broker: Broker,
    customer: CustomerCode,
    isOwn?: boolean,
  ): Promise<Result<readonly FeeProfileItem[], ReadFailure>>
  /** Counts a write and publishes the fees as unknown until they are read back. */
  countWrite(customer: CustomerCode): void
  clear(): void
}

export function createLastReadFees(access: Pick<Access, 'broker'>): LastReadFees {
  const writing = new Set<CustomerCode>()
  const known = new Map<CustomerCode, CustomerFees>()
  const topic = publish<'fees'>(() => [...known.values()])
  /** Reads started so far, and by customer the newest that was answered. */
  let reads = 0
  const answered = new Map<CustomerCode, number>()

  const writesOf = (customer: CustomerCode): number => known.get(customer)?.writes ?? 0
  const put = (fees: CustomerFees): void => {
    known.set(fees.customerCode, fees)
    topic.delta([fees])
  }

  const read: LastReadFees['read'] = async (broker, customer, isOwn = false) => {
    const number = ++reads
    const writes = writesOf(customer)
    const answer = await broker.feeProfile(customer)
    const isCurrent = writesOf(customer) === writes && number > (answered.get(customer) ?? 0)
    const isOthers = writing.has(customer) && !isOwn
    if (!answer.ok || !isCurrent || access.broker() !== broker || isOthers) return answer
    answered.set(customer, number)
    put({ customerCode: customer, items: [...answer.value], writes })
    return answer
  }

  return {
    topic,
    writing,
    read,
    async readForWindow(customer) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const answer = await read(broker, customer)
      return answer.ok ? ok([...answer.value]) : fail(readFailed(answer.failure))
    },
    countWrite: (customer) => put({ customerCode: customer, items: null, writes: writesOf(customer) + 1 }),
    clear() {
      known.clear()
      answered.clear()
      topic.replace()
    },
  }
}
