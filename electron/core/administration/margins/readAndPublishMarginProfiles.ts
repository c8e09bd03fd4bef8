/** Reads margin profiles, and publishes each as last read. An answer older than a newer answer changes nothing. Reports nothing. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Failure } from '../../../../shared/contract/failure.ts'
import type { CustomerMargin, MarginProfile } from '../../../../shared/domain/accounts/margin.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { notSignedIn, type Access } from '../../support/brokerAccess.ts'
import { readFailed } from '../../support/failureMessages.ts'
import { publish, type Published } from '../../support/publishTopic.ts'
import type { Broker } from '../../ports/broker.ts'
import type { ReadFailure } from '../../ports/brokerAnswers.ts'

export interface MarginProfiles {
  readonly topic: Published<'margins'>
  /** Reads the profile for a window. */
  readForWindow(customer: CustomerCode): Promise<Result<MarginProfile, Failure>>
  /** Reads the profile once more because it is old. After a failure the profile stays, with the reason why it may be old. */
  refresh(broker: Broker, customer: CustomerCode): Promise<Result<MarginProfile, ReadFailure>>
  /** Reads a profile that may have changed. A failure forgets the profile. Null where `broker` is no longer in use: then nothing changes. */
  readAgain(broker: Broker, customer: CustomerCode): Promise<Result<MarginProfile, ReadFailure> | null>
  /** The last reading; undefined where the profile was never requested. */
  reading(customer: CustomerCode): CustomerMargin | undefined
  /** The leverage last read, `default` without one of the instrument's own; null where none is known. */
  known(customer: CustomerCode, symbol: Symbol): string | null
  clear(): void
}

export function createMarginProfiles(
  access: Pick<Access, 'broker'>,
  clock: Pick<Clock, 'now'>,
): MarginProfiles {
  const readings = new Map<CustomerCode, CustomerMargin>()
  const topic = publish<'margins'>(() => [...readings.values()])
  /** Reads started so far, and by customer the newest that was answered. */
  let reads = 0
  const answered = new Map<CustomerCode, number>()

  /** `forgets`: a failure forgets the profile. */
  const read = async (broker: Broker, customer: CustomerCode, forgets: boolean) => {
    const number = ++reads
    const answer = await broker.marginProfile(customer)
    if (access.broker() !== broker || number < (answered.get(customer) ?? 0)) return answer
    if (answer.ok || forgets) answered.set(customer, number)
    const before = readings.get(customer)
    const reading: CustomerMargin = answer.ok
      ? { customerCode: customer, profile: answer.value, readAt: clock.now(), why: null }
      : {
          customerCode: customer,
          profile: forgets ? null : (before?.profile ?? null),
          readAt: before?.readAt ?? null,
          why: answer.failure.message,
        }
    readings.set(customer, reading)
    topic.delta([reading])
    return answer
  }

  return {
    topic,
    reading: (customer) => readings.get(customer),
    known(customer, symbol) {
      const profile = readings.get(customer)?.profile
      return profile
        ? (profile.instrumentMargins.find((margin) => margin.symbol === symbol)?.leverage ?? 'default')
        : null
    },
    clear() {
      readings.clear()
      answered.clear()
      topic.replace()
    },
    async readForWindow(customer) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const answer = await read(broker, customer, false)
      return answer.ok ? ok(answer.value) : fail(readFailed(answer.failure))
    },
    refresh: (broker, customer) => read(broker, customer, false),
    async readAgain(broker, customer) {
      const answer = await read(broker, customer, true)
      return access.broker() === broker ? answer : null
    },
  }
}
