/** Stores the fees of each customer as last read, and publishes them. An answer older than a newer answer, or than a write, changes nothing. */

import type { Result } from '../../../shared/base/result.ts'
import type { CustomerFees, FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Broker, ReadFailure } from '../ports.ts'
import type { Access } from '../support/brokerAccess.ts'
import { publish, type Published } from '../support/publishTopic.ts'

export interface LastReadFees {
  readonly topic: Published<'fees'>
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

/** `isWriting`: whether a write of the customer's fees is under way. */
export function createLastReadFees(
  access: Pick<Access, 'broker'>,
  isWriting: (customer: CustomerCode) => boolean,
): LastReadFees {
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

  return {
    topic,
    async read(broker, customer, isOwn = false) {
      const number = ++reads
      const writes = writesOf(customer)
      const read = await broker.feeProfile(customer)
      const isCurrent = writesOf(customer) === writes && number > (answered.get(customer) ?? 0)
      const isOthers = isWriting(customer) && !isOwn
      if (!read.ok || !isCurrent || access.broker() !== broker || isOthers) return read
      answered.set(customer, number)
      put({ customerCode: customer, items: [...read.value], writes })
      return read
    },
    countWrite: (customer) => put({ customerCode: customer, items: null, writes: writesOf(customer) + 1 }),
    clear() {
      known.clear()
      answered.clear()
      topic.replace()
    },
  }
}
